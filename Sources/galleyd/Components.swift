import Courier
import Darkroom
import Glibc
import Logging
import OpenMetrics
import PostStore
import Posts
import Rendering
import Server
import ServiceLifecycle
import Settings
import Synchronization
import Transfer
import Wire

/// The components that depend on settings. They are built at the start, and a reload passes new settings to them.
final class Components: Sendable {
    let courier: Courier
    let notifier: Notifier
    private let kept: KeptAcrossReloads
    private let transport: LiveTransport
    private let sessions: ServiceSessions
    private let server: Mutex<GalleyServer>
    private let administrator: UserID

    /// The values that a reload does not change.
    struct KeptAcrossReloads: Sendable {
        let store: PostStore
        let zones: ZoneFiles
        let clock: ClockMonitor
        let metrics: Metrics
        let environment: [String: String]
        /// By the desk's clock.
        let startedAt: Instant
        let steadyStart = ContinuousClock.now
        /// The pass for the rehearsal inbox.
        let pass: String
        let reload: @Sendable () async throws -> ReloadBody
        let planReload: @Sendable () async throws -> ReloadPlanBody
        /// Makes pages of sites again.
        let rebuild: @Sendable (RebuildRequestBody) async throws -> RebuildBody
        /// Current faults of the machine and the settings.
        let troubles: @Sendable () -> [Warning]
        /// Whether systemd's unit restricts the folders that the daemon may write to.
        let isService: Bool
        /// The folder for the sessions at services.
        let sessionsFolder: String
        /// The folder for temporary pictures; nil when there is none.
        let scratch: String?
    }

    init(_ kept: KeptAcrossReloads, settings: Settings, sockets: [ListeningSocket]) async throws {
        self.kept = kept
        let now = kept.store.now
        transport = try LiveTransport(
            limits: settings.transfer, userAgent: settings.userAgent,
            rehearsal: LiveTransport.Rehearsal(sockets, pass: kept.pass),
            timeLeft: { [store = kept.store] in store.timeLeft })
        sessions = ServiceSessions(folder: kept.sessionsFolder, log: Logger(label: "sessions"), now: now)
        courier = Courier(
            store: kept.store, targets: settings.targets,
            transport: SessionTransport(transport, sessions: sessions),
            limits: settings.courier, log: Logger(label: "courier"), environment: kept.environment,
            darkroom: settings.darkroom(kept.environment), scratch: kept.scratch,
            metrics: kept.metrics, now: now,
            isClockTrusted: { [clock = kept.clock] in clock.verdict == .trusted })
        notifier = Notifier(
            store: kept.store, settings: settings.notify, transport: transport, environment: kept.environment,
            log: Logger(label: "notify"), metrics: kept.metrics, now: now)
        let name = settings.firstUserName(kept.environment)
        let administrator = try await kept.store.firstUser(named: name).id
        server = Mutex(
            GalleyServer(
                store: kept.store, targets: settings.targets, writing: try settings.writing(kept),
                settings: settings.server(kept, administrator, courier), log: Logger(label: "server")))
        self.administrator = administrator
    }

    var freezer: Freezer {
        Freezer(store: kept.store, server: { [self] in server.withLock { $0 } }, log: Logger(label: "freezer"))
    }

    func listeners(_ sockets: [ListeningSocket]) -> [any Service] { server.withLock { $0 }.services(sockets) }

    func exposures() async throws -> [String] { try await server.withLock { $0 }.exposures() }

    func signInLink() async throws -> String? { try await server.withLock { $0 }.signInLink() }

    /// Applies other settings from now on.
    /// - Returns: what does not go on with them, such as deliveries to a removed target, and the pages that changed.
    /// - Throws: before any change, so that an error leaves the old settings in force.
    func follow(_ settings: Settings) async throws -> ReloadEffects {
        let writing = try settings.writing(kept)
        let serving = settings.server(kept, administrator, courier)
        server.withLock { $0 = $0.reload(targets: settings.targets, writing: writing, settings: serving) }
        let transport = transport.limited(to: settings.transfer)
        notifier.follow(settings.notify, transport)
        let outcome = await courier.reload(
            targets: settings.targets, transport: SessionTransport(transport, sessions: sessions),
            darkroom: settings.darkroom(kept.environment))
        var effects = ReloadEffects(
            troubles: outcome.troubles, rebuilt: outcome.rebuilt.map { SiteRebuildBody($0) })
        do {
            try await kept.store.announceTargets()
        } catch {
            effects.troubles.append("Open windows still show the old targets: \(error.description)")
        }
        return effects
    }

    /// Makes the pages of sites again, by the settings in force.
    func rebuild(_ sites: Set<TargetName>?) async -> [SiteRebuildBody] {
        await courier.rebuild(sites).map { SiteRebuildBody($0) }
    }

    /// Counts the pages that would change with these settings.
    func countRebuild(_ sites: Set<TargetName>?, by settings: Settings) async throws -> [SiteRebuildBody] {
        try await Courier.countRebuild(sites, as: settings.targets, in: kept.store).map { SiteRebuildBody($0) }
    }

    /// The daemon's state for `systemctl status`.
    func status(_ settings: Settings, sockets: [ListeningSocket]) async -> StatusWords {
        var words = StatusWords()
        words.troubles = kept.store.fault.map { ["\($0.description) \($0.advice)"] } ?? []
        let troubles = kept.troubles()
        words.troubles += troubles.map(\.text)
        words.targets = settings.targets.count
        words.addresses = sockets.map { "\($0.address)" }
        do {
            words.warnings = try await server.withLock { $0 }.warnings()
                .count { $0.kind != .machine && !troubles.contains($0) }
            let toCome = try await kept.store.toCome()
            words.waiting = toCome.count
            if let next = toCome.next, let zone = settings.zone(kept.zones) {
                let clock = zone.rules.wallClock(at: next).text
                words.next = "\(clock.prefix(16).split(separator: "T").joined(separator: " ")) \(zone.name)"
            }
        } catch {
            words.troubles.append("The store cannot be read: \(error)")
        }
        return words
    }

    static func newWord() -> String { PostID(bits: UInt64.random(in: .min ... .max)).text }
}

extension SiteRebuildBody {
    fileprivate init(_ count: SiteRebuild) {
        self.init(
            site: count.site.text, pages: count.pages, changed: count.changed, kept: count.kept,
            toExamine: count.pages - count.examined, failures: count.failures)
    }
}

// MARK: - Values derived from settings

extension Settings {
    fileprivate func zone(_ zones: ZoneFiles) -> Zone? { zones.zone(timeZone ?? ZoneFiles.systemZone()) }

    fileprivate func writing(_ kept: Components.KeptAcrossReloads) throws -> WritingSettings {
        guard let zone = zone(kept.zones) else {
            throw DaemonError.noZone(timeZone ?? ZoneFiles.systemZone())
        }
        var render = RenderOptions()
        render.rawHTML = rawHTML
        render.smartPunctuation = smartPunctuation
        var writing = WritingSettings(
            render: render, zone: zone, zones: { [zones = kept.zones] in zones.zone($0) },
            defaultTargets: defaultTargets, undoWindow: undoWindow)
        writing.canFitPictures = darkroom(kept.environment) != nil
        writing.clockDoubt = { [clock = kept.clock] in clock.warning?.text }
        return writing
    }

    fileprivate func server(
        _ kept: Components.KeptAcrossReloads, _ administrator: UserID, _ courier: Courier
    ) -> ServerSettings {
        var server = ServerSettings(
            version: GalleyVersion.text, startedAt: kept.startedAt, publicURL: http.publicURL,
            rehearsalPass: kept.pass, siteFolders: siteFolders, composerFolder: composerFolder,
            mediaBytesMax: mediaBytesMax,
            report: readersReport.map { SettingBody(name: $0.name, value: $0.value, source: $0.source) },
            ownUID: geteuid(), administrator: administrator, now: kept.store.now)
        if let darkroom = darkroom(kept.environment) {
            server.makeUpright = { try await darkroom.develop($0, into: $1, as: $2, sideMax: nil) }
            server.pictureConfinement = ConfinementBody(Darkroom.confinement)
        }
        server.steadyStart = kept.steadyStart
        server.metrics = kept.metrics
        server.notificationMeans = notify.means
        server.zoneData = { [zones = kept.zones] in zones.version }
        server.readZonesAgain = { [zones = kept.zones] in zones.readAgain() }
        server.reload = kept.reload
        server.planReload = kept.planReload
        server.rebuild = kept.rebuild
        server.troubles = { kept.troubles() + courier.troublesOfSites + courier.troublesOfSecrets }
        server.isService = kept.isService
        if kept.isService {
            let folders = SiteFolders(folders: siteFolders)
            server.closedFolders = { folders.closed }
        }
        return server
    }

    /// The folder of the composer's page; nil when it is missing. Deliveries work without it.
    private var composerFolder: String? {
        do {
            return try Installation().composer(chosen: http.composer)
        } catch {
            Logger(label: "galleyd").error("\(error)")
            return nil
        }
    }

    fileprivate func darkroom(_ environment: [String: String]) -> Darkroom? {
        Darkroom(program: vipsthumbnail, environment: environment)
    }

    fileprivate var userAgent: String {
        let name = "Galley/\(GalleyVersion.text)"
        return http.publicURL.map { "\(name) (+\($0))" } ?? name
    }

    fileprivate func firstUserName(_ environment: [String: String]) -> String {
        if !author.isEmpty { return String(author.prefix(100)) }
        return environment["USER"].flatMap { $0.isEmpty ? nil : $0 } ?? "author"
    }
}

extension LiveTransport.Rehearsal {
    /// The daemon's own inbox, reached over its TCP socket if it has one.
    fileprivate init(_ sockets: [ListeningSocket], pass: String) {
        for socket in sockets {
            if case .loopback(let host, let port) = socket.address {
                let address = host.contains(":") ? "[\(host)]" : host
                self.init(address: "http://\(address):\(port)/rehearsal", pass: pass)
                return
            }
        }
        var socket: String?
        if case .file(let path)? = sockets.first?.address { socket = path }
        self.init(address: "http://localhost/rehearsal", pass: pass, unixSocket: socket)
    }
}
