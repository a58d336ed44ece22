import Logging
import Posts
import Server
import ServiceLifecycle
import Settings
import Synchronization
import UnixSignals
import Wire

/// The settings in force and the result of the latest reload.
final class SettingsInForce: Sendable {
    private struct State: Sendable {
        var settings: Settings
        var trouble: Warning?
    }
    private let state: Mutex<State>

    init(_ settings: Settings) { state = Mutex(State(settings: settings)) }

    var settings: Settings { state.withLock { $0.settings } }

    /// Why the current files are not in force; nil when they are.
    var trouble: Warning? { state.withLock { $0.trouble } }

    func follow(_ settings: Settings) { state.withLock { $0 = State(settings: settings) } }

    func refuse(_ first: String) {
        let warning = Warning(
            .settings, "The settings files have errors, so the old settings stay in force: \(first)",
            next: "galley config check")
        state.withLock { $0.trouble = warning }
    }
}

/// Reloads the settings while the daemon runs: all of them or none.
actor Reload {
    private let inForce: SettingsInForce
    private let files: @Sendable () -> [String]
    private let read: @Sendable () throws -> Settings
    private var examine: @Sendable (Settings) async throws -> Void = { _ in }
    private var components: Components?
    private var followed: @Sendable (Settings) -> Void = { _ in }
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
    ///   - components: follow new settings.
    ///   - examine: throws if the store contradicts the settings.
    ///   - followed: called after the components have followed.
    func lead(
        _ components: Components, examine: @escaping @Sendable (Settings) async throws -> Void,
        followed: @escaping @Sendable (Settings) -> Void
    ) {
        self.components = components
        self.examine = examine
        self.followed = followed
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
            let effects = try await components?.follow(next) ?? ReloadEffects()
            followed(next)
            inForce.follow(next)
            var changes = read.changes(from: running, restart: supervisor.restart)
            if !effects.troubles.isEmpty { changes.troubles = effects.troubles }
            if !effects.rebuilt.isEmpty { changes.rebuilt = effects.rebuilt }
            changes.unchangedCopies = next.unchangedCopies(after: changes)
            log.notice("The settings were reloaded. \(changes.sentences.joined(separator: " "))")
            notice.ready("The settings were reloaded.")
            return changes
        } catch {
            let lines = "\(error)".split(whereSeparator: \.isNewline).map(String.init)
            for line in lines { log.error("The settings files have errors: \(line)") }
            inForce.refuse(lines.first ?? "")
            notice.ready(inForce.trouble?.text ?? "")
            throw ReloadRefused(lines: lines)
        }
    }
}

/// Making pages of sites again, by the settings in the files.
extension Reload {
    /// Reads the settings again, as a reload does, and makes every page again that differs from what they make of its
    /// delivered text. A dry run counts these pages, and changes neither pages nor settings.
    /// - Throws: `ReloadRefused`
    func rebuild(_ wish: RebuildRequestBody) async throws -> RebuildBody {
        let sites = try wish.site.map { Set([try TargetName($0)]) }
        if wish.isDryRun ?? false {
            let counts = try await components?.countRebuild(sites, by: filed()) ?? []
            return RebuildBody(sites: counts, isDryRun: true)
        }
        var reload = try await perform()
        let earlier = (reload.rebuilt ?? []).filter { wish.site == nil || $0.site == wish.site }
        // Both belong to one count.
        reload.rebuilt = nil
        let counts = await components?.rebuild(sites) ?? []
        let sums = counts.map { count in count.adding(earlier.first { $0.site == count.site }) }
        return RebuildBody(sites: sums, isDryRun: false, reload: reload == .nothing ? nil : reload)
    }

    /// The settings in the files, as far as the running daemon can follow them.
    private func filed() throws -> Settings {
        do {
            return try read().followed(from: inForce.settings)
        } catch {
            throw ReloadRefused(lines: "\(error)".split(whereSeparator: \.isNewline).map(String.init))
        }
    }
}

extension SiteRebuildBody {
    /// - Parameter earlier: the same site a moment before.
    fileprivate func adding(_ earlier: SiteRebuildBody?) -> SiteRebuildBody {
        guard let earlier else { return self }
        return SiteRebuildBody(
            site: site, pages: pages, changed: changed + earlier.changed, kept: kept, toExamine: toExamine,
            failures: failures.isEmpty ? earlier.failures : failures)
    }
}

/// What new settings have changed besides the settings.
struct ReloadEffects {
    /// Each with the next command.
    var troubles: [String] = []
    var rebuilt: [SiteRebuildBody] = []
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
