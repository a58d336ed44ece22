import ArgumentParser
import Wire

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what is wrong, and the next command to run.",
        discussion: """
            Looks at the daemon, the store, the targets, what is stuck on its way, and the clocks. Ends with exit code 1 \
            when something wants attention.

            Examples:
              galley doctor
              galley doctor --json
            """)

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func run() throws {
        let (client, output) = (try desk.client(), desk.output)
        let status: StatusBody = try client.get(DeskCall("status"))
        var visit = Visit()
        visit.look(at: status, place: client.address.place)
        visit.look(at: try client.all(DeskCall("targets"), of: TargetBody.self))
        for state in ["uncertain", "blocked", "failed", "missed"] where (status.deliveries[state] ?? 0) > 0 {
            let deliveries = DeskCall("deliveries").asking("state", state)
            try client.pages(deliveries, of: DeliveryBody.self, limit: 20) { visit.look(at: $0) }
        }
        visit.lookForStuck(status)
        visit.look(atZone: try client.all(DeskCall("settings"), of: SettingBody.self), here: LocalClock.zoneName)
        visit.add(status.concerns)
        try output.show(all: visit.findings) { $0.map { $0.text(output) }.joined() }
        if visit.findings.contains(where: { !$0.isWell }) { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}

/// One thing that was looked at.
private struct Finding: Encodable {
    let isWell: Bool
    let subject: String
    let found: String
    /// The next command to run.
    let next: String?

    func text(_ output: Output) -> String {
        let mark = isWell ? output.style.paint("well ", .good) : output.style.paint("wrong", .bad)
        let line = "\(mark)  \(output.style.paint(subject.oneLine, .strong)): \(found.oneLine)\n"
        return line + (next.map { "       next: \($0.oneLine)\n" } ?? "")
    }
}

/// What a visit finds, in the order in which it looks.
private struct Visit {
    private(set) var findings: [Finding] = []

    mutating func look(at status: StatusBody, place: String) {
        add(true, "Daemon", "galleyd \(status.version) answers at \(place).")
        let isWell = status.storeHealth == "well"
        add(
            isWell, "Store", isWell ? "\(status.store) is well." : "\(status.store): \(status.storeHealth)",
            next: isWell ? nil : "journalctl -u galleyd -e")
        for name in status.pauses {
            add(false, "Pause", "Nothing leaves for \(name).", next: Self.resume(name))
        }
    }

    mutating func look(at targets: [TargetBody]) {
        if targets.isEmpty {
            add(false, "Targets", "There are none, so nothing can be published.", next: "galley config check")
        }
        for target in targets {
            let subject = "Target \(target.name)"
            guard let check = target.check else {
                add(false, subject, "It was never checked.", next: "galley target check \(target.name)")
                continue
            }
            let when = LocalClock().text(check.at)
            let found = check.lines.first ?? (check.isWell ? "It answered." : "It did not answer as it should.")
            add(
                check.isWell, subject, "\(found) (\(when))",
                next: check.isWell ? nil : "galley target check \(target.name)")
        }
    }

    mutating func look(at deliveries: [DeliveryBody]) {
        for delivery in deliveries {
            let found = delivery.reason ?? "It is \(delivery.state)."
            let next = delivery.next ?? "galley queue show \(delivery.id)"
            let subject = "Delivery \(delivery.id), “\(delivery.postTitle)” to \(delivery.target)"
            add(false, subject, "\(delivery.state): \(found)", next: next)
        }
    }

    mutating func lookForStuck(_ status: StatusBody) {
        let stuck = ["uncertain", "blocked", "failed", "missed"].reduce(0) { $0 + (status.deliveries[$1] ?? 0) }
        if stuck == 0 { add(true, "Deliveries", "None is stuck.") }
    }

    mutating func look(atZone settings: [SettingBody], here: String) {
        guard let zone = settings.first(where: { $0.name == "time_zone" })?.value, !zone.isEmpty else { return }
        add(true, "Clock", "The desk means times in \(zone); this terminal shows them in \(here).")
    }

    /// The daemon's own list, without what was found already.
    mutating func add(_ concerns: [String]) {
        for concern in concerns {
            let isKnown = findings.contains { finding in
                !finding.isWell && (finding.next.map(concern.contains) ?? false)
            }
            if !isKnown { add(false, "The daemon says", concern) }
        }
    }

    private mutating func add(_ isWell: Bool, _ subject: String, _ found: String, next: String? = nil) {
        findings.append(Finding(isWell: isWell, subject: subject, found: found, next: next))
    }

    private static func resume(_ name: String) -> String {
        ["all", "everything", "*"].contains(name) ? "galley queue resume" : "galley queue resume \(name)"
    }
}
