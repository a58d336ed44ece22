import TOML

/// The position of a field in a front matter, in bytes from the start of the block's text.
struct FieldPlace {
    let entry: FrontMatterEntry
    /// Whole lines, without the comments and empty lines that follow.
    let lines: Range<Int>
    /// nil when the value is not a single token: a list with one line per item, or a block text.
    let value: Range<Int>?
}

extension FieldPlace {
    /// The top-level fields in order; none when two fields share a line or the text cannot be parsed.
    static func all(in bytes: [UInt8], _ syntax: FrontMatterBlock.Syntax) -> [FieldPlace] {
        let block = FrontMatterBlock(syntax: syntax, text: String(decoding: bytes, as: UTF8.self), closing: "")
        return switch syntax {
        case .yaml: inYAML(bytes, (try? YAMLBlock.entries(of: block)) ?? [])
        case .toml: inTOML(bytes, (try? TOMLBlock.document(block).entries) ?? [])
        }
    }

    private static func inTOML(_ bytes: [UInt8], _ entries: [TOMLEntry]) -> [FieldPlace] {
        (entries + TOMLEntry.taxonomies(in: entries)).compactMap { entry in
            guard let value = entry.valuePlace?.range else { return nil }
            let lines = bytes.lineStart(of: entry.place.range.lowerBound)..<bytes.lineEnd(of: value.upperBound)
            return FieldPlace(entry: FrontMatterEntry(entry), lines: lines, value: value)
        }
    }

    private static func inYAML(_ bytes: [UInt8], _ entries: [FrontMatterEntry]) -> [FieldPlace] {
        let starts = bytes.lineStarts
        var places: [FieldPlace] = []
        for (index, entry) in entries.enumerated() {
            let line = entry.line - FrontMatterBlock.firstLine
            let next = index + 1 < entries.count ? entries[index + 1].line - FrontMatterBlock.firstLine : starts.count
            guard line >= 0, line < next, next <= starts.count else { return [] }
            var last = next - 1
            while last > line, bytes.isCommentOrEmpty(from: starts[last]) { last -= 1 }
            let end = last + 1 < starts.count ? starts[last + 1] : bytes.count
            let lines = starts[line]..<end
            places.append(FieldPlace(entry: entry, lines: lines, value: bytes.yamlValue(in: lines)))
        }
        return places
    }
}

extension TOMLEntry {
    /// The entries that `FrontMatterEntry.taxonomies` names.
    fileprivate static func taxonomies(in entries: [TOMLEntry]) -> [TOMLEntry] {
        let names = FrontMatterEntry.taxonomies(in: entries.map(FrontMatterEntry.init)).map(\.key)
        guard case .table(let lists)? = entries.first(where: { $0.key.lowercased() == "taxonomies" })?.value else {
            return []
        }
        return lists.filter { names.contains($0.key) }
    }
}

extension [UInt8] {
    func lineStart(of position: Int) -> Int { (self[..<position].lastIndex(of: 0x0A) ?? -1) + 1 }

    func lineEnd(of position: Int) -> Int { self[position...].firstIndex(of: 0x0A).map { $0 + 1 } ?? count }

    var lineStarts: [Int] {
        guard !isEmpty else { return [] }
        return [0] + indices.filter { self[$0] == 0x0A && $0 + 1 < count }.map { $0 + 1 }
    }

    /// An indented comment may be part of a text.
    fileprivate func isCommentOrEmpty(from start: Int) -> Bool {
        let line = self[start..<lineEnd(of: start)]
        return line.first == UInt8(ascii: "#") || line.allSatisfy(\.isBlank)
    }

    /// The value after “name:” if it is a single token with at most a comment after it.
    fileprivate func yamlValue(in lines: Range<Int>) -> Range<Int>? {
        guard let colon = yamlColon(in: lines) else { return nil }
        let start = self[(colon + 1)..<lines.upperBound].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? lines.upperBound
        guard start < lines.upperBound else { return nil }
        let end: Int?
        switch self[start] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): end = quotedEnd(from: start, within: lines.upperBound)
        case UInt8(ascii: "["), UInt8(ascii: "{"): end = flowEnd(from: start, within: lines.upperBound)
        case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "#"), 0x0A, 0x0D:
            return nil
        default: end = plainEnd(from: start)
        }
        guard let end, end <= lines.upperBound, isEnd(from: end, of: lines) else { return nil }
        return start..<end
    }

    private func yamlColon(in lines: Range<Int>) -> Int? {
        var position = self[lines].firstIndex { $0 != 0x20 } ?? lines.upperBound
        guard position < lines.upperBound else { return nil }
        if self[position] == UInt8(ascii: "\"") || self[position] == UInt8(ascii: "'") {
            guard let end = quotedEnd(from: position, within: lines.upperBound) else { return nil }
            position = end
        }
        return self[position..<lines.upperBound].indices.first { index in
            self[index] == UInt8(ascii: ":")
                && (index + 1 == lines.upperBound || self[index + 1].isBlank)
        }
    }

    /// The position after the closing quotation mark.
    func quotedEnd(from start: Int, within limit: Int) -> Int? {
        let mark = self[start]
        var position = start + 1
        while position < limit {
            if self[position] == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") {
                position += 1
            } else if self[position] == mark {
                let isDoubled = mark == UInt8(ascii: "'") && position + 1 < limit && self[position + 1] == mark
                guard isDoubled else { return position + 1 }
                position += 1
            }
            position += 1
        }
        return nil
    }

    /// The position after the closing bracket.
    private func flowEnd(from start: Int, within limit: Int) -> Int? {
        var (depth, position) = (0, start)
        while position < limit {
            switch self[position] {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return position + 1 }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = quotedEnd(from: position, within: limit) else { return nil }
                position = end - 1
            case UInt8(ascii: "#"): return nil
            default: break
            }
            position += 1
        }
        return nil
    }

    /// The position before “ #” or the end of the line, without trailing blanks.
    private func plainEnd(from start: Int) -> Int {
        var end = lineEnd(of: start)
        for index in start..<end where self[index] == UInt8(ascii: "#") {
            if index > start, [0x20, 0x09].contains(self[index - 1]) {
                end = index
                break
            }
        }
        while end > start, self[end - 1].isBlank { end -= 1 }
        return end
    }

    /// Whether only blanks and a comment follow, and no further line.
    private func isEnd(from position: Int, of lines: Range<Int>) -> Bool {
        guard lineEnd(of: Swift.max(lines.lowerBound, position - 1)) == lines.upperBound else { return false }
        let next = self[position..<lines.upperBound].first { !$0.isBlank }
        return next == nil || next == UInt8(ascii: "#")
    }
}
