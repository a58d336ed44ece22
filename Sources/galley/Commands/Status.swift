import ArgumentParser
import Posts
import Wire

struct Status: DaemonCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the state of the daemon, the posts and the targets on one screen.",
        discussion: """
            The daemon and its disk, posts and deliveries by state, the next deliveries, the health of the targets, \
            and what needs attention, with the command for it.

            Examples:
              galley status
              galley status --json
            """)

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let status = try client.send(DaemonCall(API.showStatus))
        try output.show(status) { StatusText(output: output).text($0) }
    }
}

extension StatusBody {
    /// After an unclean shutdown, the daemon checks the whole store while it serves requests.
    var isStoreBeingChecked: Bool { storeHealth == "checking" }
    var isStoreHealthy: Bool { storeHealth == "healthy" }
}

private struct StatusText {
    let output: Output
    private var style: Style { output.style }

    func text(_ status: StatusBody) -> String {
        var facts = Facts()
        facts.add("Daemon", daemon(status))
        facts.add("Store", store(status))
        facts.add("Backup", backup(status))
        facts.add("Time zones", status.zoneData)
        facts.add("Posts", counts(status.posts, order: ["draft", "scheduled", "published", "unpublished", "deleted"]))
        facts.add("Deliveries", counts(status.deliveries, order: Self.deliveryStates))
        facts.add("Paused", pauses(status.pauses), .warning)
        facts.add("Next", next(status))
        facts.add("Targets", status.targets.map(target))
        return facts.text(style) + warnings(status)
    }

    private func daemon(_ status: StatusBody) -> String {
        let since = "since \(output.clock.text(status.startedAt))"
        let uptime = status.uptimeSeconds.map { "up \(Self.length($0)), " } ?? ""
        return "galleyd \(status.version), \(uptime)\(since)"
    }

    /// The two largest units that are not zero, such as `3 d 4 h` or `12 min`.
    private static func length(_ seconds: Int) -> String {
        var (left, words) = (max(0, seconds), [String]())
        for (unit, length) in [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)] where left >= length {
            words.append("\(left / length) \(unit)")
            left %= length
        }
        return words.isEmpty ? "0 s" : words.prefix(2).joined(separator: " ")
    }

    private func store(_ status: StatusBody) -> String {
        let isWell = status.isStoreHealthy && status.fault == nil
        let ink: Ink = isWell ? .good : status.fault == nil && status.isStoreBeingChecked ? .warning : .bad
        let health = status.fault?.words.inSentence ?? status.storeFinding ?? status.storeHealth
        let disk = status.disk.map { disk in
            ", \(ByteCount(disk.storeBytes + disk.logBytes).text), \(ByteCount(disk.freeBytes).text) free"
        }
        return "\(status.store), \(style.paint(health, ink))\(disk ?? "")"
    }

    /// An older daemon reports neither its disk nor its backups.
    private func backup(_ status: StatusBody) -> String? {
        if let at = status.lastBackupAt { return output.clock.text(at) }
        return status.disk == nil ? nil : style.paint("none yet", .warning)
    }

    /// “*” stands for all targets.
    private func pauses(_ names: [String]) -> String {
        names.map { $0 == "*" ? "every target" : $0.oneLine }.joined(separator: ", ")
    }

    private static let deliveryStates = [
        "uncertain", "blocked", "failed", "missed", "retrying", "armed", "preparing", "reconciling", "due", "scheduled",
        "delivered",
    ]

    /// Leaves out zero counts. The states in `order` come first, and states unknown to this program last.
    private func counts(_ counts: [String: Int], order: [String]) -> String {
        let rest = counts.keys.filter { !order.contains($0) }.sorted()
        let words = (order + rest).compactMap { word -> String? in
            guard let count = counts[word], count > 0 else { return nil }
            return style.paint("\(count) \(word)", Ink(state: word))
        }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    private func next(_ status: StatusBody) -> [String] {
        let upcoming = status.upcoming.isEmpty ? status.nextDelivery.map { [$0] } ?? [] : status.upcoming
        guard !upcoming.isEmpty else { return ["nothing is waiting"] }
        return upcoming.map { delivery in
            let time = output.clock.soon(delivery.wakeAt ?? delivery.dueAt)
            return "\(delivery.postTitle.oneLine.cut(toColumns: 40)) to \(delivery.target), \(time)"
        }
    }

    private func target(_ target: TargetHealthBody) -> String {
        var parts: [String] = []
        switch target.isWell {
        case true?: parts.append(style.paint("healthy", .good))
        case false?:
            parts.append(style.paint("failed", .bad) + (target.words.map { ": \($0.inSentence)" } ?? ""))
        case nil: parts.append(style.paint("never checked", .faint))
        }
        if target.isPaused { parts.append(style.paint("paused", .warning)) }
        if target.open > 0 { parts.append("\(target.open) on the way") }
        return "\(target.name.oneLine) (\(target.kind)), " + parts.joined(separator: ", ")
    }

    private func warnings(_ status: StatusBody) -> String {
        guard !status.warnings.isEmpty else { return "\n" + style.paint("Everything is fine.", .good) + "\n" }
        return "\n"
            + status.warnings.map { warning in
                let mark = style.paint("! ", warning.kind == .machine ? .bad : .warning)
                let next = warning.next.map { "  \(style.paint("next:", .faint)) \($0.oneLine)\n" } ?? ""
                return "\(mark)\(warning.words.oneLine)\n\(next)"
            }.joined()
    }
}

extension String {
    /// The sentence as a part of another one: on one line and without its full stop.
    fileprivate var inSentence: String {
        let line = oneLine
        let bare = line.hasSuffix(".") ? String(line.dropLast()) : line
        return bare.hasPrefix("The ") ? "the " + bare.dropFirst(4) : bare
    }
}
