import ArgumentParser
import Wire

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

    func pause() throws {
        try ask(API.pauseTarget, API.pauseAll)
        try show(isPaused: true, "paused")
    }

    func resume() throws {
        try ask(API.resumeTarget, API.resumeAll)
        try show(isPaused: false, "resumed")
    }

    private func ask(_ one: Operation<Nothing, Nothing, TargetBody>, _ all: Operation<Nothing, Nothing, Nothing>) throws
    {
        let client = try daemon.client()
        if let target { try client.bytes(DaemonCall(one, target)) } else { try client.send(DaemonCall(all)) }
    }

    private func show(isPaused: Bool, _ word: String) throws {
        let answer = Pause(target: target, isPaused: isPaused)
        try daemon.output.show(answer) { "\(($0.target ?? "Everything").oneLine) is \(word).\n" }
    }

    private struct Pause: Encodable {
        /// nil for all targets.
        let target: String?
        let isPaused: Bool
    }
}
