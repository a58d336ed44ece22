import FoundationEssentials
import Posts

/// What can be worked out of a draft before the writer's turn comes: many authors' processors are faster than one
/// queue.
struct PreparedDraft {
    let draft: Draft
    let bytes: Data
    /// Unicode scalars.
    let characters: Int
    let excerpt: String
    let overrides: String?
    /// What the title gives; nil without a title or when nothing of it is left.
    let derivedSlug: Slug?

    /// - Throws: `unstorable` for a field with U+0000, which SQLite's text ends at. Only the body is kept as bytes.
    init(_ draft: Draft) throws(StoreError) {
        try draft.checkStorable()
        self.draft = draft
        bytes = Data(draft.body.utf8)
        characters = PreparedDraft.count(bytes.span)
        excerpt = draft.body.excerpt
        derivedSlug = draft.slug == nil ? draft.title.flatMap { Slug.derived(from: $0) } : nil
        do {
            overrides = try OverrideFields.json(draft.overrides)
        } catch {
            throw StoreError(error)
        }
    }

    /// The characters of a text in UTF-8: each begins with a byte that continues none.
    private static func count(_ bytes: Swift.Span<UInt8>) -> Int {
        var count = 0
        for place in bytes.indices where bytes[place] & 0xC0 != 0x80 { count += 1 }
        return count
    }
}

extension String {
    /// At most 140 characters of the first line that says something, without the Markdown in front of it.
    fileprivate var excerpt: String {
        var line: [UInt8] = []
        // Bytes, since only the beginning matters and characters are dear; most lines have far fewer than 600.
        for byte in utf8.prefix(4000) {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                if line.isEmpty { continue } else { break }
            }
            if line.isEmpty, " \t#>*-+=~`\0".utf8.contains(byte) { continue }
            line.append(byte == 0 ? UInt8(ascii: " ") : byte)
            if line.count == 600 { break }
        }
        // The cut may have gone through a character.
        if line.count == 600 {
            while let last = line.last, last & 0xC0 == 0x80 { line.removeLast() }
            if let last = line.last, last >= 0xC0 { line.removeLast() }
        }
        return String(String(decoding: line, as: UTF8.self).prefix(140))
    }
}
