import ArgumentParser
import JSONTree
import Wire

struct NotifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify", abstract: "List and test the notifications to the operator.",
        discussion: """
            [notify] in the daemon's settings names a command, a webhook or both. Galley notifies them once of each \
            delivery that failed, is uncertain, was missed, or is blocked by a token, by lateness or by its content.

            Examples:
              galley notify test
              galley notify list
            """,
        subcommands: [NotifyTest.self, NotifyList.self], defaultSubcommand: NotifyList.self)
}

struct NotifyTest: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a test notification.",
        discussion: """
            Runs the command and calls the webhook of [notify], and reports both results. The exit code is 1 when one \
            of them failed.

            Example:
              galley notify test
            """)

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let answer = try client.bytes(DaemonCall(API.tryNotification))
        // 202: the notification is not sent yet.
        guard !answer.isEmpty, let page = try? JSONCoding.decode(PageBody<NotificationBody>.self, from: answer) else {
            throw CommandFailure(.tryAgain, "The test is still running. `galley notify list` shows the result.")
        }
        try output.show(all: page.items) { $0.map { $0.line(output) }.joined() }
        if page.items.contains(where: { $0.outcome != "told" }) { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}

struct NotifyList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the notifications, newest first (the default).",
        discussion: "Example:\n  galley notify list --limit 10")

    @OptionGroup var length: LengthOptions

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let none = "There are no notifications yet. `galley notify test` sends one."
        let call = DaemonCall(API.listNotifications)
        try length.show(call, from: client, on: output, none: none) {
            output.table($0, "WHEN", "MEANS", "OUTCOME", "ABOUT", flexible: "ABOUT") { item in
                [
                    .init(output.clock.text(item.endedAt ?? item.at)), .init(item.means), .init(item.word, item.ink),
                    .init(item.reason.map { "\(item.about) \($0)" } ?? item.about),
                ]
            }
        }
    }
}

extension NotificationBody {
    /// The state of the notification.
    fileprivate var word: String { outcome ?? (nextAt == nil ? "under way" : "waiting") }

    fileprivate var ink: Ink {
        switch outcome {
        case "told": .good
        case "failed", "unknown": .bad
        case "settled": .faint
        default: .busy
        }
    }

    fileprivate func line(_ output: Output) -> String {
        let mark = output.style.paint(outcome == "told" ? "told" : "not told", outcome == "told" ? .good : .bad)
        return "\(output.style.paint(means, .strong)): \(mark)\n" + (reason.map { "  \($0.oneLine)\n" } ?? "")
    }
}
