import Posts

/// A list keeps its form (in brackets, one line per item, words with commas), and its remaining items keep theirs.
extension BlockEditor {
    /// - Parameters:
    ///   - old: the current items.
    ///   - new: the wanted items; an empty list removes the field.
    mutating func setList(_ place: FieldPlace, old: [String], new: [String]) {
        guard !new.isEmpty else { return replace(place.lines, with: "") }
        if let range = place.value, raw(range).hasPrefix("[") {
            replace(range, with: bracketed(raw(range), old, new))
        } else if place.value != nil, place.entry.isText {
            setWords(place, new)
        } else if let lines = itemLines(of: place), lines.count == old.count {
            setItems(lines, old, new)
        } else {
            write(place, FrontMatterValue.words(new).text(syntax))
        }
    }

    private mutating func setWords(_ place: FieldPlace, _ new: [String]) {
        guard let range = place.value else { return }
        let old = raw(range)
        let isDivided = old.contains(",") || !old.contains(" ")
        guard isDivided || !new.contains(where: { $0.contains(" ") }) else {
            return replace(range, with: FrontMatterValue.words(new).text(syntax))
        }
        let text = new.joined(separator: isDivided ? ", " : " ")
        // With commas, a bare text would get quotation marks that it does not need.
        let isBare = !old.hasPrefix("\"") && !old.hasPrefix("'") && !new.contains { $0.contains(where: \.isUnwordly) }
        replace(range, with: isBare ? text : FrontMatterValue.text(text).text(syntax, like: old))
    }

    /// A list such as `[a, "b"]`, also over several lines.
    private func bracketed(_ text: String, _ old: [String], _ new: [String]) -> String {
        var pieces = BlockEditor.pieces(String(text.dropFirst().dropLast()))
        // The white space after the last comma, or before the bracket.
        var ending = ""
        if let last = pieces.last, last.allSatisfy(\.isWhitespace) {
            ending = (pieces.count > 1 ? "," : "") + pieces.removeLast()
        } else if let last = pieces.popLast() {
            let trimmed = last.reversed().drop(while: \.isWhitespace).reversed()
            ending = String(last.dropFirst(trimmed.count))
            pieces.append(String(trimmed))
        }
        guard pieces.count == old.count, let model = pieces.last else {
            return FrontMatterValue.words(new).text(syntax)
        }
        let first = String(pieces[0].prefix { $0.isWhitespace })
        let later = pieces.count > 1 ? String(model.prefix { $0.isWhitespace }) : (first.isEmpty ? " " : first)
        let items = new.enumerated().map { index, word in
            let known = old.firstIndex(of: word).map { pieces[$0].trimmed }
            let item = known ?? FrontMatterValue.text(word).text(syntax, like: model.trimmed)
            return (index == 0 ? first : later) + item
        }
        return "[" + items.joined(separator: ",") + ending + "]"
    }

    /// The texts between the commas.
    private static func pieces(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        var (pieces, start, position) = ([String](), 0, 0)
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") {
                position = (bytes.quotedEnd(from: position, within: bytes.count) ?? bytes.count) - 1
            } else if bytes[position] == UInt8(ascii: ",") {
                pieces.append(String(decoding: bytes[start..<position], as: UTF8.self))
                start = position + 1
            }
            position += 1
        }
        return pieces + [String(decoding: bytes[start...], as: UTF8.self)]
    }

    /// The lines of a list with one line per item; nil when there are other lines between them.
    private func itemLines(of place: FieldPlace) -> [Range<Int>]? {
        guard syntax == .yaml, place.value == nil else { return nil }
        var lines: [Range<Int>] = []
        var start = bytes.lineEnd(of: place.lines.lowerBound)
        while start < place.lines.upperBound {
            let line = start..<bytes.lineEnd(of: start)
            guard raw(line).drop(while: { $0 == " " }).hasPrefix("- ") else { return nil }
            lines.append(line)
            start = line.upperBound
        }
        return lines.isEmpty ? nil : lines
    }

    private mutating func setItems(_ lines: [Range<Int>], _ old: [String], _ new: [String]) {
        guard let first = lines.first, let last = lines.last else { return }
        let model = raw(first)
        let start = model.prefix { $0 == " " } + "-" + model.drop { $0 == " " }.dropFirst().prefix { $0 == " " }
        let style = String(model.dropFirst(start.count).prefix(1))
        let written = new.map { word in
            if let known = old.firstIndex(of: word) { return raw(lines[known]) }
            return start + FrontMatterValue.text(word).text(syntax, like: style) + newline
        }
        // The last line of a block may lack its line break.
        let text = written.map { $0.utf8.last == 0x0A ? $0 : $0 + newline }.joined()
        replace(first.lowerBound..<last.upperBound, with: text)
    }
}

extension Character {
    /// Whether YAML does not allow the character in a bare text.
    fileprivate var isUnwordly: Bool { !isLetter && !isNumber && self != " " && self != "-" }
}
