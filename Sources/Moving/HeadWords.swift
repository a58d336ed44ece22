import Posts

/// The lines `key: value` at the beginning of a Markdown file, with or without fences or the dots of Nikola, as they are
/// written. They answer what an address needs; the daemon reads the front matter itself.
struct HeadWords {
    private var words: [String: String] = [:]

    private static let linesMax = 60
    private static let ends = ["---": "---", "<!--": "-->"]

    init(of text: String) {
        let start = text.prefix(16_384).drop { $0 == "\u{FEFF}" }
        var lines = start.split(
            separator: /\r\n|\n|\r/, maxSplits: HeadWords.linesMax, omittingEmptySubsequences: false)[...]
        let end = lines.first.flatMap { HeadWords.ends[$0.trimmed] }
        if end != nil { lines.removeFirst() }
        for line in lines {
            let isEmpty = line.trimmed.isEmpty
            if let end { if line.trimmed == end { return } } else if isEmpty, !words.isEmpty { return }
            // What goes on with the line above says nothing here.
            guard !isEmpty, !line.hasPrefix(" "), !line.hasPrefix("\t"), !line.hasPrefix("- ") else { continue }
            let field = line.drop { $0 == "." || $0 == " " }
            guard let colon = field.firstIndex(of: ":") else {
                if end == nil { return }
                continue
            }
            let key = field[..<colon].trimmed.lowercased()
            words[key] = words[key] ?? field[field.index(after: colon)...].trimmed.trimmingQuotes
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
