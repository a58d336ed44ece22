import ArgumentParser
import Wire

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show on one screen how the desk is.",
        discussion: """
            Posts and deliveries by state, what goes out next, and what wants the author's attention.

            Examples:
              galley status
              galley status --json
            """)

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func run() throws {
        let (client, output) = (try desk.client(), desk.output)
        let status: StatusBody = try client.get(DeskCall("status"))
        try output.show(status) { StatusText(output).text($0) }
    }
}

extension StatusBody {
    /// After an unclean end the daemon looks through the whole store, and serves meanwhile.
    var isStoreBeingChecked: Bool { storeHealth.hasPrefix("being checked") }
}

private struct StatusText {
    private let output: Output
    init(_ output: Output) { self.output = output }

    func text(_ status: StatusBody) -> String {
        var facts = Facts()
        facts.add("Daemon", "galleyd \(status.version), since \(output.clock.text(status.startedAt))")
        let isWell = status.storeHealth == "well"
        facts.add(
            "Store",
            "\(status.store), "
                + output.style.paint(status.storeHealth, isWell ? .good : status.isStoreBeingChecked ? .warning : .bad))
        facts.add("Posts", counts(status.posts, order: ["draft", "scheduled", "published", "unpublished", "deleted"]))
        facts.add("Deliveries", counts(status.deliveries, order: Self.deliveryStates))
        facts.add("Next", next(status.nextDelivery))
        facts.add("Paused", output.style.paint(pauses(status.pauses), .warning))
        return facts.text(output.style) + concerns(status.concerns)
    }

    /// “*” is all of them.
    private func pauses(_ names: [String]) -> String {
        names.map { $0 == "*" ? "every target" : $0.oneLine }.joined(separator: ", ")
    }

    private static let deliveryStates = [
        "uncertain", "blocked", "failed", "missed", "retrying", "armed", "preparing", "reconciling", "due", "scheduled",
        "delivered",
    ]

    /// What is not there is left out; what wants attention comes first, and what is new to this program last.
    private func counts(_ counts: [String: Int], order: [String]) -> String {
        let rest = counts.keys.filter { !order.contains($0) }.sorted()
        let words = (order + rest).compactMap { word -> String? in
            guard let count = counts[word], count > 0 else { return nil }
            return output.style.paint("\(count) \(word)", Ink(state: word))
        }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    private func next(_ delivery: DeliveryBody?) -> String {
        guard let delivery else { return "nothing is waiting" }
        let time = output.clock.soon(delivery.wakeAt ?? delivery.dueAt)
        return "\(delivery.postTitle.oneLine) to \(delivery.target), \(time)"
    }

    private func concerns(_ concerns: [String]) -> String {
        guard !concerns.isEmpty else { return "\n" + output.style.paint("All is well.", .good) + "\n" }
        let lines = concerns.map { output.style.paint("! ", .warning) + $0.oneLine + "\n" }
        return "\n" + lines.joined()
    }
}
