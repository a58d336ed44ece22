import ArgumentParser
import Posts
import Wire

struct MediaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media",
        abstract: "Add and describe pictures, and remove unused ones.",
        discussion: """
            Accepts JPEG, PNG, GIF, WebP and SVG. Before it stores a picture, Galley removes where, when and with which \
            camera it was taken.

            Examples:
              galley media add harbour.jpg --alt "Fishing boats at low tide"
              galley media list
              galley media prune --dry-run
            """,
        subcommands: [MediaAdd.self, MediaList.self, MediaShow.self, MediaSet.self, MediaPrune.self])
}

extension MediaBody {
    /// Such as `4032 × 3024`.
    var shape: String { "\(width) × \(height)" }

    /// The Markdown that shows the picture in a post.
    var markdown: String {
        // Every character that Markdown could interpret. A backslash before ASCII punctuation is never shown.
        let marks: Set<Character> = ["\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "!"]
        let line = alt.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let words = line.map { marks.contains($0) ? "\\\($0)" : String($0) }.joined()
        return "![\(words)](\(address))"
    }

    var weight: String { ByteCount(bytes).text }

    func facts(on output: Output) -> String {
        var facts = Facts()
        facts.add("Markdown", markdown.oneLine)
        facts.add("file", (name.isEmpty ? type : "\(name) (\(type))").oneLine)
        facts.add("size", "\(shape) pixels, \(weight)\(isAnimated ? ", moving" : "")")
        facts.add("shows", alt.isEmpty ? "no alternative text; galley media set \(id) --alt \"…\"" : alt.oneLine)
        facts.add("focus", focus?.map { "\($0)" }.joined(separator: ", "))
        facts.add("added", output.clock.text(createdAt))
        facts.add("used by", usesText.oneLine)
        return facts.text(output.style)
    }

    var usesText: String {
        guard !uses.isEmpty else { return isUnused ? "nothing" : "what was sent or is to be sent" }
        return uses.map { $0.isPresent ? $0.slug : "\($0.slug) (an older revision)" }.joined(separator: ", ")
    }
}
