/// Escapes plain text for a server that parses everything as Markdown and allows HTML (snac): characters that it would
/// read as markup become character references, which readers see as the characters.
///
/// URLs, mentions and hashtags stay unchanged, because the server has to recognise them.
struct MarkdownGuard {
    private static let marks: Set<Unicode.Scalar> = ["*", "_", "`", "~", "[", "<", ">"]
    /// The characters that may follow the eyes of a smiley.
    private static let noses: Set<Unicode.Scalar> = ["-", "'", ")", "(", "D", "P", "p", "|", "o", "O"]

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
        if isFirst, ["#", "##", "###", "-", "+"].contains(word) || word.hasPrefix("---") {
            return reference(word.first ?? "-") + word.dropFirst()
        }
        if word.hasPrefix("http://") || word.hasPrefix("https://") { return String(word) }
        let isName = word.hasPrefix("@") || word.hasPrefix("#")
        let name = word.prefix { isName && ($0 == "_" || !$0.begins(with: marks)) }
        var result = String(name)
        var rest = word[name.endIndex...]
        while let character = rest.first {
            rest = rest.dropFirst()
            let beginsReference = character == "&" && rest.prefix(12).contains(";")
            let beginsSmiley = ":;8".contains(character) && rest.first?.begins(with: noses) ?? false
            let isMark = character.begins(with: marks) || beginsReference || beginsSmiley
            result += isMark ? reference(character) : String(character)
            if character == "(", rest.hasPrefix("http://") || rest.hasPrefix("https://") { return result + rest }
        }
        return result
    }

    private static func reference(_ character: Character) -> String {
        character.unicodeScalars.map { "&#\($0.value);" }.joined()
    }
}

extension Character {
    /// A parser sees code points: an asterisk is markup also with a combining mark, or in a keycap emoji.
    fileprivate func begins(with marks: Set<Unicode.Scalar>) -> Bool {
        unicodeScalars.first.map(marks.contains) ?? false
    }
}
