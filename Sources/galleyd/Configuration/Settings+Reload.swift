import Posts
import Settings
import Targets
import Wire

/// The input from which a target was made.
struct TargetOrigin: Equatable {
    /// Its table in the files.
    let written: String
    /// Settings outside the table that affect the target.
    let shared: [String]
    let secret: Secret?
    /// A hash over the files of a site's theme.
    let theme: Int?
}

extension Settings {
    /// Settings that need a restart, because the sockets and the store are open and the transfer has reserved its
    /// slots.
    static let unchangeable: Set<String> = [
        "store.path", "store.url", "store.connections", "store.media", "http.listen", "http.socket", "http.public_url",
        "courier.under_way_max",
        "courier.per_target_max",
    ]

    /// These settings, with the unchangeable ones taken from `running`.
    func followed(from running: Settings) -> Settings {
        var next = self
        next.store = running.store
        let composer = http.composer
        next.http = running.http
        next.http.composer = composer
        next.courier = running.courier
        next.report = report.map { line in
            guard Self.unchangeable.contains(line.name) else { return line }
            return running.report.first { $0.name == line.name } ?? line
        }
        return next
    }

    /// Settings by which texts are made for targets.
    private static let rendering: Set<String> = ["render.raw_html", "render.smart_punctuation"]

    /// The targets at which copies stay as they were sent although a reload has changed how texts are made; nil if there
    /// are none.
    func unchangedCopies(after changes: ReloadBody) -> [String]? {
        guard !Self.rendering.isDisjoint(with: changes.settings) else { return nil }
        let names = targets.filter { $0.siteTarget == nil && $0.kindName != .articles }.map(\.name.text)
        return names.isEmpty ? nil : names
    }

    /// The differences between these settings and those in `running`.
    func changes(from running: Settings, restart: String) -> ReloadBody {
        let old = Dictionary(running.report.map { ($0.name, $0.value) }) { first, _ in first }
        let changed = report.filter { !$0.name.hasPrefix("target.") && old[$0.name] != $0.value }.map(\.name)
        let waiting = changed.filter(Self.unchangeable.contains)
        let names = targets.map(\.name)
        return ReloadBody(
            settings: changed.filter { !Self.unchangeable.contains($0) },
            targetsAdded: names.filter { running.targetOrigins[$0] == nil }.map(\.text),
            targetsChanged: names.filter { name in
                running.targetOrigins[name].map { $0 != targetOrigins[name] } ?? false
            }.map(\.text),
            targetsRemoved: running.targets.map(\.name).filter { targetOrigins[$0] == nil }.map(\.text),
            waiting: waiting, next: waiting.isEmpty ? nil : restart)
    }
}
