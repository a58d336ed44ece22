import Posts

/// An address that stands in a text without being a link. Markdown makes a link of it, and takes what follows up to the next
/// blank for a part of it, even the backslashes before signs. So where something else follows, it is written `<address>`.
///
/// While a line is being made, private characters stand around it, because what follows is not known yet.
/// - SeeAlso: https://github.github.com/gfm/#autolinks-extension-
enum BareAddress {
    private static let (start, end) = (EmphasisMarks.scalar(6), EmphasisMarks.scalar(7))

    /// How an address is written while its line is being made.
    static func marked(_ address: String) -> String { "\(start)\(address)\(end)" }

    // MARK: - Finding

    /// Divides a text of HTML at its addresses, which are returned without character references.
    static func parts(of text: String) -> [(text: String, isAddress: Bool)] {
        guard mayOccur(in: text) else { return [(text, false)] }
        let scalars = Array(text.unicodeScalars)
        var (parts, position, done) = ([(String, Bool)](), 0, 0)
        while position < scalars.count {
            guard let begin = beginning(scalars, at: position, from: done),
                let found = address(scalars, from: begin, atLeastTo: position)
            else {
                position += 1
                continue
            }
            if begin > done { parts.append((scalars[done..<begin].text, false)) }
            parts.append((found.text, true))
            (position, done) = (found.end, found.end)
        }
        if done < scalars.count { parts.append((scalars[done...].text, false)) }
        return parts
    }

    private static func mayOccur(in text: String) -> Bool {
        var (last, before) = (UInt8(0), UInt8(0))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "/"), last == byte, before == UInt8(ascii: ":") { return true }
            if byte == UInt8(ascii: "."), last | 0x20 == UInt8(ascii: "w"), before | 0x20 == UInt8(ascii: "w") {
                return true
            }
            (before, last) = (last, byte)
        }
        return false
    }

    /// Where the address begins whose `://` or `www.` is at `position`.
    private static func beginning(_ text: [Unicode.Scalar], at position: Int, from first: Int) -> Int? {
        switch text[position] {
        case ":":
            guard text[position...].starts(with: "://".unicodeScalars) else { return nil }
            var start = position
            while start > first, position - start < 6, text[start - 1].isASCIILetter { start -= 1 }
            let scheme = text[start..<position].text.lowercased()
            return ["http", "https", "ftp"].contains(scheme) ? start : nil
        case "w", "W":
            guard text[position...].prefix(4).text.lowercased() == "www." else { return nil }
            let before = position > first ? text[position - 1] : nil
            return before.map { $0.properties.isWhitespace || $0 == "(" } ?? (position == 0) ? position : nil
        default: return nil
        }
    }

    private static func address(
        _ text: [Unicode.Scalar], from start: Int, atLeastTo mark: Int
    ) -> (text: String, end: Int)? {
        // The characters with the positions behind them.
        var (found, ends, position) = ([Unicode.Scalar](), [Int](), start)
        while position < text.count {
            let (scalars, next) = character(text, at: position)
            guard scalars.allSatisfy(\.isAddressPart) else { break }
            found += scalars
            ends += Array(repeating: next, count: scalars.count)
            position = next
        }
        var count = linkEnd(found)
        while count > 0, found[count - 1] == "]",
            found[..<count].count(where: { $0 == "]" }) > found[..<count].count(where: { $0 == "[" })
        {
            count = linkEnd(Array(found[..<(count - 1)]))
        }
        guard count > mark - start + 3, count <= ends.count, count > 0 else { return nil }
        // What is left of a reference belongs to the text.
        guard count == ends.count || ends[count] != ends[count - 1] else { return nil }
        return (found[..<count].text, ends[count - 1])
    }

    /// The character at a position, of a reference the one that it stands for.
    private static func character(_ text: [Unicode.Scalar], at position: Int) -> ([Unicode.Scalar], next: Int) {
        guard text[position] == "&", let end = text[position...].prefix(12).firstIndex(of: ";") else {
            return ([text[position]], position + 1)
        }
        let written = text[position...end].text
        let resolved = written.referencesResolved
        return resolved == written ? ([text[position]], position + 1) : (Array(resolved.unicodeScalars), end + 1)
    }

    /// How many of the characters Markdown takes for an address: not the punctuation at its end, nor a closing parenthesis
    /// without an opening one.
    private static func linkEnd(_ text: [Unicode.Scalar]) -> Int {
        var end = text.firstIndex(of: "<") ?? text.count
        let opening = text[..<end].count { $0 == "(" }
        var closing = text[..<end].count { $0 == ")" }
        while end > 0 {
            switch text[end - 1] {
            case ")":
                if closing <= opening { return end }
                closing -= 1
                end -= 1
            case "?", "!", ".", ",", ":", "*", "_", "~", "'", "\"": end -= 1
            case ";":
                let letters = text[..<(end - 1)].reversed().prefix(while: \.isASCIILetter).count
                let name = end - 1 - letters
                end = letters > 0 && name > 0 && text[name - 1] == "&" ? name - 1 : end - 1
            default: return end
            }
        }
        return end
    }

    // MARK: - Writing

    /// The line with each address in the form that Markdown reads as it is.
    static func written(_ line: String) -> String {
        guard line.utf8.contains(0xEF) else { return line }
        // By scalars: a combining character behind a mark is another character with it.
        var (result, rest) = ("", line.unicodeScalars[...])
        while let begin = rest.firstIndex(of: start), let behind = rest[begin...].firstIndex(of: end) {
            result += String(rest[..<begin])
            let address = String(rest[begin..<behind].dropFirst())
            rest = rest[behind...].dropFirst()
            result += form(of: address, before: rest, after: result.last)
        }
        return result + String(rest)
    }

    private static let tailMax = 64

    private static func form(of address: String, before rest: Substring.UnicodeScalarView, after last: Character?)
        -> String
    {
        let tail = rest.prefix(tailMax).prefix { !($0.isASCII && $0.properties.isWhitespace) }
        if tail.count < tailMax, tail.allSatisfy({ "?!.,:;'\")".unicodeScalars.contains($0) }), hasPlainHost(address),
            linkEnd(Array(address.unicodeScalars) + tail) == address.unicodeScalars.count
        {
            return address
        }
        if address.contains("://") { return "<\(address.referencesEscaped)>" }
        let words = address.unicodeScalars.map { "\\*_[]~`".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
        return (last == "!" ? "\\" : "") + "[\(words)](\(HTMLText.address("http://" + address)))"
    }

    private static func hasPlainHost(_ address: String) -> Bool {
        let name = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
        let host = name.prefix { !"/?#:".contains($0) }
        return !host.isEmpty && host.utf8.allSatisfy { $0.isASCIILetter || $0.isDigit || $0 == 0x2D || $0 == 0x2E }
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { isASCII && properties.isAlphabetic }

    /// Whether an address can go on with it.
    fileprivate var isAddressPart: Bool {
        guard !isASCII else { return value > 0x20 && value < 0x7F && !"<>\"`\\^{}|".unicodeScalars.contains(self) }
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control,
            .format, .privateUse, .unassigned, .surrogate:
            return false
        default: return true
        }
    }
}

extension Collection<Unicode.Scalar> {
    fileprivate var text: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: self)
        return String(text)
    }
}
