import ArgumentParser
import Wire

struct RehearsalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearsal", abstract: "Show what rehearsals would have sent.",
        discussion: """
            `galley publish POST --rehearse`, and targets with `rehearsal = true`, send their exact requests to an \
            inbox in the daemon instead of to the service.

            Examples:
              galley rehearsal
              galley rehearsal show 3
            """,
        subcommands: [RehearsalList.self, RehearsalShow.self], defaultSubcommand: RehearsalList.self)
}

struct RehearsalList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the requests, newest first (the default).",
        discussion: "Example:\n  galley rehearsal list --limit 5")
    @OptionGroup var length: LengthOptions

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let none = "Nothing has arrived. `galley publish POST --rehearse` sends something."
        try length.show(DaemonCall(API.listArrivals), from: client, on: output, none: none) {
            output.table($0, "ID", "ARRIVED", "TARGET", "REQUEST", "VERDICT", flexible: "REQUEST") { arrival in
                [
                    .init("\(arrival.id)", .strong), .init(output.clock.text(arrival.at)), .init(arrival.target),
                    .init(arrival.request), .init(arrival.verdict),
                ]
            }
        }
    }
}

struct RehearsalShow: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one request as it arrived.",
        discussion: "Example:\n  galley rehearsal show 3")
    @Argument(help: "Its number, as `galley rehearsal` lists it.") var id: Int64

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let arrival = try arrival(client)
        try output.show(arrival) { arrival in
            var facts = Facts()
            facts.add("Arrived", output.clock.text(arrival.at))
            facts.add("Target", arrival.target.oneLine)
            facts.add("Verdict", arrival.verdict.oneLine)
            let head = [arrival.request] + arrival.headers
            let request = head.map { $0.oneLine + "\n" }.joined() + "\n" + arrival.body.printable
            return facts.text(output.style) + "\n" + request.endingInNewline
        }
    }

    /// Reads the list, because the API has no address for a single arrival. The list is short.
    private func arrival(_ client: DaemonClient) throws -> ArrivalBody {
        var found: ArrivalBody?
        try client.pages(DaemonCall(API.listArrivals)) { page in
            found = page.items.first { $0.id == id }
            return found == nil
        }
        guard let found else {
            throw CommandFailure(.refused, "There is no arrival \(id). `galley rehearsal` lists those that are kept.")
        }
        return found
    }
}
