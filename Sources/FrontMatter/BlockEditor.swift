import Posts
import TOML

/// Changes single fields of a front matter and keeps every other byte: order, quotation marks, indentation, comments
/// and line breaks.
struct BlockEditor {
    let syntax: FrontMatterBlock.Syntax
    private(set) var bytes: [UInt8]
    let newline: String

    init(_ block: FrontMatterBlock, newline: String) {
        syntax = block.syntax
        bytes = Array(block.text.utf8)
        self.newline = newline
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The place of the first of `names`, as `FrontMatterEntry.name` spells them, that has a value.
    func place(_ names: [String]) -> FieldPlace? {
        let places = FieldPlace.all(in: bytes, syntax)
        for name in names {
            if let place = places.first(where: { $0.entry.name == name && $0.entry.value != .empty }) { return place }
        }
        return places.first { names.contains($0.entry.name) }
    }

    /// - Parameters:
    ///   - names: the names for the field, the most specific first.
    ///   - key: the key to add if no name occurs.
    ///   - value: nil removes the field.
    mutating func set(_ names: [String], key: String, to value: FrontMatterValue?) {
        guard let place = place(names) else {
            if let value { add(key, value.text(syntax)) }
            return
        }
        guard let value else {
            return replace(place.lines, with: "")
        }
        write(place, value.text(syntax, like: place.value.map(raw) ?? ""))
    }

    /// Replaces a field's value with `text`.
    mutating func write(_ place: FieldPlace, _ text: String) {
        if let range = place.value {
            replace(range, with: text)
        } else {
            let line = raw(place.lines).prefix { $0 == " " } + keyText(of: place) + syntax.divider + text + newline
            replace(place.lines, with: line)
        }
    }

    /// Adds a field at the end, in TOML before the first table.
    mutating func add(_ key: String, _ text: String) {
        let line = (key + syntax.divider + text + newline).utf8
        if syntax == .toml, let header = (try? TOMLDocument(self.text))?.firstHeader {
            // A comment above a table belongs to the table.
            let places = FieldPlace.all(in: bytes, syntax).prefix { $0.lines.upperBound <= header.range.lowerBound }
            let position = places.last?.lines.upperBound ?? 0
            bytes.insert(contentsOf: line, at: position)
        } else {
            if let last = bytes.last, last != 0x0A { bytes += newline.utf8 }
            bytes += line
        }
    }

    func raw(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func keyText(of place: FieldPlace) -> String {
        let line = raw(place.lines).trimmed
        return line.hasPrefix(place.entry.key)
            ? place.entry.key : FrontMatterValue.text(place.entry.key).text(syntax, like: "\"")
    }

    mutating func replace(_ range: Range<Int>, with text: String) { bytes.replaceSubrange(range, with: text.utf8) }
}
