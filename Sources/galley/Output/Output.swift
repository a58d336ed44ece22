import Glibc
import JSONTree
import Wire

/// Shows results: to programs as JSON, to people as text that fits their terminal.
struct Output {
    let isJSON: Bool
    let style: Style
    /// Columns of the terminal; nil where there is none, and nothing is cut.
    let width: Int?
    let clock = LocalClock()

    init(isJSON: Bool) {
        self.isJSON = isJSON
        width = Channel.results.columns
        let hasColour = width != nil && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
        style = Style(hasColour: hasColour)
    }

    /// One thing: an object, or the text that `people` makes of it.
    func show<Item: Encodable>(_ item: Item, people: (Item) -> String) throws {
        if isJSON { try json([item]) } else { show(people(item)) }
    }

    /// Several: an object on each line, or the text that `people` makes of all of them.
    func show<Item: Encodable>(all items: [Item], people: ([Item]) -> String) throws {
        if isJSON { try json(items) } else { show(people(items)) }
    }

    /// Whatever a command forgot to clean ends here: posts and servers' answers may contain what a terminal would obey.
    private func show(_ text: String) { write(style.hasColour ? text.printableButInk : text.printable, to: .results) }

    private func json<Item: Encodable>(_ items: [Item]) throws {
        var bytes: [UInt8] = []
        for item in items { bytes += try JSONCoding.encode(item) + [UInt8(ascii: "\n")] }
        write(bytes, to: .results)
    }
}
