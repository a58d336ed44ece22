import ArgumentParser
import Posts
import Wire

struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "See and steer what is on its way to the targets.",
        discussion: """
            A delivery is one post on its way to one target. If it is uncertain whether it arrived, Galley asks the \
            target where that is possible; otherwise check yourself, then run `confirm-sent`, `resend` or `abandon`.

            Examples:
              galley queue
              galley queue --state uncertain
              galley queue show 12
              galley queue confirm-sent 12 --at-url https://social.example/@me/99
              galley queue pause fediverse
            """,
        subcommands: [
            QueueList.self, QueueShow.self, QueueRetry.self, QueueCancel.self, QueueResend.self, QueueConfirmSent.self,
            QueueAbandon.self, QueuePause.self, QueueResume.self,
        ],
        defaultSubcommand: QueueList.self)
}

struct QueueList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List deliveries (the default).",
        discussion: """
            Examples:
              galley queue list
              galley queue list --state blocked --target fediverse
              galley queue list --state all --limit 10
            """)

    @Option(
        help: ArgumentHelp(
            "Only deliveries in this state, such as --state uncertain. Default: open.",
            discussion: """
                open (something will still happen), all, restored (what only you can settle after a restore), or one of scheduled, due, preparing, armed, retrying, \
                blocked, uncertain, reconciling, delivered, failed, missed, cancelled and superseded.
                """,
            valueName: "state"),
        completion: .list(["open", "all", "restored"] + DeliveryState.Word.allCases.map(\.rawValue)))
    var state = "open"

    @Option(
        help: ArgumentHelp("Only deliveries to this target, such as --target blog.", valueName: "name"),
        completion: .targets)
    var target: String?

    @OptionGroup var length: LengthOptions

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let call = try DaemonCall(API.listDeliveries).asking(DeliveriesQuery(state: state, target: target))
        try length.show(call, from: client, on: output, none: none) {
            DeliveryText(output: output).table($0)
        }
    }

    private var none: String {
        let place = target.map { " for \($0)" } ?? ""
        return state == "open"
            ? "No delivery is open\(place). `galley queue --state failed` lists the failed ones, `--state all` all."
            : "There is no such delivery\(place)."
    }
}

struct QueueShow: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a delivery with every attempt.",
        discussion: """
            Examples:
              galley queue show 12
              galley queue show 12 --sent
            """)

    @Argument(help: "The number of the delivery, as `galley queue` lists it.") var id: Int64
    @Flag(help: "Print the body of the last request, byte for byte, as in show 12 --sent.") var sent = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let delivery = try client.send(DaemonCall(API.showDelivery, "\(id)"))
        let call = DaemonCall(API.listAttempts, "\(id)")
        if sent {
            let attempts = try client.all(call)
            guard let request = attempts.last(where: { $0.request != nil })?.request else {
                throw CommandFailure(.refused, "No text has been sent for delivery \(id).")
            }
            return writeAsItIs(request)
        }
        if output.isJSON { return try output.show(delivery) { _ in "" } }
        let attempts = try client.all(call)
        try output.show(delivery) { DeliveryText(output: output).whole($0, attempts) }
    }
}
