import ArgumentParser
import Wire

struct QueueRetry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Retry a failed delivery now.",
        discussion: "Example:\n  galley queue retry 12")
    @OptionGroup var delivery: DeliveryChoice
    func run() throws { try delivery.ask(API.retryDelivery) }
}

struct QueueCancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a delivery that has not been sent.",
        discussion: "Example:\n  galley queue cancel 12")
    @OptionGroup var delivery: DeliveryChoice
    func run() throws { try delivery.ask(API.cancelDelivery) }
}

struct QueueResend: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Send an uncertain delivery again, after you checked that it did not arrive.",
        discussion: """
            If it did arrive, readers will see it twice.

            Examples:
              galley queue resend 12
              galley queue resend --restored
            """)
    @OptionGroup var deliveries: RestoredChoice
    func run() throws { try deliveries.ask(API.resendDelivery) }
}

struct QueueAbandon: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "abandon", abstract: "Give up a delivery.",
        discussion: "Examples:\n  galley queue abandon 12\n  galley queue abandon --restored")
    @OptionGroup var deliveries: RestoredChoice
    func run() throws { try deliveries.ask(API.abandonDelivery) }
}

struct QueueConfirmSent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm-sent", abstract: "Confirm that an uncertain delivery arrived.",
        discussion: """
            Galley can change or delete the copy later only if it knows the target's id for it. It takes the id from \
            the address of a copy at Telegram, Bluesky and most of the fediverse. The addresses of WordPress, \
            Ghost, WriteFreely, snac and webhooks rarely contain it: name it with --remote-id. At Ghost it ends the address \
            of the editor.

            Examples:
              galley queue confirm-sent 12 --at-url https://social.example/@me/99
              galley queue confirm-sent 12 --at-url https://blog.example/hello/ --remote-id 99
            """)
    @OptionGroup var delivery: DeliveryChoice

    @Option(
        name: .customLong("at-url"),
        help: ArgumentHelp("Where it is, such as --at-url https://social.example/@me/99.", valueName: "address"))
    var address: String?

    @Option(help: ArgumentHelp("The target's own id for it, such as --remote-id 99.", valueName: "id"))
    var remoteId: String?

    func run() throws {
        try delivery.show(
            DaemonCall(API.confirmDelivery, "\(delivery.id)")
                .carrying(ConfirmationBody(url: address, remoteID: remoteId)))
    }
}

/// The delivery that a command acts on.
struct DeliveryChoice: ParsableArguments {
    @Argument(help: "The number of the delivery, as `galley queue` lists it.") var id: Int64

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func ask(_ verb: Operation<Nothing, Nothing, DeliveryBody>) throws { try show(DaemonCall(verb, "\(id)")) }

    func show(_ call: DaemonCall<Nothing, some Any, DeliveryBody>) throws {
        let output = daemon.output
        try output.show(try daemon.client().send(call)) { DeliveryText(output: output).table([$0]) }
    }
}

/// The delivery that a command acts on, or all those that a restore has left open.
struct RestoredChoice: ParsableArguments {
    @Argument(help: "The number of the delivery, as `galley queue` lists it.") var id: Int64?

    @Flag(
        help: """
            All deliveries that were due between a backup and its restore, and were not found at their targets, as in \
            resend --restored. `galley queue --state restored` lists them.
            """)
    var restored = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        guard (id == nil) == restored else {
            throw ValidationError(
                id == nil
                    ? "Name a delivery by its number, as `galley queue` lists it, or all with --restored."
                    : "Name a delivery, or say --restored for all, not both.")
        }
    }

    func ask(_ verb: Operation<Nothing, Nothing, DeliveryBody>) throws {
        let (client, output) = (try daemon.client(), daemon.output)
        // All are listed before the first changes.
        let ids =
            try id.map { [$0] }
            ?? client.all(DaemonCall(API.listDeliveries).asking(DeliveriesQuery(state: "restored"))).map(\.id)
        let asked = try ids.map { try client.send(DaemonCall(verb, "\($0)")) }
        try output.show(all: asked, none: "The restore has left no delivery open.") {
            DeliveryText(output: output).table($0)
        }
    }
}
