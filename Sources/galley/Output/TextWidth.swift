import Posts

/// The width of text on a terminal, in columns. The ranges are those that Unicode's East Asian Width (UAX #11) calls
/// wide or full-width, merged where no narrow character lies between them.
extension Character {
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        // An emoji may start with a narrow character that variation selector 16 makes wide.
        if unicodeScalars.count > 1, unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return Self.isWide(first) ? 2 : 1
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
            0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}

extension String {
    var columns: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columns } }

    /// Pads the text with spaces to `count` columns. A wider text stays as it is.
    func padded(toColumns count: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, count - columns))
    }

    /// Cuts the text to `count` columns and marks the cut with “…”.
    func cut(toColumns count: Int) -> String {
        guard columns > count else { return self }
        var (kept, used) = ("", 0)
        for character in self {
            guard used + character.columns < count else { break }
            kept.append(character)
            used += character.columns
        }
        return kept + "…"
    }

    /// The text without control characters, which a terminal would obey. Posts and answers of servers may contain any.
    var printable: String {
        guard unicodeScalars.contains(where: Self.isObeyed) else { return self }
        var text = ""
        for scalar in unicodeScalars { text.unicodeScalars.append(Self.isObeyed(scalar) ? "\u{FFFD}" : scalar) }
        return text
    }

    /// Like `printable`, but keeps the colours from `Style`.
    var printableButInk: String {
        guard unicodeScalars.contains(where: Self.isObeyed) else { return self }
        var (text, rest) = ("", self[...])
        while let escape = rest.firstIndex(of: "\u{1B}") {
            text += String(rest[..<escape]).printable
            rest = rest[escape...]
            let ink = Style.sequences.first { rest.hasPrefix($0) }
            text += ink ?? "\u{FFFD}"
            rest = rest.dropFirst(ink?.count ?? 1)
        }
        return text + String(rest).printable
    }

    var endingInNewline: String { hasSuffix("\n") ? self : self + "\n" }

    /// The text on one line.
    var oneLine: String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ")
        return String(line.map { $0 == "\t" ? " " : $0 }).printable
    }

    /// Control characters except tab and newline, which make up a text.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isControl && scalar != "\t" && scalar != "\n"
    }
}
