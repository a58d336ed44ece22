import Posts

/// Reads a draft as pages and programs send it: an object of texts and a list of tags. Foundation's decoder takes a text with
/// line ends character by character, which was a tenth of what a save cost. Whatever is out of the ordinary (an escape by
/// number, an override, anything wrong) is left to it, and with it what is said of that.
struct DraftReader {
    private let bytes: [UInt8]
    private var place = 0

    /// - Returns: nil when Foundation's decoder has to do it.
    static func draft(_ bytes: [UInt8]) -> DraftBody? {
        var reader = DraftReader(bytes)
        guard let draft = reader.object(), reader.next() == nil else { return nil }
        return draft
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func object() -> DraftBody? {
        guard take(UInt8(ascii: "{")) else { return nil }
        var draft = DraftBody()
        var names: [String] = []
        if take(UInt8(ascii: "}")) { return draft }
        repeat {
            guard let name = text(), !names.contains(name), take(UInt8(ascii: ":")), read(name, into: &draft)
            else { return nil }
            names.append(name)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) ? draft : nil
    }

    private mutating func read(_ name: String, into draft: inout DraftBody) -> Bool {
        if name == "tags" {
            guard let tags = texts() else { return false }
            draft.tags = tags
            return true
        }
        guard let field = DraftReader.field(name) else { return false }
        if takeNull() { return true }
        guard let text = text() else { return false }
        draft[keyPath: field] = text
        return true
    }

    private static func field(_ name: String) -> WritableKeyPath<DraftBody, String?>? {
        switch name {
        case "kind": \.kind
        case "slug": \.slug
        case "title": \.title
        case "body": \.body
        case "summary": \.summary
        case "language": \.language
        case "date": \.date
        case "zone": \.zone
        case "canonicalAddress": \.canonicalAddress
        case "author": \.author
        default: nil
        }
    }

    private mutating func texts() -> [String]? {
        guard take(UInt8(ascii: "[")) else { return nil }
        var texts: [String] = []
        if take(UInt8(ascii: "]")) { return texts }
        repeat {
            guard let text = text() else { return nil }
            texts.append(text)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? texts : nil
    }

    private mutating func text() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        var text: [UInt8] = []
        while true {
            let end = JSONSpecials.first(in: bytes.span, from: place)
            guard end < bytes.count else { return nil }
            let piece = bytes[place..<end]
            place = end + 1
            switch bytes[end] {
            case UInt8(ascii: "\"") where text.isEmpty: return String(validating: piece, as: UTF8.self)
            case UInt8(ascii: "\""): return String(validating: text + piece, as: UTF8.self)
            case UInt8(ascii: "\\"):
                if text.isEmpty { text.reserveCapacity(min(bytes.count, 4096)) }
                text += piece
                guard place < bytes.count, let byte = DraftReader.meaning(of: bytes[place]) else { return nil }
                text.append(byte)
                place += 1
            default: return nil
            }
        }
    }

    /// Of the letter behind a backslash.
    private static func meaning(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    private mutating func takeNull() -> Bool {
        guard next() == UInt8(ascii: "n"), bytes[place...].starts(with: "null".utf8) else { return false }
        place += 4
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        place += 1
        return true
    }

    /// What comes after blanks; nil at the end.
    private mutating func next() -> UInt8? {
        while place < bytes.count {
            let byte = bytes[place]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            place += 1
        }
        return nil
    }
}
