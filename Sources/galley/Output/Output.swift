import JSONTree

/// Shows results: as JSON for programs, and as text that fits the terminal for people.
struct Output {
    let isJSON: Bool
    let style: Style
    /// The columns of the terminal; nil when there is none, and then no line is cut.
    let width: Int?
    let clock = LocalClock()

    init(isJSON: Bool) {
        self.isJSON = isJSON
        width = Channel.results.columns
        let hasColour = width != nil && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
        style = Style(hasColour: hasColour)
    }

    /// Shows one item: an object, or the text from `people`.
    func show<Item: Encodable>(_ item: Item, people: (Item) -> String) throws {
        if isJSON { try json([item]) } else { show(people(item)) }
    }

    /// Shows several items: one object per line, or the text that `people` makes of all.
    /// - Parameter none: the remark for people if there are no items; nil to show the text even then.
    func show<Item: Encodable>(all items: [Item], none: String? = nil, people: ([Item]) -> String) throws {
        if isJSON { return try json(items) }
        if let none, items.isEmpty { return remark(none) }
        show(people(items))
    }

    /// The last barrier against control characters, which posts and answers of servers may contain.
    private func show(_ text: String) { write(style.hasColour ? text.printableButInk : text.printable, to: .results) }

    private func json<Item: Encodable>(_ items: [Item]) throws {
        writeAsItIs(try items.map { try JSONCoding.text($0) + "\n" }.joined())
    }
}
