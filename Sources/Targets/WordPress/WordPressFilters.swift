/// The changes that WordPress by default makes to a text whenever it shows it: typographic characters (`wptexturize`)
/// and images for smilies (`convert_smilies`). WordPress stores the text unchanged, but readers see something else, so
/// the preview warns about it.
/// - SeeAlso: https://developer.wordpress.org/reference/functions/wptexturize/ and
///   https://developer.wordpress.org/reference/functions/convert_smilies/
struct WordPressFilters {
    /// Each kind of change once, in order of occurrence.
    private var changes: [(written: String, shown: String)] = []

    /// Elements that neither filter changes.
    private static let verbatim: Set<String> = ["pre", "code", "kbd", "style", "script", "tt", "textarea"]
    private static let smilies: Set<String> = [
        ":?:", ":!:", ":mrgreen:", ":neutral:", ":twisted:", ":arrow:", ":shock:", ":smile:", ":???:", ":cool:",
        ":evil:", ":grin:", ":idea:", ":oops:", ":razz:", ":roll:", ":wink:", ":cry:", ":eek:", ":lol:", ":mad:",
        ":sad:", "8-)", "8-O", ":-(", ":-)", ":-?", ":-D", ":-P", ":-o", ":-x", ":-|", ";-)", "8O", ":(", ":)", ":?",
        ":D", ":P", ":o", ":x", ":|", ";)",
    ]
    private static let shownMax = 6

    /// nil if readers will see the text unchanged.
    var warning: String? {
        guard !changes.isEmpty else { return nil }
        let examples = changes.prefix(Self.shownMax).map { "“\($0.written)” as \($0.shown)" }.joined(separator: ", ")
        return "WordPress shows \(examples), unless its filters are switched off there."
    }

    /// - Parameter html: as sent; its text is everything between tags.
    mutating func read(html: String) {
        var rest = Array(html.utf8)[...]
        var open: [String] = []
        while !rest.isEmpty {
            let text = rest.prefix { $0 != UInt8(ascii: "<") }
            if open.isEmpty { read(Array(text)) }
            rest = rest[text.endIndex...]
            let tag = rest.prefix { $0 != UInt8(ascii: ">") }
            rest = rest[tag.endIndex...].dropFirst()
            let name = String(decoding: tag.dropFirst().prefix { $0 > 0x20 }, as: UTF8.self).lowercased()
            if name.hasPrefix("/") {
                if open.last == String(name.dropFirst()) { open.removeLast() }
            } else if Self.verbatim.contains(name) {
                open.append(name)
            }
        }
    }

    /// - Parameter text: the text between two tags.
    private mutating func read(_ text: [UInt8]) {
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "."): if Self.has("...", text, index) { note("...", "“…”") }
            case UInt8(ascii: "-"): if Self.has("--", text, index) { note("--", "a dash") }
            case UInt8(ascii: "\""): note("\"", "a curly quote")
            case UInt8(ascii: "'"): note("'", "a curly apostrophe")
            case UInt8(ascii: "`"): if Self.has("``", text, index) { note("``", "a curly quote") }
            case UInt8(ascii: "("): if Self.has(" (tm)", text, index - 1) { note("(tm)", "“™”") }
            case UInt8(ascii: "x"):
                if let product = Self.product(text, around: index) { note(product, "a product (×)") }
            default: break
            }
        }
        for word in text.split(whereSeparator: { $0 <= 0x20 }) where (2...9).contains(word.count) {
            guard let first = word.first, [UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "8")].contains(first)
            else { continue }
            let word = String(decoding: word, as: UTF8.self)
            if Self.smilies.contains(word) { note(word, "a picture") }
        }
    }

    private mutating func note(_ written: String, _ shown: String) {
        if !changes.contains(where: { $0.shown == shown }) { changes.append((written, shown)) }
    }

    private static func has(_ words: String, _ text: [UInt8], _ index: Int) -> Bool {
        index >= 0 && text[index...].starts(with: words.utf8)
    }

    /// As in `9x12`: digits on both sides that are not part of a word; `0x1F` is a number.
    private static func product(_ text: [UInt8], around index: Int) -> String? {
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        func isWord(_ byte: UInt8) -> Bool { isDigit(byte) || byte == 0x5F || (0x61...0x7A).contains(byte | 0x20) }
        let left = Array(text[..<index].reversed().prefix(while: isDigit).reversed())
        let right = text[(index + 1)...].prefix(while: isDigit)
        guard !left.isEmpty, !right.isEmpty, left != [0x30] else { return nil }
        let before = index - left.count - 1
        if before >= 0, isWord(text[before]) { return nil }
        if right.endIndex < text.endIndex, isWord(text[right.endIndex]) { return nil }
        return String(decoding: left + [text[index]] + right, as: UTF8.self)
    }
}
