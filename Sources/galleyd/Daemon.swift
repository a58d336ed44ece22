import Courier
import Darkroom
import FoundationEssentials
import Glibc
import Logging
import PostStore
import Posts
import Rendering
import Server
import ServiceLifecycle
import Transfer
import UnixSignals
import Wire

/// Builds the rooms in the order in which they need each other, runs them, and takes them down in reverse.
struct Daemon {
    private let places: Places
    private let settings: Settings
    private let notice: ServiceNotice
    private let environment: [String: String]
    private let zones = ZoneFiles()

    /// - Throws: what is wrong with the settings, before anything is touched.
    init(settingsFile: String?, environment: [String: String]) throws {
        self.environment = environment
        places = try Places(environment: environment)
        let files = try SettingsFiles(explicit: settingsFile, places: places).read()
        settings = try Settings(files: files, places: places, credentials: Credentials(places: places))
        notice = ServiceNotice(environment: environment)
        let level = Logger.Level(settings.logLevel)
        let isJournal = environment["JOURNAL_STREAM"] != nil
        LoggingSystem.bootstrap { label in
            var log = JournalLog(label: label, isJournal: isJournal)
            log.logLevel = level
            return log
        }
    }

    func run() async throws {
        let log = Logger(label: "galleyd")
        try makePrivateFolder(places.state)
        let boot = BootID(PostID(bits: UInt64.random(in: .min ... .max)).text)
        let store = try PostStore.open(at: settings.store, boot: boot, now: systemClock) { log.warning("\($0)") }
        defer { store.close() }
        try await store.recomputeDates(zones.instant)
        try await store.sweepMedia()
        let doors = try openDoors()
        let pass =
            PostID(bits: UInt64.random(in: .min ... .max)).text + PostID(bits: UInt64.random(in: .min ... .max)).text
        let courier = try self.courier(store, doors: doors, pass: pass)
        let desk = try await frontDesk(store, pass: pass)
        var services: [any Service] = [courier]
        services += desk.services(doors)
        services += [
            Housekeeping(store: store, zones: zones, settings: settings, log: Logger(label: "housekeeping")),
            Watchdog(store: store, notice: notice), Readiness(notice: notice, words: readyWords(doors)),
        ]
        let group = ServiceGroup(
            configuration: .init(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
        try await group.run()
        log.notice("stopped")
    }

    private func courier(_ store: PostStore, doors: [Door], pass: String) throws -> Courier {
        var capacity = Transfer.Settings()
        capacity.perHostMax = settings.courier.perTargetMax
        capacity.totalMax = settings.courier.underWayMax
        let transport = LiveTransport(
            transfer: try Transfer(capacity), limits: TransferLimits(settings.courier), userAgent: userAgent,
            rehearsal: LiveTransport.Rehearsal(doors, pass: pass), now: systemClock)
        return Courier(
            store: store, targets: settings.targets, transport: transport,
            limits: .init(underWayMax: settings.courier.underWayMax, perTargetMax: settings.courier.perTargetMax),
            log: Logger(label: "courier"),
            environment: environment, darkroom: darkroom, now: systemClock)
    }

    private func frontDesk(_ store: PostStore, pass: String) async throws -> FrontDesk {
        let name = settings.timeZone ?? ZoneFiles.systemZone()
        guard let zone = zones.zone(name) else { throw DaemonError.noZone(name) }
        let user = try await store.firstUser(named: firstUserName)
        var server = ServerSettings(
            version: GalleyVersion.text, startedAt: systemClock(), publicURL: settings.http.publicURL,
            rehearsalPass: pass,
            siteFolders: settings.siteFolders, composerFolder: composerFolder(),
            mediaBytesMax: settings.mediaBytesMax,
            report: settings.report.map { SettingBody(name: $0.name, value: $0.value, source: $0.source) },
            ownUID: geteuid(), administrator: user.id, now: systemClock)
        if let darkroom {
            server.makeUpright = { try await darkroom.develop($0, into: $1, as: $2, sideMax: nil) }
        }
        var render = RenderOptions()
        render.rawHTML = settings.rawHTML
        render.smartPunctuation = settings.smartPunctuation
        var desk = DeskSettings(
            render: render, zone: zone, zones: { [zones] in zones.zone($0) }, defaultTargets: settings.defaultTargets,
            undoWindow: settings.undoWindow)
        desk.canFitPictures = darkroom != nil
        return FrontDesk(
            store: store, targets: settings.targets, desk: desk, settings: server, log: Logger(label: "server"))
    }

    /// What is due is delivered whether or not there is a page to write in.
    private func composerFolder() -> String? {
        do {
            return try Installation().composer(chosen: settings.http.composer)
        } catch {
            Logger(label: "galleyd").error("\(error)")
            return nil
        }
    }

    /// Both doors are open before the daemon calls itself ready: callers wait in line instead of being turned away.
    private func openDoors() throws -> [Door] {
        var doors = [try Door.open(file: settings.http.socket)]
        if !settings.http.listen.isEmpty {
            guard let colon = settings.http.listen.lastIndex(of: ":"),
                let port = Int(settings.http.listen[settings.http.listen.index(after: colon)...]),
                (0...65535).contains(port)
            else { throw DaemonError.badListen(settings.http.listen) }
            doors.append(try Door.open(host: String(settings.http.listen[..<colon]), port: port))
        }
        return doors
    }

    private var darkroom: Darkroom? { Darkroom(program: settings.vipsthumbnail, environment: environment) }

    private var userAgent: String {
        let name = "Galley/\(GalleyVersion.text)"
        return settings.http.publicURL.map { "\(name) (+\($0))" } ?? name
    }

    private var firstUserName: String {
        if !settings.author.isEmpty { return String(settings.author.prefix(100)) }
        return environment["USER"].flatMap { $0.isEmpty ? nil : $0 } ?? "author"
    }

    private func readyWords(_ doors: [Door]) -> String {
        "Listening on \(doors.map { "\($0.place)" }.joined(separator: " and ")); \(settings.targets.count) targets."
    }

    private func makePrivateFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}

/// Why the daemon cannot start although its settings are in order one by one.
enum DaemonError: Error, CustomStringConvertible {
    case noZone(ZoneName)
    case badListen(String)

    var description: String {
        switch self {
        case .noZone(let name):
            "The system has no time zone “\(name)”. Install the package tzdata, or set another time_zone."
        case .badListen(let found):
            "`listen` in [http] is “\(found)”. Write a loopback address and port, such as 127.0.0.1:4470."
        }
    }
}

/// The time by the system's clock.
@Sendable func systemClock() -> Instant {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
}

extension Logger.Level {
    fileprivate init(_ level: Settings.LogLevel) {
        self =
            switch level {
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error: .error
            }
    }
}

extension TransferLimits {
    fileprivate init(_ settings: CourierSettings) {
        self.init()
        connectMilliseconds = settings.connect.milliseconds
        firstByteMilliseconds = settings.firstByte.milliseconds
        stallMilliseconds = settings.stall.milliseconds
        wholeMilliseconds = settings.whole.milliseconds
        downloadBytesMax = settings.answerBytesMax
    }
}

extension Span {
    fileprivate var milliseconds: Int { Int(microseconds / 1000) }
}

extension LiveTransport.Rehearsal {
    /// The daemon's own inbox, through its TCP door if it has one.
    fileprivate init(_ doors: [Door], pass: String) {
        for door in doors {
            if case .loopback(let host, let port) = door.place {
                let address = host.contains(":") ? "[\(host)]" : host
                self.init(address: "http://\(address):\(port)/rehearsal", pass: pass)
                return
            }
        }
        var socket: String?
        if case .file(let path)? = doors.first?.place { socket = path }
        self.init(address: "http://localhost/rehearsal", pass: pass, unixSocket: socket)
    }
}
