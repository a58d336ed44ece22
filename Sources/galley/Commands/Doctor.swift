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
        let settings = try client.all(DeskCall("settings"), of: SettingBody.self)
        visit.look(atClosed: status.closedFolders ?? [], settings)
        visit.look(at: status.concerns)
        visit.look(atZone: settings, here: LocalClock.zoneName)
        try output.show(all: visit.findings) { $0.map { $0.text(output) }.joined() }
        if visit.findings.contains(where: { $0.verdict == .wrong }) { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}

/// One thing that was looked at.
private struct Finding: Encodable {
    enum Verdict: String, Encodable { case well, look, wrong }

    let verdict: Verdict
    let subject: String
    let found: String
    /// The next command to run.
    let next: String?
    /// What that consists of, for a shell.
    var commands: [String]?

    private var ink: Ink {
        switch verdict {
        case .well: .good
        case .look: .warning
        case .wrong: .bad
        }
    }

    func text(_ output: Output) -> String {
        let mark = output.style.paint(verdict.rawValue.padded(toColumns: 5), ink)
        let line = "\(mark)  \(output.style.paint(subject.oneLine, .strong)): \(found.oneLine)\n"
        return line + (next.map { "       next: \($0.oneLine)\n" } ?? "")
            + (commands ?? []).map { "         \($0.oneLine)\n" }.joined()
    }
}

/// What a visit finds, in the order in which it looks.
private struct Visit {
    private(set) var findings: [Finding] = []

    mutating func look(at status: StatusBody, place: String) {
        add(.well, "Daemon", "galleyd \(status.version) answers at \(place).")
        let isWell = status.storeHealth == "well"
        add(
            isWell ? .well : status.isStoreBeingChecked ? .look : .wrong, "Store",
            isWell ? "\(status.store) is well." : "\(status.store): \(status.storeHealth)",
            next: isWell || status.isStoreBeingChecked ? nil : "journalctl -u galleyd -e")
    }

    mutating func look(at targets: [TargetBody]) {
        if targets.isEmpty {
            add(.wrong, "Targets", "There are none, so nothing can be published.", next: "galley config check")
        }
        for target in targets {
            let subject = "Target \(target.name)"
            guard let check = target.check else {
                add(.look, subject, "It was never checked.", next: "galley target check \(target.name)")
                continue
            }
            let when = LocalClock().text(check.at)
            let found = check.lines.first ?? (check.isWell ? "It answered." : "It did not answer as it should.")
            add(
                check.isWell ? .well : .wrong, subject, "\(found) (\(when))",
                next: check.isWell ? nil : "galley target check \(target.name)")
        }
    }

    /// Folders of sites that the service may not write.
    mutating func look(atClosed folders: [String], _ settings: [SettingBody]) {
        guard !folders.isEmpty else { return }
        // The drop-in names those that are open, too. What has no slash is in the state directory, which is.
        let all = settings.filter { $0.name.hasPrefix("target.") && $0.name.hasSuffix(".folder") }.map(\.value)
        let dropIn = SiteDropIn(folders: Set(all.filter { $0.hasPrefix("/") } + folders).sorted())
        findings.append(
            Finding(
                verdict: .wrong, subject: "Sites",
                found: "\(folders.joined(separator: ", ")) cannot be written by the service.",
                next: "make a folder for each, and let the unit write there", commands: dropIn.commands))
    }

    /// What the daemon itself is worried about, each as “what is wrong. Next: command”.
    mutating func look(at concerns: [String]) {
        let isStoreKnown = findings.contains { $0.verdict == .wrong && $0.subject == "Store" }
        let rest = concerns.filter {
            !(isStoreKnown && $0.hasPrefix("The store "))
                && !$0.hasSuffix("cannot be written by the service. Next: galley doctor")
        }
        if rest.isEmpty { add(.well, "Queue", "Nothing is stuck on its way.") }
        for concern in rest {
            let parts = concern.split(separator: " Next: ", maxSplits: 1).map(String.init)
            add(.wrong, "Queue", parts.first ?? concern, next: parts.count > 1 ? parts.last : nil)
        }
    }

    mutating func look(atZone settings: [SettingBody], here: String) {
        guard let zone = settings.first(where: { $0.name == "time_zone" })?.value, !zone.isEmpty else { return }
        add(.well, "Clock", "The desk means times in \(zone); this terminal shows them in \(here).")
    }

    private mutating func add(_ verdict: Finding.Verdict, _ subject: String, _ found: String, next: String? = nil) {
        findings.append(Finding(verdict: verdict, subject: subject, found: found, next: next))
    }
}
