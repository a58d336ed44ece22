import ArgumentParser

struct QueuePause: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause deliveries to a target, or to all.",
        discussion: """
            Deliveries in progress finish; due ones wait.

            Examples:
              galley queue pause fediverse
              galley queue pause
            """)
    @OptionGroup var choice: PauseChoice
    func run() throws { try choice.pause() }
}

struct QueueResume: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume deliveries to a target, or to all.",
        discussion: """
            Examples:
              galley queue resume fediverse
              galley queue resume
            """)
    @OptionGroup var choice: PauseChoice
    func run() throws { try choice.resume() }
}

struct PauseChoice: ParsableArguments {
    @Argument(help: "The target's name. Default: all.", completion: .targets) var target: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func pause() throws { try ask("PUT", done: "paused") }
    func resume() throws { try ask("DELETE", done: "resumed") }

    /// - Parameter done: the state of the target afterwards, such as “paused”.
    private func ask(_ method: String, done: String) throws {
        let client = try daemon.client()
        let call = target.map { DaemonCall("targets", $0, "pause") } ?? DaemonCall("pause")
        try client.bytes(method, call)
        let answer = Pause(target: target, isPaused: method == "PUT")
        try daemon.output.show(answer) { "\(($0.target ?? "Everything").oneLine) is \(done).\n" }
    }

    private struct Pause: Encodable {
        /// nil for all targets.
        let target: String?
        let isPaused: Bool
    }
}
