import FoundationEssentials
import Glibc
import Logging
import OpenMetrics
import PostStore
import Posts
import Server
import ServiceLifecycle
import Settings
import UnixSignals

/// Builds the components in the order of their dependencies, runs them, and stops them in reverse order.
struct Daemon {
    private let directories: Directories
    private let environment: [String: String]
    private let settingsFile: String?
    private let inForce: SettingsInForce
    private let notice: ServiceNotice
    private let threshold: LogThreshold
    private let zones = ZoneFiles()
    private let metrics = Metrics()

    /// - Throws: problems of the settings, before the daemon changes anything.
    init(settingsFile: String?, environment: [String: String]) throws {
        self.environment = environment
        self.settingsFile = settingsFile
        directories = try Directories(environment: environment)
        let settings = try Settings(settingsFile, directories: directories)
        inForce = SettingsInForce(settings)
        notice = ServiceNotice(environment: environment)
        threshold = LogThreshold(Logger.Level(settings.logLevel))
        let isJournal = environment["JOURNAL_STREAM"] != nil
        LoggingSystem.bootstrap { [threshold] label in
            JournalLog(label: label, isJournal: isJournal, threshold: threshold)
        }
    }

    func run() async throws {
        let log = Logger(label: "galleyd")
        let settings = inForce.settings
        do { try makePrivateFolder(directories.state) } catch { throw DaemonError.noState(directories.state) }
        let store = try PostStore.open(
            settings.store, boot: BootID(Components.newWord()), agreeing: { [inForce] in inForce.settings.agreement },
            timings: metrics.commits
        ) {
            log.warning("\($0)")
        }
        defer { store.close() }
        let sockets = try openSockets(settings.http, log)
        let services: ServiceGroup
        do {
            // Without a terminal a reload would end it. What it reads at its start holds until it is started again.
            if !hasTerminal { _ = signal(SIGHUP, SIG_IGN) }
            guard try await Turn(store: store, notice: notice, log: log).take(sockets, endings) else {
                for socket in sockets { socket.abandon() }
                return
            }
            let clock = ClockMonitor(
                lastChange: try await store.lastChange(),
                owner: settings.store.isServer ? "the database" : "this machine", now: store.now)
            try await store.recomputeDates(zones.instant)
            try await store.sweepMedia()
            services = try await assemble(store, clock, settings, sockets, log)
        } catch {
            // A dead socket's file would hide a daemon elsewhere from the command line.
            for socket in sockets { socket.abandon() }
            throw error
        }
        try await services.run()
        log.notice("stopped")
    }

    private func assemble(
        _ store: PostStore, _ clock: ClockMonitor, _ settings: Settings, _ sockets: [ListeningSocket], _ log: Logger
    ) async throws -> ServiceGroup {
        let supervisor = Supervisor(environment: environment)
        let reload = Reload(
            inForce: inForce, notice: notice, supervisor: supervisor, log: log,
            files: { [settingsFile, directories] in
                SettingsFiles(explicit: settingsFile, directories: directories).paths
            },
            read: { [settingsFile, directories] in try Settings(settingsFile, directories: directories) })
        let kept = Components.KeptAcrossReloads(
            store: store, zones: zones, clock: clock, metrics: metrics, environment: environment,
            startedAt: store.now(), pass: try Secrets.newWord(), reload: { try await reload.perform() },
            planReload: { try await reload.plan() }, rebuild: { try await reload.rebuild($0) },
            troubles: troubles(clock), isService: directories.isSystem, sessionsFolder: directories.inState("sessions"),
            scratch: emptiedScratch(log))
        let components = try await Components(kept, settings: settings, sockets: sockets)
        await reload.lead(components, examine: { try await $0.checkFeedPaths(in: store) }) { [threshold] next in
            threshold.set(Logger.Level(next.logLevel))
        }
        let status: @Sendable () async -> StatusWords = { [inForce] in
            await components.status(inForce.settings, sockets: sockets)
        }
        let hangUp: [any Service] =
            hasTerminal ? [] : [ReloadSignal(reload: reload, hangUps: await UnixSignalsSequence(trapping: .sighup))]
        let welcome: [any Service] =
            directories.isSystem || isatty(STDOUT_FILENO) != 1 ? [] : [Welcome(link: components.signInLink, log: log)]
        let services: [any Service] =
            [components.courier, components.notifier, components.freezer] + components.listeners(sockets) + hangUp + [
                Maintenance(
                    store: store, zones: zones, settings: { [inForce] in inForce.settings }, clock: clock,
                    exposures: components.exposures, log: Logger(label: "housekeeping")),
                StoreMonitor(store: store, log: Logger(label: "store")),
                Watchdog(store: store, notice: notice),
                StatusLine(store: store, notice: notice, words: status), Readiness(notice: notice, words: status),
            ] + welcome
        return ServiceGroup(
            configuration: .init(services: services, gracefulShutdownSignals: endings, logger: log))
    }

    /// Current faults of the machine and the settings.
    private func troubles(_ clock: ClockMonitor) -> @Sendable () -> [Warning] {
        { [inForce, isService = directories.isSystem] in
            let closed = isService ? SiteFolders(folders: inForce.settings.siteFolders).closed : []
            return [clock.warning, inForce.trouble].compactMap { $0 } + closed.map(SiteFolders.warning)
        }
    }

    /// The signals that end the daemon. SIGHUP from a closed terminal is one, because no message could be read any
    /// more.
    private var endings: [UnixSignal] { [.sigterm, .sigint] + (hasTerminal ? [.sighup] : []) }

    private var hasTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Opens the sockets before the daemon reports that it is ready, so that early connections wait and are not
    /// refused.
    private func openSockets(_ http: HTTPSettings, _ log: Logger) throws -> [ListeningSocket] {
        let handed = try InheritedSockets(environment: environment)
        for note in handed.notes(on: http) { log.warning("\(note)") }
        // The TCP socket first: if another program has the port, no socket file is left behind.
        var sockets: [ListeningSocket] = []
        if let socket = handed.loopback {
            sockets.append(socket)
        } else if !http.listen.isEmpty {
            guard case .loopback(let host, let port)? = ListeningSocket.Address(listen: http.listen) else {
                throw ListeningSocketError.notLoopback(http.listen)
            }
            sockets.append(try ListeningSocket.open(host: host, port: port))
        }
        return [try handed.file ?? ListeningSocket.open(file: http.socket)] + sockets
    }

    /// A cache folder for pictures, emptied of files from a daemon that was killed.
    private func emptiedScratch(_ log: Logger) -> String? {
        let path = "\(directories.cache)/pictures"
        do {
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
            try makePrivateFolder(path)
            return path
        } catch {
            log.warning(
                "The cache cannot be used; pictures are shrunk in the state directory.",
                metadata: ["error": "\(error)"])
            return nil
        }
    }

    private func makePrivateFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}

/// Why the daemon cannot start although each setting is valid.
enum DaemonError: Error, CustomStringConvertible {
    case noZone(ZoneName)
    case noState(String)

    var description: String {
        switch self {
        case .noZone(let name):
            "The system has no time zone “\(name)”. Install the package tzdata, or set another time_zone."
        case .noState(let path):
            "The state directory \(path) cannot be made. Check the owner and the permissions of the folder above it."
        }
    }
}

/// The time of the system clock.
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
