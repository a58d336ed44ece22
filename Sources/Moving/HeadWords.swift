import Posts

/// The lines `key: value` at the beginning of a Markdown file, with or without fences or the dots of Nikola, as they are
/// written. They answer what an address needs; the daemon reads the front matter itself.
struct HeadWords {
    private var words: [String: String] = [:]

    private static let linesMax = 60

    init(of text: String) {
        for line in text.prefix(16_384).split(separator: /\r\n|\n|\r/, maxSplits: HeadWords.linesMax) {
            let line = line.trimmed.drop { $0 == "." || $0 == " " || $0 == "\u{FEFF}" }
            guard let colon = line.firstIndex(of: ":") else {
                if ["---", "+++", "<!--"].contains(line) { continue }
                break
            }
            let key = line[..<colon].trimmed.lowercased()
            let value = line[line.index(after: colon)...].trimmed
            words[key] = words[key] ?? value.trimmingQuotes
        }
    }

    /// - Parameter key: in lower case.
    subscript(key: String) -> String? { words[key].flatMap { $0.isEmpty ? nil : $0 } }
}

extension String {
    fileprivate var trimmingQuotes: String {
        guard count >= 2, let quote = first, quote == last, "\"'".contains(quote) else { return self }
        return String(dropFirst().dropLast())
    }
}
