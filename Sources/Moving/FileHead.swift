import Posts

/// The front matter of a Markdown file between its fences, as far as it is in the first 64 KB.
struct FileHead {
    let lines: [Substring]
    private let format: Configuration.Format

    /// - Returns: nil for a file without one.
    init?(of file: String) {
        let begun = file.unicodeScalars.prefix { $0 == "\u{FEFF}" }.count
        let text = String(decoding: file.utf8.dropFirst(3 * begun).prefix(FileHead.bytesMax), as: UTF8.self)
        let all = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Substring($0) }
        let fence = all[0].trimmed
        guard ["---", "+++"].contains(fence) else { return nil }
        lines = Array(all.dropFirst().prefix { !$0.hasPrefix(fence) })
        guard lines.count + 1 < all.count else { return nil }
        format = fence == "+++" ? .toml : .yaml
    }

    /// An empty table for one that cannot be read.
    var values: Configuration { Configuration(lines.joined(separator: "\n"), format) }

    private static let bytesMax = 65_536
}
