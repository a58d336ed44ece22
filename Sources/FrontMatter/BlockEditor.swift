import Posts
import TOML

/// Changes single fields of a front matter and leaves every other byte as it is: order, quotation marks, indentation,
/// comments, line ends.
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

    /// The first of `names`, as `FrontMatterEntry.name` spells them, that has a value.
    func place(_ names: [String]) -> FieldPlace? {
        let places = FieldPlace.all(in: bytes, syntax)
        for name in names {
            if let place = places.first(where: { $0.entry.name == name && $0.entry.value != .empty }) { return place }
        }
        return places.first { names.contains($0.entry.name) }
    }

    /// - Parameters:
    ///   - names: those that could hold the field, the most telling first.
    ///   - key: under which it is added when none of them is there.
    ///   - value: nil removes it.
    mutating func set(_ names: [String], key: String, to value: FrontMatterValue?) {
        guard let place = place(names) else {
            if let value { add(key, value.text(syntax)) }
            return
        }
        guard let value else {
            bytes.removeSubrange(place.lines)
            return
        }
        write(place, value.text(syntax, like: place.value.map(raw) ?? ""))
    }

    /// Puts `text` where a field's value stands.
    mutating func write(_ place: FieldPlace, _ text: String) {
        if let range = place.value {
            bytes.replaceSubrange(range, with: text.utf8)
        } else {
            let divider = syntax == .yaml ? ": " : " = "
            let line = raw(place.lines).prefix { $0 == " " } + keyText(of: place) + divider + text + newline
            bytes.replaceSubrange(place.lines, with: line.utf8)
        }
    }

    /// At the end, in TOML before the first table.
    mutating func add(_ key: String, _ text: String) {
        let line = Array((key + (syntax == .yaml ? ": " : " = ") + text + newline).utf8)
        if syntax == .toml, (try? TOMLDocument(self.text))?.firstHeader != nil {
            // Comments above a table belong to it.
            let position = FieldPlace.all(in: bytes, syntax).last?.lines.upperBound ?? 0
            bytes.insert(contentsOf: line, at: position)
        } else {
            if let last = bytes.last, last != 0x0A { bytes += Array(newline.utf8) }
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
