import Wire

/// Galley's own record of a post inside other formats, so that an import restores its exports exactly: formats that
/// carry HTML have no Markdown, wall clocks or former addresses.
///
/// It is valid only while the rest of the item is unchanged: `seal` is the fingerprint of the format's own fields.
///
/// The source of such an item is the id of the post, which is random: it names the same post in every export and on every
/// desk, and none of another desk. A Markdown file has no id, because an imported post gets its own file back unchanged;
/// the store recognises the post by its slug together with its text or date.
struct OwnRecord: Codable, Hashable {
    let draft: DraftBody
    let isPublished: Bool
    let formerSlugs: [String]
    /// nil in records of earlier versions.
    let formerPaths: [String]?
    let changedAt: String?
    let seal: String

    init(_ exported: ExportedPostBody, body: String, seal: String) {
        var draft = exported.post.draft
        draft.slug = exported.post.slug
        draft.body = body
        self.draft = draft
        isPublished = exported.isPublished
        formerSlugs = exported.post.formerSlugs
        formerPaths = exported.post.formerPaths
        changedAt = exported.post.changedAt
        self.seal = seal
    }

    /// Restores an unchanged item from the record.
    func fill(_ item: inout ImportItemBody) {
        item.draft = draft
        item.isPublished = isPublished
        item.formerSlugs = formerSlugs
        item.formerPaths = formerPaths
        item.changedAt = changedAt
    }
}
