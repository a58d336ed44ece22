import Foundation
import Logging
import Panels
import PostStore
import Posts
import Rendering
import ServiceLifecycle
import Site
import StoreSupport
import Synchronization
import TargetSupport
import Targets
import Wire

@testable import Server

/// A whole server on real sockets with a real store, in a temporary folder.
struct House: Sendable {
    let store: PostStore
    let clock: Clock
    let folder: URL
    let user: UserID
    /// On the Unix socket, as the daemon's own user.
    let local: Caller
    /// On the TCP port, with a token.
    let web: Caller
    /// On the TCP port, without one.
    let stranger: Caller
    let port: Int
    let log: LogLines
    let routes: RouteTable
    let server: GalleyServer

    static let pass = "pass-of-this-boot"
    static let secret = "hook-secret"

    /// Opens a house, runs `visit`, and closes it again.
    static func open(
        targets: [Target] = [], heartbeat: Duration = .seconds(15), checkPatience: Duration = .milliseconds(200),
        ownUID: UInt32 = getuid(), publicURL: String? = nil, render: RenderOptions = RenderOptions(),
        mediaBytesMax: Int = 32_000_000, pageBytesMax: Int = PageRoom.bytesMax, folder: URL? = nil,
        isFile: Bool = false,
        composer: URL? = nil,
        limits: ListenerLimits = ListenerLimits(), socket: ListeningSocket? = nil, log: LogLines = LogLines(),
        reload: @escaping @Sendable () async throws -> ReloadBody = { .nothing },
        planReload: @escaping @Sendable () async throws -> ReloadPlanBody = { .nothing },
        troubles: @escaping @Sendable () -> [Warning] = { [] },
        clockDoubt: @escaping @Sendable () -> String? = { nil }, notificationMeans: [NotificationMeans] = [],
        _ visit: @escaping @Sendable (House) async throws -> Void
    ) async throws {
        let folder = try folder ?? House.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = Clock()
        let place = try StorePlace(in: folder.path(), isFile: isFile)
        let store = try place.open(pageBytesMax: pageBytesMax) { clock.now }
        defer { store.close() }
        let user = try await store.firstUser(named: "Ada")
        // The tests of panels find some.
        _ = try await store.setNewDesk(to: try ArrangementName("With panels"), of: user.id, .composer)
        let token = "galley_test-token"
        _ = try await store.addToken(named: "test", for: user.id, hash: Secrets.hash(token))
        let sites = targets.filter { $0.kindName == .site }.map { ($0.name, folder.appending(path: "site").path()) }
        var settings = ServerSettings(
            version: "test", startedAt: clock.now, publicURL: publicURL, rehearsalPass: pass,
            siteFolders: Dictionary(uniqueKeysWithValues: sites), composerFolder: composer?.path(),
            mediaBytesMax: mediaBytesMax,
            report: [SettingBody(name: "time_zone", value: "Europe/Lisbon", source: "default")], ownUID: ownUID,
            administrator: user.id, now: { clock.now })
        settings.heartbeat = heartbeat
        settings.checkPatience = checkPatience
        settings.reload = reload
        settings.planReload = planReload
        settings.troubles = troubles
        settings.notificationMeans = notificationMeans
        settings.trialPatience = checkPatience
        var writing = WritingSettings(
            render: render, zone: try zone("Europe/Lisbon"), zones: { try? House.zone($0.text) }, defaultTargets: [],
            undoWindow: .seconds(30))
        writing.clockDoubt = clockDoubt
        let front = GalleyServer(store: store, targets: targets, writing: writing, settings: settings, log: log.logger)
        let routes = front.routeTable(address: nil)
        let contract = try Contract.of(routes)
        let own = try socket ?? ListeningSocket.open(file: folder.appending(path: "run/galley.sock").path())
        guard case .file(let file) = own.address else { throw CallerError(description: "no file") }
        let tcp = try ListeningSocket.open(host: "127.0.0.1", port: 0)
        guard case .loopback(_, let port) = tcp.address else { throw CallerError(description: "no port") }
        let group = ServiceGroup(
            services: front.services([tcp, own], limits: limits),
            logger: Logger(label: "group") { _ in SwiftLogNoOpLogHandler() })
        let house = House(
            store: store, clock: clock, folder: folder, user: user.id,
            local: Caller(place: .file(file), contract: contract),
            web: Caller(place: .port(port), headers: ["Authorization": "Bearer \(token)"], contract: contract),
            stranger: Caller(place: .port(port), contract: contract), port: port, log: log,
            routes: routes, server: front)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            do { try await visit(house) } catch {
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    static func newFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "galley-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    static func zone(_ name: String) throws -> Zone {
        if let fixed = Zone(fixed: try ZoneName(name)) { return fixed }
        let data = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
        return Zone(name: try ZoneName(name), rules: try ZoneRules(tzif: Array(data)))
    }
}

// MARK: - Targets

extension House {
    static func site(_ folder: URL, atproto: String? = nil) throws -> Target {
        var settings = TargetSettings(name: "blog", kind: "site")
        let site = try SiteSettings(
            name: "Hot Metal", address: "https://example.org", folder: folder.appending(path: "site").path())
        settings.site = Site(settings: site, theme: try Theme(defaultFolder: defaultTheme))
        settings.atproto = atproto
        return try Target(settings)
    }

    private static let defaultTheme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/Site/themes/default").path()

    static func mastodon(rehearsal: Bool = false) throws -> Target {
        var settings = TargetSettings(name: "fediverse", kind: "mastodon")
        settings.url = "https://social.example"
        settings.secret = Secret(file: "token-of-the-author")
        settings.rehearsal = rehearsal
        return try Target(settings)
    }

    static func webhook(
        rehearsal: Bool = true, isIdempotent: Bool = true, slots: [String] = []
    ) throws -> Target {
        var settings = TargetSettings(name: "hook", kind: "webhook")
        settings.url = "https://hooks.example.net/galley"
        settings.secret = Secret(file: secret)
        settings.idempotent = isIdempotent
        settings.slots = slots
        settings.idPointer = "/id"
        settings.rehearsal = rehearsal
        return try Target(settings)
    }

    static func bluesky(after: String? = nil) throws -> Target {
        var settings = TargetSettings(name: "sky", kind: "bluesky")
        settings.account = "ada.example"
        settings.url = "https://pds.example"
        settings.secret = Secret(file: "app password")
        settings.after = after
        return try Target(settings)
    }

    static func wordpress(atproto: String? = nil) throws -> Target {
        var settings = TargetSettings(name: "press", kind: "wordpress")
        settings.url = "https://press.example"
        settings.username = "ada"
        settings.atproto = atproto
        settings.secret = Secret(file: "abcd efgh ijkl")
        return try Target(settings)
    }

    /// A post created over HTTP.
    func write(
        _ title: String = "First light", _ text: String = "Some *words*.", _ more: String = ""
    ) async throws -> PostBody {
        let answer = try await local.json("POST", "/v1/posts", "{\"title\":\"\(title)\",\"body\":\"\(text)\"\(more)}")
        return try answer.json(PostBody.self)
    }

    /// A link as printed by `galley open`: its path and query.
    func link(to path: String? = nil, for user: String? = nil, at address: String? = nil) async throws -> String {
        let wishes = [("to", path), ("user", user)].compactMap { name, wish in wish.map { "\"\(name)\":\"\($0)\"" } }
        let body = wishes.isEmpty ? "" : "{\(wishes.joined(separator: ","))}"
        let link = try await local.json("POST", "/v1/sessions", body).json(SignInBody.self)
        return String(link.url.dropFirst((address ?? "http://127.0.0.1:\(port)").count))
    }

    /// The headers of a browser for an address that its user typed or another program opened.
    static let typed = ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]

    /// A browser that followed such a link, sending requests as its page does.
    func browser(of user: String? = nil) async throws -> Caller {
        let headers = ["User-Agent": "Firefox/142.0 (X11; Linux)", "Sec-Fetch-Site": "none"]
        let answer = try await stranger.send("GET", link(for: user), headers: headers)
        var browser = stranger
        browser.headers["Cookie"] = answer.header("Set-Cookie").map { String($0.prefix { $0 != ";" }) }
        browser.headers["Sec-Fetch-Site"] = "same-origin"
        return browser
    }

    func problem(_ answer: Caller.Answer) throws -> ProblemBody { try answer.json(ProblemBody.self) }
}

/// The logged lines.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }

    var logger: Logger {
        var logger = Logger(label: "test") { [self] _ in Handler(lines: self) }
        logger.logLevel = .debug
        return logger
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: Logging.LogEvent) {
            lines.add("\(event.message) \(event.metadata ?? [:])")
        }
    }
}
