import FoundationEssentials
package import Wire

/// What Galley says of a post of its own inside the formats of others, so that its exports come back as they left:
/// formats that carry HTML know no Markdown, no wall clocks and no former addresses.
///
/// It holds only for as long as nobody changed the rest: `seal` is the fingerprint of what the format itself says.
struct OwnRecord: Codable, Hashable {
    var draft: DraftBody
    var isPublished: Bool
    var formerSlugs: [String]
    var changedAt: String?
    var seal: String

    init(_ exported: ExportedPostBody, body: String) {
        var draft = exported.post.draft
        draft.slug = exported.post.slug
        draft.body = body
        self.draft = draft
        isPublished = exported.isPublished
        formerSlugs = exported.post.formerSlugs
        changedAt = exported.post.changedAt
        seal = ""
    }

    /// Fills in an item that nobody changed.
    func fill(_ item: inout ImportItemBody) {
        item.draft = draft
        item.isPublished = isPublished
        item.formerSlugs = formerSlugs
        item.changedAt = changedAt
    }

    static func seal(_ parts: [String]) -> String { Fingerprint(parts.joined(separator: "\0").utf8).text }
}

/// A post that was read from a format, with what was not understood of it.
package struct ReadPost {
    package var item: ImportItemBody
    package var notes: [ImportNoteBody] = []
}
