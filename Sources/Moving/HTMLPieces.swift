import Posts

/// A part of HTML: a tag, a comment or a text.
struct HTMLPiece {
    enum Kind {
        case text, close
        case open(HTMLTagReader.Traits)
        /// With the range of its words.
        case comment(Range<Int>)
        case unendedComment(Range<Int>)
    }

    var kind: Kind
    var range: Range<Int>
    /// Of a tag, in lower case.
    var name = ""
    /// Of a tag, the index of the one that ends or begins its element.
    var partner: Int?

    var isTag: Bool {
        switch kind {
        case .open, .close: true
        case .text, .comment, .unendedComment: false
        }
    }
}

/// Divides HTML into its pieces, in time that grows with its length only, and finds the tags of each element.
struct HTMLPieces {
    private let bytes: [UInt8]
    private let isCode: Bool
    private(set) var all: [HTMLPiece] = []
    /// How many bytes may still be read in vain, in what looks like a tag and is none. More than any post needs; without
    /// a limit, each of many texts like that would be read to the end.
    private var patience: Int
    /// Elements with raw content that no closing tag ends in the rest.
    private var endless: Set<String> = []

    init(_ bytes: [UInt8], isCode: Bool) {
        self.bytes = bytes
        self.isCode = isCode
        patience = 4 * bytes.count + 1000
        divide()
        pair()
        join()
    }

    // MARK: - Dividing

    private mutating func divide() {
        var position = 0
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<"), let piece = markup(at: position) {
                all.append(piece)
                position = piece.range.upperBound
                if case .open(let traits) = piece.kind, !traits.isClosed,
                    let end = endOfRaw(piece.name, from: position),
                    end > position
                {
                    all.append(HTMLPiece(kind: .text, range: position..<end))
                    position = end
                }
                continue
            }
            let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            all.append(HTMLPiece(kind: .text, range: position..<end))
            position = end
        }
    }

    private mutating func markup(at start: Int) -> HTMLPiece? {
        guard start + 1 < bytes.count, patience > 0 else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "!"): return bytes[start...].starts(with: "<!--".utf8) ? comment(at: start) : bogus(at: start)
        case UInt8(ascii: "?"): return isCode ? nil : bogus(at: start)
        case UInt8(ascii: "/"): return tag(at: start, nameAt: start + 2)
        default: return tag(at: start, nameAt: start + 1)
        }
    }

    private mutating func tag(at start: Int, nameAt nameStart: Int) -> HTMLPiece? {
        guard nameStart < bytes.count, bytes[nameStart].isASCIILetter else { return nil }
        var end = nameStart
        while end < bytes.count, bytes[end].isNamePart { end += 1 }
        // `<a, b>` and `<ann@example.org>` are no tags.
        guard end < bytes.count,
            bytes[end].isHTMLSpace || bytes[end] == UInt8(ascii: "/") || bytes[end] == UInt8(ascii: ">")
        else { return nil }
        var reader = HTMLTagReader(bytes, from: end)
        while reader.next() != nil {}
        guard let behind = reader.end else {
            patience -= reader.position - start
            return nil
        }
        let name = String(decoding: bytes[nameStart..<end].map(\.lowercasedASCII), as: UTF8.self)
        let kind: HTMLPiece.Kind = nameStart == start + 1 ? .open(reader.traits) : .close
        return HTMLPiece(kind: kind, range: start..<behind, name: name)
    }

    private func comment(at start: Int) -> HTMLPiece {
        let content = start + 4
        let (hyphen, closer) = (UInt8(ascii: "-"), UInt8(ascii: ">"))
        var index = content
        while index < bytes.count, let end = bytes[index...].firstIndex(of: closer) {
            index = end + 1
            // `<!-->`, `<!--->`, `-->` and `--!>`.
            if end == content || end == content + 1 && bytes[content] == hyphen {
                return HTMLPiece(kind: .comment(content..<content), range: start..<index)
            }
            let last = end > content && bytes[end - 1] == UInt8(ascii: "!") ? end - 1 : end
            guard last >= content + 2, bytes[last - 1] == hyphen, bytes[last - 2] == hyphen else { continue }
            return HTMLPiece(kind: .comment(content..<(last - 2)), range: start..<index)
        }
        let words = min(content, bytes.count)..<bytes.count
        return HTMLPiece(kind: .unendedComment(words), range: start..<bytes.count)
    }

    /// A declaration or an instruction, which HTML takes for comments.
    private mutating func bogus(at start: Int) -> HTMLPiece? {
        guard start + 2 < bytes.count, bytes[start + 2].isASCIILetter || bytes[start + 2] == UInt8(ascii: "[") else {
            return nil
        }
        let end = bytes[(start + 1)...].firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        guard let end, bytes[end] == UInt8(ascii: ">") else {
            patience -= (end ?? bytes.count) - start
            return nil
        }
        return HTMLPiece(kind: .comment(start..<start), range: start..<(end + 1))
    }

    /// Where the closing tag of an element begins whose content is no HTML; nil for others, and for those left open.
    private mutating func endOfRaw(_ name: String, from start: Int) -> Int? {
        guard HTMLElements.raw.contains(name), !endless.contains(name) else { return nil }
        let letters = Array(name.utf8)
        var position = start
        while let found = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = found + 1
            let isClosing = position < bytes.count && bytes[position] == UInt8(ascii: "/")
            let word = bytes[(isClosing ? position + 1 : position)...].prefix(letters.count + 1)
            guard word.count == letters.count + 1, zip(word, letters).allSatisfy({ $0 | 0x20 == $1 }),
                word.last.map({ !$0.isNamePart }) == true
            else { continue }
            if isClosing { return found }
            // Another one begins, so this one was left open. A script may write one.
            if name != "script" { return nil }
        }
        endless.insert(name)
        return nil
    }

    // MARK: - Elements

    private mutating func pair() {
        var open: [String: [Int]] = [:]
        for index in all.indices {
            switch all[index].kind {
            case .open(let traits):
                let name = all[index].name
                let isKnown = HTMLElements.known.contains(name)
                if HTMLElements.voids.contains(name)
                    || traits.isClosed && (!isKnown || HTMLElements.opaque.contains(name))
                {
                    continue
                }
                open[name, default: []].append(index)
            case .close:
                guard let start = open[all[index].name]?.popLast() else { continue }
                (all[start].partner, all[index].partner) = (index, start)
            case .text, .comment, .unendedComment: break
            }
        }
    }

    /// Makes texts of the tags that are none, and joins them to the texts beside them.
    private mutating func join() {
        var (joined, places) = ([HTMLPiece](), [Int](repeating: 0, count: all.count))
        joined.reserveCapacity(all.count)
        for (index, piece) in all.enumerated() {
            let isText = isText(piece)
            if isText, let last = joined.indices.last, case .text = joined[last].kind {
                joined[last].range = joined[last].range.lowerBound..<piece.range.upperBound
            } else {
                joined.append(isText ? HTMLPiece(kind: .text, range: piece.range) : piece)
            }
            places[index] = joined.count - 1
        }
        for index in joined.indices { joined[index].partner = joined[index].partner.map { places[$0] } }
        all = joined
    }

    private func isText(_ piece: HTMLPiece) -> Bool {
        // A listing of XML.
        if isCode, piece.isTag, !HTMLElements.known.contains(piece.name) { return true }
        switch piece.kind {
        case .text: return true
        case .comment, .unendedComment: return false
        case .open(let traits): return piece.partner == nil && isText(piece, traits)
        case .close:
            guard piece.partner == nil else { return false }
            return HTMLElements.known.contains(piece.name)
                ? isCode && !HTMLPieces.wrappers.contains(piece.name) && !HTMLElements.voids.contains(piece.name)
                : !piece.name.contains(":")
        }
    }

    /// Elements around code or a line of it, whose tags may overlap.
    private static let wrappers: Set<String> = ["code", "pre", "span", "font", "div", "p", "li", "ol", "ul", "a"]

    /// Whether a tag without its other half is a text that looks like one.
    private func isText(_ piece: HTMLPiece, _ traits: HTMLTagReader.Traits) -> Bool {
        let name = piece.name
        // `<o:p/>` is no word, and `std::vector<std::string>` is one.
        guard HTMLElements.known.contains(name) else { return !(traits.isClosed && name.contains(":")) }
        if HTMLElements.voids.contains(name) { return !traits.hasAttributes && HTMLElements.idle.contains(name) }
        guard HTMLElements.needsEnd(name) else { return false }
        if HTMLElements.opaque.contains(name) { return !traits.hasAttributes }
        if isCode { return !HTMLPieces.wrappers.contains(name) }
        // `List<I>` and `a<b && c>d`.
        if traits.hasSigns { return true }
        let start = piece.range.lowerBound
        guard !traits.hasAttributes, start > 0, bytes[start - 1].isASCIILetter || bytes[start - 1].isDigit else {
            return false
        }
        return bytes[start + 1] < UInt8(ascii: "a") || !HTMLElements.blocks.contains(name)
    }
}

extension UInt8 {
    fileprivate var isNamePart: Bool {
        isASCIILetter || isDigit || self >= 0x80 || "-_:.".utf8.contains(self)
    }

    fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
