import ArgumentParser
import Wire

/// How much of a long list is shown.
struct LengthOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How many at most; 0 for all of them. Such as --limit 10.", valueName: "count"))
    var limit = 50

    func validate() throws {
        if limit < 0 { throw ValidationError("--limit takes 0 or more, and \(limit) is less.") }
    }

    /// Reads and shows a list. To programs each page goes as soon as it is there; for people the columns of all lines
    /// are aligned, so they see it whole.
    /// - Parameters:
    ///   - none: what to say when the list is empty.
    ///   - isWanted: what else an item must be, where the daemon cannot be asked for it.
    func show<Item: Codable & Sendable>(
        _ call: DeskCall, of type: Item.Type, from client: DeskClient, on output: Output, none: String,
        where isWanted: ((Item) -> Bool)? = nil, people: ([Item]) -> String
    ) throws {
        var items: [Item] = []
        var left = limit == 0 ? Int.max : limit
        let isMore = try client.pages(call, of: Item.self, limit: isWanted == nil ? limit : 0) { page in
            let wanted = page.filter { isWanted?($0) ?? true }.prefix(left)
            left -= wanted.count
            if output.isJSON { try output.show(all: Array(wanted), people: people) } else { items += wanted }
            return left > 0
        }
        guard !output.isJSON else { return }
        if items.isEmpty {
            remark(none)
        } else {
            try output.show(all: items, people: people)
        }
        if isMore { remark("There are more. --limit 0 shows all of them.") }
    }
}
