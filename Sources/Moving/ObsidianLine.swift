import Posts

/// What Obsidian reads in whole lines.
enum ObsidianLine {
    static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
        let marks = line.drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }.prefix { $0 == UInt8(ascii: "#") }
        let next = line[marks.endIndex...].first ?? 0x20
        return (1...6).contains(marks.count) && next <= 0x20
    }

    /// The tags of a line that has nothing else; nil for any other line.
    static func tags(_ line: ArraySlice<UInt8>) -> [String]? {
        var (tags, rest) = ([String](), line.drop { $0 == 0x20 || $0 == 0x09 })
        while rest.first == UInt8(ascii: "#"), let end = tagEnd(rest) {
            tags.append(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self))
            rest = rest[end...]
            guard rest.isEmpty || isDivider(rest.first ?? 0) else { return nil }
            rest = rest.drop(while: isDivider)
        }
        return rest.isEmpty && !tags.isEmpty ? tags : nil
    }

    private static func isDivider(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: ",") }

    /// The end of a tag that begins with the “#” at the start: letters, digits, “_”, “-” and “/”, not only digits.
    static func tagEnd(_ text: ArraySlice<UInt8>) -> Int? {
        let name = text.dropFirst().prefix {
            $0.isASCIILetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == 0x2D || $0 == UInt8(ascii: "/")
                || $0 >= 0x80
        }
        // Marks that are no letters, such as quotation marks, end a tag.
        let words = String(decoding: name, as: UTF8.self)
        let known = words.prefix {
            $0.isASCII || $0.isLetter || $0.isNumber || $0.unicodeScalars.contains { $0.properties.isEmoji }
        }
        guard known.contains(where: { !$0.isNumber && !"/-_".contains($0) }) else { return nil }
        let length = known.reversed().drop { $0 == "/" }.reduce(0) { $0 + $1.utf8.count }
        return text.startIndex + 1 + length
    }

    /// The first line of a callout: `> [!note]- Title`.
    struct Callout {
        /// The marks of quotes around it, with the blanks.
        let prefix: String
        let title: String

        init?(_ line: ArraySlice<UInt8>) {
            let marks = line.prefix { $0 == 0x20 || $0 == UInt8(ascii: ">") }
            let rest = line[marks.endIndex...]
            guard marks.contains(UInt8(ascii: ">")), rest.starts(with: "[!".utf8),
                let close = rest.prefix(100).firstIndex(of: UInt8(ascii: "]"))
            else { return nil }
            let kind = String(decoding: rest[(rest.startIndex + 2)..<close], as: UTF8.self)
            let words = String(decoding: rest[(close + 1)...], as: UTF8.self)
            let said = (words.hasPrefix("+") || words.hasPrefix("-") ? String(words.dropFirst()) : words).trimmed
            // “note|wide” names a look, too.
            let name = kind.prefix { $0 != "|" }
            guard name.contains(where: \.isLetter) else { return nil }
            prefix = String(decoding: marks, as: UTF8.self)
            title = said.isEmpty ? name.prefix(1).uppercased() + name.dropFirst().lowercased() : said
        }
    }
}

/// The parts of `[[path#Heading|words]]`.
struct ObsidianLink {
    /// As written.
    let content: String
    let path: String
    let words: String?
    private let headings: [String]

    init(_ content: String) {
        self.content = content
        // In a table the bar has a backslash.
        let bar = content.firstIndex(of: "|")
        var target = content[..<(bar ?? content.endIndex)]
        if bar != nil, target.hasSuffix("\\") { target = target.dropLast() }
        let said = bar.map { content[content.index(after: $0)...].trimmed }
        words = said?.isEmpty == false ? said : nil
        let parts = target.split(separator: "#", omittingEmptySubsequences: false).map { String($0).trimmed }
        path = parts.first ?? ""
        headings = Array(parts.dropFirst()).filter { !$0.isEmpty }
    }

    /// Whether it names nothing.
    var isEmpty: Bool { path.isEmpty && headings.isEmpty }

    /// As Obsidian shows a link without words.
    var shownWords: String { ([path] + headings).filter { !$0.isEmpty }.joined(separator: " > ") }

    /// Of the heading in a page (`Anchors` in `Rendering`); nil without one, and for a block.
    var anchor: String? {
        guard let heading = headings.last, !heading.hasPrefix("^") else { return nil }
        let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        return kept.isEmpty ? nil : kept.replacing(" ", with: "-")
    }

    /// In lower case; nil for a note.
    var fileEnding: String? {
        guard let dot = path.lastIndex(of: "."), dot > path.startIndex else { return nil }
        let ending = path[path.index(after: dot)...].lowercased()
        return ObsidianLink.endings.contains(ending) || PictureReferences.isPicture(path) ? ending : nil
    }

    /// Files that Obsidian embeds, besides pictures.
    private static let endings: Set<String> = [
        "3gp", "canvas", "flac", "m4a", "mkv", "mov", "mp3", "mp4", "ogg", "ogv", "pdf", "wav", "webm",
    ]

    /// The alternative text without a size: `Two boats|300x200`, or `300` alone.
    static func withoutSize(_ words: String) -> String {
        guard let last = words.split(separator: "|", omittingEmptySubsequences: false).last,
            !last.isEmpty, last.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "x") }), last.first != "x"
        else { return words }
        return last.count == words.count ? "" : String(words.dropLast(last.count + 1))
    }
}
