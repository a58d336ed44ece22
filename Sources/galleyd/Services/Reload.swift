import Logging
import Server
import ServiceLifecycle
import Synchronization
import UnixSignals
import Wire

/// The settings in force and the result of the latest reload.
final class SettingsInForce: Sendable {
    private struct State {
        var settings: Settings
        var trouble: String?
    }
    private let state: Mutex<State>

    init(_ settings: Settings) { state = Mutex(State(settings: settings)) }

    var settings: Settings { state.withLock { $0.settings } }

    /// Why the current files are not in force; nil when they are.
    var trouble: String? { state.withLock { $0.trouble } }

    func follow(_ settings: Settings) { state.withLock { $0 = State(settings: settings) } }

    func refuse(_ first: String) {
        let words =
            "The settings files have errors, so the old settings stay in force: \(first) Next: galley config check"
        state.withLock { $0.trouble = words }
    }
}

/// Reloads the settings while the daemon runs: all of them or none.
actor Reload {
    private let inForce: SettingsInForce
    private let files: @Sendable () -> [String]
    private let read: @Sendable () throws -> Settings
    private var examine: @Sendable (Settings) async throws -> Void = { _ in }
    private var follow: @Sendable (Settings) async throws -> [String] = { _ in [] }
    private let notice: ServiceNotice
    private let supervisor: Supervisor
    private let log: Logger
    private var latest: Task<ReloadBody, any Error>?

    /// - Parameters:
    ///   - files: the paths of the current files.
    ///   - read: reads them.
    init(
        inForce: SettingsInForce, notice: ServiceNotice, supervisor: Supervisor, log: Logger,
        files: @escaping @Sendable () -> [String], read: @escaping @Sendable () throws -> Settings
    ) {
        self.inForce = inForce
        self.files = files
        self.read = read
        self.notice = notice
        self.supervisor = supervisor
        self.log = log
    }

    /// - Parameters:
    ///   - examine: throws if the store contradicts the settings.
    ///   - follow: applies new settings to the components, and returns what went wrong afterwards. It may throw only before
    ///     it changes anything.
    func lead(
        examine: @escaping @Sendable (Settings) async throws -> Void,
        follow: @escaping @Sendable (Settings) async throws -> [String]
    ) {
        self.examine = examine
        self.follow = follow
    }

    /// What a reload would do now.
    func plan() async throws -> ReloadPlanBody {
        let paths = files()
        do {
            let read = try read()
            try await examine(read)
            return ReloadPlanBody(
                files: paths, changes: read.changes(from: inForce.settings, restart: supervisor.restart),
                closedFolders: supervisor.confines ? SiteFolders(folders: read.siteFolders).closed : [])
        } catch let error as SettingsProblems {
            return ReloadPlanBody(files: paths, problems: error.problems.map(\.body))
        } catch let error as SettingsProblem {
            return ReloadPlanBody(files: paths, problems: [error.body])
        }
    }

    /// Runs reloads one after the other, in the order of the requests.
    /// - Throws: `ReloadRefused`
    func perform() async throws -> ReloadBody {
        let earlier = latest
        let reload = Task {
            _ = await earlier?.result
            return try await once()
        }
        latest = reload
        return try await reload.value
    }

    private func once() async throws -> ReloadBody {
        notice.reloading(at: ClockMonitor.monotonicMicroseconds)
        do {
            let running = inForce.settings
            let read = try read()
            try await examine(read)
            let next = read.followed(from: running)
            let troubles = try await follow(next)
            inForce.follow(next)
            var changes = read.changes(from: running, restart: supervisor.restart)
            if !troubles.isEmpty { changes.troubles = troubles }
            log.notice("The settings were reloaded. \(changes.sentences.joined(separator: " "))")
            notice.ready("The settings were reloaded.")
            return changes
        } catch {
            let lines = "\(error)".split(whereSeparator: \.isNewline).map(String.init)
            for line in lines { log.error("The settings files have errors: \(line)") }
            inForce.refuse(lines.first ?? "")
            notice.ready(inForce.trouble ?? "")
            throw ReloadRefused(lines: lines)
        }
    }
}

/// Reloads on SIGHUP, as daemons traditionally do.
struct ReloadSignal: Service {
    let reload: Reload
    /// The signal is trapped before the daemon reports that it is ready, because an untrapped SIGHUP would end it.
    let hangUps: UnixSignalsSequence

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in hangUps {
                // The error is in the log and in the status.
                _ = try? await reload.perform()
            }
        }
    }
}
