import ArgumentParser
import Glibc
import JSONTree
import Transfer
import Wire

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print events as they happen.",
        discussion: """
            Runs until it is interrupted. After a restart of the daemon it continues after the last event it has seen.

            Examples:
              galley watch
              galley watch --since 0 --count 10 --json
            """)

    @Option(
        help: ArgumentHelp(
            "Begin after the event with this number, such as --since 1200; 0 for all that are kept.", valueName: "id"))
    var since: Int64?

    @Option(help: ArgumentHelp("End after so many events, such as --count 1.", valueName: "number"))
    var count: Int?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count takes 1 or more, and \(count) is less.") }
    }

    func run() throws {
        let follower = Follower(client: try daemon.client(), output: daemon.output)
        try follower.follow(after: since, count: count ?? .max)
    }
}

extension Error {
    /// Whether it can come from a daemon that restarts, or from a reverse proxy before it.
    fileprivate var isOfRestart: Bool {
        self is TransferError || (self as? ProblemBody).map { (502...504).contains($0.status) } == true
    }
}

/// Reads the desk's events and reconnects when a connection breaks.
private struct Follower {
    let client: DaemonClient
    let output: Output
    private static let firstWaitMilliseconds = 250
    private static let longestWaitMilliseconds = 5000

    func follow(after id: Int64?, count: Int) throws {
        var (reader, left) = (EventReader(after: id.map(String.init)), count)
        var (isConnected, wasConnected, waitMilliseconds) = (false, false, Self.firstWaitMilliseconds)
        connections: while true {
            let seen = reader.lastID.flatMap { Int64($0) }
            do {
                let stream = try client.stream(call(after: reader.lastID))
                if wasConnected, !isConnected { remark("Connected to the daemon again.") }
                (isConnected, wasConnected, waitMilliseconds) = (true, true, Self.firstWaitMilliseconds)
                reader.beginConnection()
                while let bytes = try stream.next() {
                    for event in reader.read(bytes) {
                        if event.name == "reset" {
                            guard let start = try showReset(event, after: seen) else { continue }
                            reader = EventReader(after: String(start))
                            continue connections
                        }
                        left -= try show(event)
                        if left <= 0 { return }
                    }
                }
            } catch {
                guard wasConnected, error.isOfRestart else {
                    throw (error as? TransferError).map { CommandFailure($0, place: client.address.place) } ?? error
                }
                if isConnected { remark("The daemon at \(client.address.place) is gone. Waiting for it.") }
                isConnected = false
            }
            usleep(
                UInt32(clamping: min(reader.retryMilliseconds ?? waitMilliseconds, Self.longestWaitMilliseconds) * 1000)
            )
            waitMilliseconds = min(waitMilliseconds * 2, Self.longestWaitMilliseconds)
        }
    }

    private func call(after id: String?) -> DaemonCall<EventsQuery, Nothing, Bytes> {
        let call = DaemonCall(API.streamEvents).accepting("text/event-stream")
        return id.map { call.saying(.lastEventID, $0) } ?? call
    }

    /// Reports that events are missing, or that the events seen belong to another store or an older copy of it.
    /// - Returns: the id to resume after; nil when the store has no event between `seen` and now.
    private func showReset(_ event: EventReader.Event, after seen: Int64?) throws -> Int64? {
        let body = try? JSONCoding.decode(ResetBody.self, from: Array(event.data.utf8))
        let start = body.map { $0.oldest - 1 }.flatMap { start in seen.flatMap { $0 < start ? start : nil } }
        let words =
            start == nil
            ? "The store has been replaced; only new events follow."
            : "Older events are no longer kept; the list starts with the oldest that is."
        try output.show(["kind": "reset"]) { _ in words + "\n" }
        return start
    }

    /// - Returns: the number of events shown.
    private func show(_ event: EventReader.Event) throws -> Int {
        guard let body = try? JSONCoding.decode(EventBody.self, from: Array(event.data.utf8)) else { return 0 }
        try output.show(body) { body in
            let time = output.style.paint(output.clock.precise(body.at), .faint)
            return "\(time)  \(body.kind.oneLine.padded(toColumns: 18))  \(body.subject.oneLine)\n"
        }
        return 1
    }
}
