/// The changes that WordPress by default makes to a text whenever it shows it: typographic characters (`wptexturize`)
/// and images for smilies (`convert_smilies`). WordPress stores the text unchanged, but readers see something else, so
/// the preview shows it and warns about it. Shown without their finer rules: feet and inches (9'), and words such as 'tis.
/// - SeeAlso: https://developer.wordpress.org/reference/functions/wptexturize/ and
///   https://developer.wordpress.org/reference/functions/convert_smilies/
struct WordPressFilters {
    /// Each kind of change once, in order of occurrence.
    private var changes: [(written: String, shown: String)] = []

    /// Elements that neither filter changes.
    private static let verbatim: Set<String> = ["pre", "code", "kbd", "style", "script", "tt", "textarea"]
    private static let smilies: [String: String] = [
        ":?:": "❓", ":!:": "❗", ":neutral:": "😐", ":twisted:": "😈", ":arrow:": "➡",
        ":shock:": "😯", ":smile:": "🙂", ":???:": "😕", ":cool:": "😎", ":evil:": "👿", ":grin:": "😀", ":idea:": "💡",
        ":oops:": "😳", ":razz:": "😛", ":roll:": "🙄", ":wink:": "😉", ":cry:": "😥", ":eek:": "😮", ":lol:": "😆",
        ":mad:": "😡", ":sad:": "🙁", "8-)": "😎", "8-O": "😯", ":-(": "🙁", ":-)": "🙂", ":-?": "😕", ":-D": "😀",
        ":-P": "😛", ":-o": "😮", ":-x": "😡", ":-|": "😐", ";-)": "😉", "8O": "😯", ":(": "🙁", ":)": "🙂", ":?": "😕",
        ":D": "😀", ":P": "😛", ":o": "😮", ":x": "😡", ":|": "😐", ";)": "😉",
        // A picture of WordPress's own.
        ":mrgreen:": "😀",
    ]
    private static let shownMax = 6

    /// Empty if readers will see the text unchanged.
    var warnings: [String] {
        guard !changes.isEmpty else { return [] }
        let examples = changes.prefix(Self.shownMax).map { "“\($0.written)” as \($0.shown)" }.joined(separator: ", ")
        return ["WordPress shows \(examples), unless its filters are switched off there."]
    }

    /// The HTML as readers get it, which is noted in `warnings`.
    /// - Parameter html: as sent; its text is everything between tags.
    mutating func shown(_ html: String) -> String {
        let bytes = Array(html.utf8)
        var (result, rest, open) = ([UInt8](), bytes[...], [String]())
        result.reserveCapacity(bytes.count)
        while !rest.isEmpty {
            let text = rest.prefix { $0 != UInt8(ascii: "<") }
            result += open.isEmpty ? shown(Array(text)) : Array(text)
            rest = rest[text.endIndex...]
            let tag = Self.tag(rest)
            rest = rest[tag.endIndex...]
            result += tag + rest.prefix(1)
            rest = rest.dropFirst()
            let name = String(decoding: tag.dropFirst().prefix { $0 > 0x20 }, as: UTF8.self).lowercased()
            if name.hasPrefix("/") {
                if open.last == String(name.dropFirst()) { open.removeLast() }
            } else if Self.verbatim.contains(name) {
                open.append(name)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The tag at the start, without its last character; as WordPress does, only comments may contain “>”.
    private static func tag(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard rest.starts(with: "<!--".utf8) else { return rest.prefix { $0 != UInt8(ascii: ">") } }
        var dashes = 0
        return rest.prefix { byte in
            defer { dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0 }
            return !(byte == UInt8(ascii: ">") && dashes >= 2)
        }
    }

    /// - Parameter text: the text between two tags, which WordPress looks at by itself.
    private mutating func shown(_ text: [UInt8]) -> [UInt8] {
        var (result, at) = ([UInt8](), 0)
        result.reserveCapacity(text.count)
        while at < text.count {
            guard let change = Self.change(text, at) else {
                result.append(text[at])
                at += 1
                continue
            }
            let written = change.written ?? String(decoding: text[at..<at + change.length], as: UTF8.self)
            note(written, change.words)
            result += change.shown.utf8
            at += change.length
        }
        return result
    }

    /// What readers see in place of `length` bytes, in a text and in words.
    private struct Change {
        let length: Int
        let shown, words: String
        /// For the warning, if it is more than the bytes themselves.
        var written: String?
    }

    private static func change(_ text: [UInt8], _ at: Int) -> Change? {
        if let smiley = smiley(text, at) { return smiley }
        switch text[at] {
        case UInt8(ascii: "."): return has("...", text, at) ? Change(length: 3, shown: "…", words: "“…”") : nil
        case UInt8(ascii: "-"): return dash(text, at)
        case UInt8(ascii: "\""):
            let isOpening = isAfterOpening(text, at, besides: "") && !isSpace(text, at + 1)
            return Change(length: 1, shown: isOpening ? "“" : "”", words: "a curly quote")
        case UInt8(ascii: "'"):
            if has("''", text, at) { return Change(length: 2, shown: "”", words: "a curly quote") }
            let isYear = text[(at + 1)...].prefix { (0x30...0x39).contains($0) }.count == 2
            let isOpening = isAfterOpening(text, at, besides: "\"") && !isYear
            return Change(length: 1, shown: isOpening ? "‘" : "’", words: "a curly apostrophe")
        case UInt8(ascii: "`"): return has("``", text, at) ? Change(length: 2, shown: "“", words: "a curly quote") : nil
        case UInt8(ascii: "("): return has(" (tm)", text, at - 1) ? Change(length: 4, shown: "™", words: "“™”") : nil
        case UInt8(ascii: "x"):
            return product(text, around: at).map { Change(length: 1, shown: "×", words: "a product (×)", written: $0) }
        default: return nil
        }
    }

    private static func dash(_ text: [UInt8], _ at: Int) -> Change? {
        func change(_ length: Int, _ shown: String) -> Change { Change(length: length, shown: shown, words: "a dash") }
        func stands(alone length: Int) -> Bool { isSpaceOrEnd(text, at - 1) && isSpaceOrEnd(text, at + length) }
        if has("---", text, at) { return change(3, "—") }
        if has("--", text, at) {
            if stands(alone: 2) { return change(2, "—") }
            // As in the names of hosts.
            return at >= 2 && has("xn", text, at - 2) ? nil : change(2, "–")
        }
        return stands(alone: 1) ? change(1, "–") : nil
    }

    /// A word by itself that becomes a picture.
    private static func smiley(_ text: [UInt8], _ at: Int) -> Change? {
        guard ":;8".utf8.contains(text[at]), isSpaceOrEnd(text, at - 1) else { return nil }
        let word = text[at..<(text[at...].indices.prefix(10).first { isSpace(text, $0) } ?? min(at + 10, text.count))]
        return smilies[String(decoding: word, as: UTF8.self)].map {
            Change(length: word.count, shown: $0, words: "a picture")
        }
    }

    private mutating func note(_ written: String, _ shown: String) {
        if !changes.contains(where: { $0.shown == shown }) { changes.append((written, shown)) }
    }

    private static func has(_ words: String, _ text: [UInt8], _ index: Int) -> Bool {
        index >= 0 && text[index...].starts(with: words.utf8)
    }

    private static func isSpace(_ text: [UInt8], _ index: Int) -> Bool {
        text.indices.contains(index)
            && (text[index] <= 0x20 || index > 0 && text[index] == 0xA0 && text[index - 1] == 0xC2)
            || has("\u{A0}", text, index) || has("&nbsp;", text, index) || has("&nbsp;", text, index - 5)
    }

    private static func isSpaceOrEnd(_ text: [UInt8], _ index: Int) -> Bool {
        !text.indices.contains(index) || isSpace(text, index)
    }

    /// Whether a quote begins there: at the start, after a space, a dash or an opening parenthesis.
    private static func isAfterOpening(_ text: [UInt8], _ index: Int, besides others: String) -> Bool {
        isSpaceOrEnd(text, index - 1) || "([{-\(others)".utf8.contains(text[index - 1]) || has("&lt;", text, index - 4)
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
