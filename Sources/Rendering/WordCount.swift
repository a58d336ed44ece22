/// Counts words as the page does below the text (`Composer/Page/model/word-count.js`), and by the same rows
/// (`Tests/Vectors/words.json`).
///
/// A word begins with a letter or digit. An apostrophe, hyphen, full stop or underscore between two letters or digits
/// belongs to it, as in `don’t`, `3.14` and `Node.js`, and a comma, colon or slash between two digits. An address of the
/// web or of mail is no word. A script without spaces is divided by an estimate, because the daemon has no dictionary; a
/// browser has one.
/// - Parameter text: what readers see, without markup.
/// - Complexity: O(*n*), where *n* is the length of the text.
package func wordCount(of text: some StringProtocol) -> Int {
    var reader = WordReader(Array(text.unicodeScalars))
    return reader.count()
}

/// The words that a browser shows of a page's HTML.
package func wordCount(ofHTML html: String) -> Int {
    var (text, tag, isInTag) = ("", "", false)
    for scalar in html.unicodeScalars {
        switch scalar {
        case "<": (tag, isInTag) = ("", true)
        case ">" where isInTag:
            isInTag = false
            if !MarkupWords.isInline(tag) { text.unicodeScalars.append(" ") }
        case _ where isInTag: if tag.utf8.count < MarkupWords.nameMax { tag.unicodeScalars.append(scalar) }
        default: text.unicodeScalars.append(scalar)
        }
    }
    for (reference, sign) in MarkupWords.references { text = text.replacing(reference, with: sign) }
    return wordCount(of: text)
}

private enum MarkupWords {
    static let nameMax = 20
    /// Those that `render` writes.
    static let references = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
    /// Elements that may stand within a word.
    private static let inline: Set<Substring> = [
        "a", "abbr", "b", "cite", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "small", "span", "strong",
        "sub", "sup", "u",
    ]

    /// - Parameter tag: what stands after `<`, or its beginning.
    static func isInline(_ tag: String) -> Bool {
        inline.contains(tag.drop { $0 == "/" }.prefix { $0 != " " && $0 != "\n" && $0 != "/" })
    }
}

private struct WordReader {
    private let scalars: [Unicode.Scalar]
    private var at = 0

    private static let schemeMax = 20
    private static let mailboxMax = 64
    /// Only they end an address beside blanks.
    private static let addressEnds = Set("<>\"“”«»‹›、。，！？；：「」『』（）【】《》".unicodeScalars)
    private static let joiners = Set("'’-‐‑_·.\u{AD}\u{200C}\u{200D}\u{2060}".unicodeScalars)
    private static let digitJoiners = Set(",:/".unicodeScalars)

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func count() -> Int {
        var count = 0
        while at < scalars.count {
            if skipAddress() { continue }
            let scalar = scalars[at]
            if UnspacedScript(scalar) != nil {
                count += unspacedWords()
            } else if scalar.isLetterOrNumber {
                count += 1
                skipWord()
            } else {
                at += 1
            }
        }
        return count
    }

    private mutating func skipWord() {
        at += 1
        while at < scalars.count {
            if isInWord(at) {
                at += 1
            } else if isInWord(at + 1), joins(at) {
                at += 2
            } else {
                return
            }
        }
    }

    private func isInWord(_ index: Int) -> Bool {
        guard index < scalars.count, UnspacedScript(scalars[index]) == nil else { return false }
        return scalars[index].isLetterOrNumber || scalars[index].isMark
    }

    private func joins(_ index: Int) -> Bool {
        if Self.joiners.contains(scalars[index]) { return true }
        return Self.digitJoiners.contains(scalars[index]) && scalars[index - 1].isDigit && scalars[index + 1].isDigit
    }

    /// Moves past a run of scripts without spaces.
    private mutating func unspacedWords() -> Int {
        var (words, length, last) = (0, 0, UnspacedScript(scalars[at]))
        while at < scalars.count {
            let script = UnspacedScript(scalars[at])
            guard script != nil || scalars[at].isMark else { break }
            at += 1
            guard let script, !scalars[at - 1].isMark else { continue }
            if script != last {
                words += last?.words(length) ?? 0
                (length, last) = (0, script)
            }
            length += 1
        }
        return words + (last?.words(length) ?? 0)
    }

    // MARK: Addresses

    /// Moves past an address that begins here. Looks only a bounded way ahead.
    private mutating func skipAddress() -> Bool {
        guard scalars[at].isASCII, scalars[at].isLetterOrNumber else { return false }
        if let start = schemeEnd ?? end(of: "www.") ?? end(of: "mailto:"), start < scalars.count, isOfAddress(start) {
            at = start
            while at < scalars.count, isOfAddress(at) { at += 1 }
            return true
        }
        return skipMailAddress()
    }

    private func isOfAddress(_ index: Int) -> Bool {
        !scalars[index].properties.isWhitespace && !Self.addressEnds.contains(scalars[index])
    }

    /// Behind `https://` and the like.
    private var schemeEnd: Int? {
        guard scalars[at].isASCIILetter else { return nil }
        var end = at + 1
        while end < min(scalars.count, at + Self.schemeMax), scalars[end].isOfScheme { end += 1 }
        guard end + 2 < scalars.count, scalars[end] == ":", scalars[end + 1] == "/", scalars[end + 2] == "/" else {
            return nil
        }
        return end + 3
    }

    private func end(of word: String) -> Int? {
        let letters = word.unicodeScalars
        guard at + letters.count < scalars.count else { return nil }
        for (offset, letter) in letters.enumerated()
        where String(scalars[at + offset]).lowercased() != String(letter) { return nil }
        return at + letters.count
    }

    private mutating func skipMailAddress() -> Bool {
        var end = at + 1
        while end < min(scalars.count, at + Self.mailboxMax), scalars[end].isOfMailbox { end += 1 }
        guard end + 1 < scalars.count, scalars[end] == "@", scalars[end + 1].isASCII, scalars[end + 1].isLetterOrNumber
        else { return false }
        at = end + 1
        while at < scalars.count, scalars[at].isASCII,
            scalars[at].isLetterOrNumber || ".-".unicodeScalars.contains(scalars[at])
        {
            at += 1
        }
        return true
    }
}

/// A script whose words stand side by side, with an estimate of how long its words are.
private enum UnspacedScript {
    case han, hiragana, katakana, southEastAsian

    init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x3005, 0x3007, 0x3105...0x312F, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD:
            self = .han
        case 0x3041...0x309F: self = .hiragana
        case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .katakana
        case 0x0E01...0x0E3A, 0x0E40...0x0E4E, 0x0E81...0x0ECE, 0x0EDC...0x0EDF, 0x1000...0x103F, 0x1050...0x108F,
            0x109A...0x109D, 0x1780...0x17D3, 0x17DC...0x17DD, 0xAA60...0xAA7F:
            self = .southEastAsian
        default: return nil
        }
    }

    /// - Parameter length: of a run of the script, without marks.
    func words(_ length: Int) -> Int {
        switch self {
        case .han: (length + 1) / 2
        case .hiragana: (length + 2) / 3
        case .katakana: 1
        case .southEastAsian: (length + 3) / 4
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrNumber: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }
    fileprivate var isASCIILetter: Bool { isASCII && properties.isAlphabetic }
    fileprivate var isOfScheme: Bool { isASCII && isLetterOrNumber || "+.-".unicodeScalars.contains(self) }
    fileprivate var isOfMailbox: Bool { isASCII && isLetterOrNumber || "._%+-".unicodeScalars.contains(self) }
}
