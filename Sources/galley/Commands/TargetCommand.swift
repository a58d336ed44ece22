import ArgumentParser
import JSONTree
import Posts
import Wire

struct TargetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "target", abstract: "List, check and pause the targets that posts are published to.",
        discussion: """
            Targets are defined in the daemon's configuration.

            Examples:
              galley target list
              galley target login fediverse
              galley target check fediverse
              galley target limits fediverse
              galley target slots fediverse
              galley target pause fediverse
            """,
        subcommands: [
            TargetList.self, TargetLoginCommand.self, TargetCheckCommand.self, TargetLimits.self, TargetSlots.self,
            TargetPause.self, TargetResume.self,
        ],
        defaultSubcommand: TargetList.self)
}

struct TargetList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the targets (the default).", discussion: "Example:\n  galley target list")

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let targets = try client.targets()
        let none = "There are no targets. Name one in galley.toml; `galley config check` reads it."
        try output.show(all: targets, none: none) {
            output.table($0, "TARGET", "KIND", "LAST CHECK", "NOTES", "ADDRESS", flexible: "ADDRESS") { target in
                let check = target.check.map { Table.Cell($0.isWell ? "healthy" : "failed", $0.isWell ? .good : .bad) }
                let notes = [
                    target.isDefault ? "default" : nil, target.isPaused ? "paused" : nil,
                    target.isRehearsal ? "rehearsal" : nil, target.after.map { "after \($0)" },
                ].compactMap { $0 }.joined(separator: ", ")
                return [
                    .init(target.name, .strong), .init(target.kind), check ?? .init("never", .faint),
                    .init(notes, target.isPaused ? .warning : .plain), .init(target.address, .faint),
                ]
            }
        }
    }
}

struct TargetLoginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Get the credential that a target needs, and store it.",
        discussion: """
            Needs the target in the settings, with its kind, url and credential. Runs `galleyd login`, which needs no \
            running daemon: it prints the address of the service's own page, where you approve, and asks for what the \
            page shows. For the service in /etc/galley run it with sudo. At the end the target is checked.

            Examples:
              galley target login fediverse
              sudo galley target login blog
            """)
    @Argument(help: "The target's name.", completion: .targets) var target: String
    @Option(
        help: ArgumentHelp("The settings that name the target, such as --config ~/galley.toml.", valueName: "path"),
        completion: .file())
    var config: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run() throws {
        if let config { try InputFile.check(config) }
        let arguments = ["login", target] + (config.map { ["--config", $0] } ?? [])
        let status = try DaemonProgram.runOnTerminal(arguments)
        guard status == 0 else { throw ExitCode(status) }
        try checkAfterReload()
    }

    private func checkAfterReload() throws {
        do {
            let client = try daemon.client()
            // systemd passes credentials to the service when it starts it.
            if client.address.isService {
                return remark("Next: sudo systemctl restart galleyd && galley target check \(target.quotedForShell)")
            }
            try client.bytes(DaemonCall(API.reload))
        } catch let failure as CommandFailure where failure.status == .unreachable {
            return remark("Next: start galleyd, then galley target check \(target.quotedForShell)")
        }
        var check = TargetCheckCommand()
        (check.target, check.daemon) = (target, daemon)
        try check.run()
    }
}

struct TargetCheckCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check whether a target would accept a post.",
        discussion: """
            Makes one authenticated, read-only call and reports the result. The exit code is 1 when something is wrong.

            Examples:
              galley target check fediverse
              galley target check
            """)
    @Argument(help: "The target's name. Default: all.", completion: .targets) var target: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        var names = [target].compactMap { $0 }
        if names.isEmpty { names = try client.targets().map(\.name) }
        var areWell = true
        for name in names {
            let check = try client.check(name)
            areWell = areWell && check.isWell
            try output.show(NamedCheck(target: name, check: check)) { $0.text(output) }
        }
        if !areWell { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}

extension DaemonClient {
    fileprivate func check(_ target: String) throws -> CheckBody {
        let answer = try bytes(DaemonCall(API.checkTarget, target))
        // 202: the courier has not finished the check.
        guard !answer.isEmpty, let check = try? JSONCoding.decode(CheckBody.self, from: answer) else {
            throw CommandFailure(
                .tryAgain, "“\(target)” has not answered yet. `galley target list` shows when it has.")
        }
        return check
    }
}

/// The result of a check, with the name of the target.
private struct NamedCheck: Encodable {
    let target: String
    let check: CheckBody

    func text(_ output: Output) -> String {
        let mark = check.isWell ? output.style.paint("healthy", .good) : output.style.paint("failed", .bad)
        let lines = check.lines.map { "  \($0.oneLine)\n" }.joined()
        return "\(output.style.paint(target.oneLine, .strong)): \(mark)\n\(lines)"
    }
}

struct TargetLimits: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits", abstract: "Show a target's length limits, and how it counts.",
        discussion: "Example:\n  galley target limits fediverse")
    @Argument(help: "The target's name.", completion: .targets) var target: String

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let limits = try client.send(DaemonCall(API.showLimits, target))
        try output.show(limits) { limits in
            var facts = Facts()
            facts.add("Target", limits.target.oneLine)
            facts.add("Software", limits.software?.oneLine)
            facts.add("Limit", limits.limit.map { "\($0)" } ?? "none")
            facts.add("Counted", limits.rule?.oneLine)
            facts.add("Read", limits.readAt.map(output.clock.text))
            return facts.text(output.style)
        }
    }
}

struct TargetSlots: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "slots", abstract: "List the coming slots of targets, and which of them are free.",
        discussion: """
            `galley publish POST --next-slot` sends a post at the next free ones. The setting “slots” of a target defines \
            them.

            Examples:
              galley target slots
              galley target slots fediverse
            """)
    @Argument(help: "The target's name. Default: all.", completion: .targets) var target: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let call = try DaemonCall(API.listSlots).asking(SlotsQuery(target: target))
        let none = "There are no slots. Add them to a [[target]] in galley.toml: slots = [\"weekdays 09:00\"]."
        try output.show(all: try client.all(call), none: none) {
            output.table($0, "WHEN", "TARGET", "STATE", flexible: "WHEN") { slot in
                [
                    .init(output.clock.text(slot.date)), .init(slot.target, .strong),
                    .init(slot.isFree ? "free" : "taken", slot.isFree ? .good : .faint),
                ]
            }
        }
    }
}

struct TargetPause: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause deliveries to a target, like `galley queue pause`.",
        discussion: """
            Deliveries in progress finish; due ones wait.

            Example:
              galley target pause fediverse
            """)
    @OptionGroup var choice: PauseChoice
    func run() throws { try choice.pause() }
}

struct TargetResume: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume deliveries to a target, like `galley queue resume`.",
        discussion: "Example:\n  galley target resume fediverse")
    @OptionGroup var choice: PauseChoice
    func run() throws { try choice.resume() }
}
