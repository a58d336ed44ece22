import Posts

/// A head without fences, as a YAML block: that of Pelican and MultiMarkdown (`Title: Harbour`), that of Nikola
/// (`.. title: Harbour`, in a comment or not), and that of Hexo without its first fence.
struct PlainHead {
    /// The front matter in YAML, without fences.
    let text: String
    /// How many bytes of the file it takes, with the empty lines after it.
    let length: Int

    /// The longest head that is searched for an end.
    private static let linesMax = 100

    /// - Returns: nil if the file begins with anything else. A first line such as `Note: …` is text.
    init?(_ file: ArraySlice<UInt8>) {
        let text = String(decoding: file.prefix(FrontMatterBlock.bytesMax), as: UTF8.self)
        var lines = PlainHead.lines(of: text)
        var isComment = false
        if lines.first?.trimmed == "<!--", lines.dropFirst().first?.hasPrefix("..") == true {
            isComment = true
            lines.removeFirst()
        }
        var reader = Reader(isNikola: lines.first?.hasPrefix(".. ") == true)
        var count = isComment ? 1 : 0
        var isEnded = false
        for line in lines where !isEnded {
            count += 1
            if isComment ? line.trimmed == "-->" : line.trimmed.isEmpty {
                isEnded = true
            } else if !isComment, !reader.isNikola, line.trimmed == "---" {
                reader.isYAML = true
                isEnded = true
            } else if !(isComment && line.trimmed.isEmpty), !reader.add(line) {
                return nil
            }
        }
        guard isEnded || count == lines.count, let yaml = reader.yaml else { return nil }
        self.text = yaml
        length = PlainHead.length(of: count, in: file)
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: /\r\n|\n|\r/, maxSplits: linesMax, omittingEmptySubsequences: false).prefix(linesMax)
            .map(String.init)
    }

    /// The bytes of the first lines and of the empty ones after them.
    private static func length(of lines: Int, in file: ArraySlice<UInt8>) -> Int {
        var (position, count) = (file.startIndex, 0)
        while position < file.endIndex {
            let end = file[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? file.endIndex
            if count >= lines, end > position { break }
            let isPair = end + 1 < file.endIndex && file[end] == 0x0D && file[end + 1] == 0x0A
            position = min(file.endIndex, end + (isPair ? 2 : 1))
            count += 1
        }
        return position - file.startIndex
    }

    private struct Reader {
        let isNikola: Bool
        /// Whether a fence ends the lines, so that they are YAML already.
        var isYAML = false
        private var fields: [(key: String, value: String)] = []
        private var source: [String] = []

        init(isNikola: Bool) { self.isNikola = isNikola }

        /// - Returns: whether the line belongs to a head.
        mutating func add(_ line: String) -> Bool {
            source.append(line)
            if isNikola {
                guard let match = line.wholeMatch(of: /\.\. ([A-Za-z][A-Za-z0-9_ -]{0,39}):(?:[ \t]+(.*))?/) else {
                    return false
                }
                fields.append((String(match.1), match.2?.trimmed ?? ""))
            } else if let match = line.wholeMatch(of: /([A-Za-z][A-Za-z0-9_ -]{0,39}):(?:[ \t]+(.*))?/) {
                fields.append((String(match.1), match.2?.trimmed ?? ""))
            } else if line.hasPrefix(" ") || line.hasPrefix("\t") || line.hasPrefix("- "),
                let last = fields.indices.last
            {
                fields[last].value = (fields[last].value + " " + line.trimmed).trimmed
            } else {
                return false
            }
            return true
        }

        /// nil unless a field says what the post is called or when it is from.
        var yaml: String? {
            let names = fields.map { $0.key.lowercased() }
            guard names.contains("title") || names.contains("date") else { return nil }
            if isYAML { return source.joined(separator: "\n") + "\n" }
            return fields.map { "\(PlainHead.key($0.key)): \(PlainHead.value($0.value))\n" }.joined()
        }
    }

    private static func key(_ key: String) -> String { key.trimmed.lowercased().replacing(" ", with: "_") }

    /// Whole words stay plain, so that dates and truth values are read as such.
    private static func value(_ value: String) -> String {
        guard !value.isEmpty else { return "" }
        let isPlain =
            value.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9 _.,\/+:-]*/) != nil && !value.contains(": ")
            && !value.hasSuffix(":")
        if isPlain { return value }
        return "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
