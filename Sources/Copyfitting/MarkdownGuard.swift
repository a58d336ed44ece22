/// Escapes plain text for a server that parses everything as Markdown and allows HTML (snac): characters that it would
/// read as markup become character references, which readers see as the characters.
///
/// URLs, mentions and hashtags stay unchanged, because the server has to recognise them.
struct MarkdownGuard {
    private static let marks: Set<Unicode.Scalar> = ["*", "_", "`", "~", "[", "<", ">"]

    /// - Parameter beginsLine: whether the first character is at the start of a line.
    static func protected(_ text: String, beginsLine: Bool = true) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            protected(line: line, beginsLine: beginsLine || index > 0)
        }.joined(separator: "\n")
    }

    private static func protected(line: Substring, beginsLine: Bool) -> String {
        var result = ""
        var rest = line
        var isAtStart = beginsLine
        while !rest.isEmpty {
            let word = rest.prefix { !$0.isWhitespace }
            let gap = rest[word.endIndex...].prefix { $0.isWhitespace }
            result += protected(word: word, isFirst: isAtStart) + gap
            if !word.isEmpty { isAtStart = false }
            rest = rest[gap.endIndex...]
        }
        return result
    }

    private static func protected(word: Substring, isFirst: Bool) -> String {
        if word.isWebAddress { return String(word) }
        let name = word.nameAtStart
        var result = String(name)
        var rest = word[name.endIndex...]
        let beginsBlock = isFirst && (["#", "##", "###", "-", "+"].contains(word) || word.hasPrefix("---"))
        if beginsBlock, let mark = word.first {
            (result, rest) = (reference(mark), word.dropFirst())
        }
        while let character = rest.first {
            rest = rest.dropFirst()
            let beginsReference = character == "&" && rest.prefix(12).contains(";")
            let isMark = character.begins(with: marks) || beginsReference || Smiley.isComplete(result, with: character)
            result += isMark ? reference(character) : String(character)
            if character == "(", rest.isWebAddress { return result + rest }
        }
        return result
    }

    private static func reference(_ character: Character) -> String {
        character.unicodeScalars.map { "&#\($0.value);" }.joined()
    }

    /// Smileys are replaced in addresses, mentions and hashtags, too.
    static func unprotected(in text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).compactMap { word in
            let start = word.drop { $0 == "(" }
            let whole = start.isWebAddress ? start : word.nameAtStart
            return Smiley.faces.contains(where: whole.contains) ? String(whole) : nil
        }
    }
}

/// snac replaces smileys in the finished HTML, one after the other. So the end of a reference, “;”, is an eye like any
/// other: `&#58;-)` holds a smiley.
private enum Smiley {
    /// Those of snac's own table that have no mark in them.
    static let faces = [":-)", ":-D", "X-D", ";-)", "B-)", ":-(", ":-/", "8-o", "%-)", ":-|", ":'("]

    /// A server's administrator may have added some without a nose.
    private static let eyes: Set<Unicode.Scalar> = [":", ";", "8"]
    private static let mouths: Set<Unicode.Scalar> = [")", "(", "D", "P", "p", "|", "o", "O"]

    /// Whether `character` behind `text` ends a smiley.
    static func isComplete(_ text: String, with character: Character) -> Bool {
        guard let mouth = character.unicodeScalars.first, let before = text.unicodeScalars.last else { return false }
        if mouths.contains(mouth), eyes.contains(before) { return true }
        return faces.contains { face in
            let signs = face.unicodeScalars
            return signs.last == mouth && text.unicodeScalars.suffix(signs.count - 1).elementsEqual(signs.dropLast())
        }
    }
}

extension Substring {
    fileprivate var isWebAddress: Bool { hasPrefix("http://") || hasPrefix("https://") }

    /// A mention or hashtag at the start; empty if there is none.
    fileprivate var nameAtStart: Substring {
        let isName = hasPrefix("@") || hasPrefix("#")
        let marks: Set<Unicode.Scalar> = ["*", "`", "~", "[", "<", ">"]
        return prefix { isName && !$0.begins(with: marks) }
    }
}

extension Character {
    /// A parser sees code points: an asterisk is markup also with a combining mark, or in a keycap emoji.
    fileprivate func begins(with marks: Set<Unicode.Scalar>) -> Bool {
        unicodeScalars.first.map(marks.contains) ?? false
    }
}
