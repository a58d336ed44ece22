import ArgumentParser
import Wire

/// How many items of a list are shown.
struct LengthOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How many at most; 0 for all of them. Such as --limit 10.", valueName: "count"))
    var limit = 50

    func validate() throws {
        if limit < 0 { throw ValidationError("--limit takes 0 or more, and \(limit) is less.") }
    }

    /// Reads and shows a list. JSON is written page by page. A table for people needs all rows first to align its
    /// columns.
    /// - Parameters:
    ///   - order: the order that was asked for.
    ///   - none: the message for an empty list.
    func show<Item: Codable & Sendable>(
        _ call: DaemonCall<some Any, some Any, PageBody<Item>>, from client: DaemonClient, on output: Output,
        order: String? = nil, none: String, people: ([Item]) -> String
    ) throws {
        var (items, note, own) = ([Item](), String?.none, String?.none)
        let isMore = try client.pages(call, limit: limit) { page in
            if output.isJSON { try output.show(all: page.items, people: people) } else { items += page.items }
            (note, own) = (page.note, page.order)
            return true
        }
        guard !output.isJSON else { return }
        try output.show(all: items, none: none, people: people)
        if let note { remark(note) }
        if let order, let own, order != own { remark("“\(order)” is no order of this list. It is by \(own).") }
        if isMore { remark("There are more. --limit 0 shows all of them.") }
    }
}
