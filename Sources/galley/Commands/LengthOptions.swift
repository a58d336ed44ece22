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
    /// - Parameter none: the message for an empty list.
    func show<Item: Codable & Sendable>(
        _ call: DaemonCall<some Any, some Any, PageBody<Item>>, from client: DaemonClient, on output: Output,
        none: String, people: ([Item]) -> String
    ) throws {
        var items: [Item] = []
        let isMore = try client.pages(call, limit: limit) { page in
            if output.isJSON { try output.show(all: page.items, people: people) } else { items += page.items }
            return true
        }
        guard !output.isJSON else { return }
        try output.show(all: items, none: none, people: people)
        if isMore { remark("There are more. --limit 0 shows all of them.") }
    }
}
