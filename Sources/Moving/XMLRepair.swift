import Posts

/// Repairs the characters of an XML file that its parser would refuse, so that one of them does not cost the rest of the
/// file: `&` and `<` that stand for themselves, references to characters of HTML, characters that XML cannot contain, and
/// bytes that are no UTF-8. It keeps the lines, and leaves everything else as it is.
struct XMLRepair {
    /// Stands in place of a character that was left out or guessed, so that a reader can report it. No text contains it.
    static let mark = Unicode.Scalar(0xFDEF as UInt32) ?? "\u{FFFD}"

    private enum Place {
        case text
        /// With its quotation mark, if a value is open.
        case tag(quote: UInt8?)
        case section, comment
    }

    /// How the bytes are read; nil until the beginning of the file is known.
    private var encoding: Encoding?
    private var place = Place.text
    /// Not repaired yet.
    private var waiting: [UInt8] = []
    /// So many bytes have to be known behind a place. No reference is longer.
    private static let lookahead = 40
    private static let declarationMax = 400

    private enum Encoding {
        case utf8
        /// Another one in which ASCII is ASCII.
        case other
        /// Not looked at.
        case wide
    }

    /// - Parameter isLast: whether the file ends with these bytes.
    /// - Returns: the next repaired bytes.
    mutating func read(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        waiting += bytes
        guard isLast || waiting.count > XMLRepair.lookahead else { return [] }
        if encoding == nil {
            guard isLast || waiting.count > XMLRepair.declarationMax || !waiting.mayBeDeclaration else { return [] }
            encoding = XMLRepair.encoding(of: waiting)
        }
        if case .wide? = encoding {
            defer { waiting = [] }
            return waiting
        }
        let end = isLast ? waiting.count : waiting.count - XMLRepair.lookahead
        var (index, repaired) = (0, [UInt8]())
        repaired.reserveCapacity(end)
        while index < end {
            let plain = waiting[index..<end].prefix { isPlain($0) }
            repaired += plain
            index = plain.endIndex < end ? step(from: plain.endIndex, &repaired) : end
        }
        waiting.removeFirst(index)
        return repaired
    }

    private static func encoding(of bytes: [UInt8]) -> Encoding {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0) {
            return .wide
        }
        let head = String(decoding: bytes.prefix(declarationMax).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
        guard let found = head.lowercased().firstRange(of: "encoding") else { return .utf8 }
        let name = head.lowercased()[found.upperBound...].filter { $0.isLetter || $0.isNumber }
        return ["utf8", "usascii", "ascii"].contains { name.hasPrefix($0) } ? .utf8 : .other
    }

    /// Forgets what is open, after a part of the file was passed over.
    mutating func restart() { place = .text }

    // MARK: - One character

    /// Whether a byte stays as it is wherever words may stand. Most of a file are such bytes.
    private func isPlain(_ byte: UInt8) -> Bool {
        switch place {
        case .text, .section:
            (0x20...0x7E).contains(byte) && byte != 0x26 && byte != 0x3C && byte != 0x5D || byte == 0x0A
        case .tag, .comment: false
        }
    }

    /// - Returns: the position behind what was read.
    private mutating func step(from index: Int, _ out: inout [UInt8]) -> Int {
        let byte = waiting[index]
        switch byte {
        case 0x20...0x7E, 0x09, 0x0A, 0x0D, 0x7F: return markup(byte, at: index, &out)
        case 0..<0x20:
            leaveMark(&out)
            return index + 1
        default: return foreign(byte, at: index, &out)
        }
    }

    private mutating func markup(_ byte: UInt8, at index: Int, _ out: inout [UInt8]) -> Int {
        switch (place, byte) {
        case (.text, UInt8(ascii: "<")): return begin(at: index, &out)
        case (.text, UInt8(ascii: "&")), (.tag, UInt8(ascii: "&")): return reference(at: index, &out)
        case (.tag(nil), UInt8(ascii: ">")): place = .text
        case (.tag(nil), UInt8(ascii: "\"")), (.tag(nil), UInt8(ascii: "'")): place = .tag(quote: byte)
        case (.tag(let quote?), _) where quote == byte: place = .tag(quote: nil)
        case (.section, UInt8(ascii: "]")) where waiting[index...].starts(with: "]]>".utf8):
            place = .text
            out += "]]>".utf8
            return index + 3
        case (.comment, _):
            if byte == UInt8(ascii: "-"), waiting[index...].starts(with: "-->".utf8) {
                place = .text
                return index + 3
            }
            // Comments are for nothing here, and two hyphens inside them are an error.
            if byte == 0x0A { out.append(byte) }
            return index + 1
        default: break
        }
        out.append(byte)
        return index + 1
    }

    /// The beginning of a tag, of a section, of a comment, or of none.
    private mutating func begin(at index: Int, _ out: inout [UInt8]) -> Int {
        let rest = waiting[index...]
        if rest.starts(with: "<![CDATA[".utf8) {
            place = .section
            out += "<![CDATA[".utf8
            return index + 9
        }
        if rest.starts(with: "<!--".utf8) {
            place = .comment
            return index + 4
        }
        let second = rest.dropFirst().first ?? 0
        guard second.isASCIILetter || second >= 0x80 || "/!?_:".utf8.contains(second) else {
            out += "&lt;".utf8
            return index + 1
        }
        place = .tag(quote: nil)
        out.append(waiting[index])
        return index + 1
    }

    private func reference(at index: Int, _ out: inout [UInt8]) -> Int {
        let rest = waiting[(index + 1)...].prefix(XMLRepair.lookahead - 4)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
            out += "&amp;".utf8
            return index + 1
        }
        let name = String(decoding: rest[..<end], as: UTF8.self)
        if ["amp", "lt", "gt", "quot", "apos"].contains(name) {
            out += waiting[index...end]
            return end + 1
        }
        if name.hasPrefix("#") { return number(name.dropFirst(), at: index, end, &out) }
        let resolved = "&\(name);".referencesResolved
        guard resolved != "&\(name);" else {
            out += "&amp;".utf8
            return index + 1
        }
        out += resolved.unicodeScalars.map { "&#\($0.value);" }.joined().utf8
        return end + 1
    }

    private func number(_ name: Substring, at index: Int, _ end: Int, _ out: inout [UInt8]) -> Int {
        let isHexadecimal = name.hasPrefix("x") || name.hasPrefix("X")
        guard let number = isHexadecimal ? UInt32(name.dropFirst(), radix: 16) : UInt32(name) else {
            out += "&amp;".utf8
            return index + 1
        }
        if let scalar = Unicode.Scalar(number), scalar.isXMLCharacter {
            out += "&#\(number);".utf8
        } else {
            leaveMark(&out)
        }
        return end + 1
    }

    /// A byte beyond ASCII: as it is in UTF-8; else, in a file in UTF-8, the character of Windows that it may be.
    private func foreign(_ byte: UInt8, at index: Int, _ out: inout [UInt8]) -> Int {
        guard case .utf8? = encoding else {
            out.append(byte)
            return index + 1
        }
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        let bytes = waiting[index...].prefix(length)
        if let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first {
            if scalar.isXMLCharacter, scalar != XMLRepair.mark { out += bytes } else { leaveMark(&out) }
            return index + bytes.count
        }
        leaveMark(&out)
        let guessed = "&#\(byte);".referencesResolved.unicodeScalars.first { $0.value >= 0xA0 } ?? "\u{FFFD}"
        out += String(guessed).utf8
        return index + 1
    }

    /// A mark is no part of a tag, but of a value in it.
    private func leaveMark(_ out: inout [UInt8]) {
        switch place {
        case .tag(nil), .comment: break
        case .text, .section, .tag: out += String(XMLRepair.mark).utf8
        }
    }
}

extension [UInt8] {
    /// Whether a declaration of XML begins here whose end is not known yet.
    fileprivate var mayBeDeclaration: Bool {
        let start = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return self[start...].starts(with: "<?xml".utf8) && !contains(UInt8(ascii: ">"))
    }
}

extension Unicode.Scalar {
    /// Whether XML can contain the character.
    var isXMLCharacter: Bool {
        value >= 0x20 ? value != 0xFFFE && value != 0xFFFF : value == 0x09 || value == 0x0A || value == 0x0D
    }
}
