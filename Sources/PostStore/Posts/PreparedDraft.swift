import FoundationEssentials
import JSONTree
package import Posts

/// A draft with everything that can be computed from it before the writer's turn: many callers compute in parallel, the
/// writer is one queue.
package struct PreparedDraft: Sendable {
    let draft: Draft
    let bytes: [UInt8]
    /// Unicode scalars.
    let characters: Int
    let excerpt: String
    /// See `TitleKey`.
    let titleKey: String
    let overrides: String?
    /// Derived from the title; nil without a title, or if none of its characters can be in a slug.
    let derivedSlug: Slug?

    /// - Throws: `unstorable`, see `Draft.checkStorable`.
    package init(_ draft: Draft) throws(StoreError) {
        try draft.checkStorable()
        self.draft = draft
        let bytes = Array(draft.body.utf8)
        self.bytes = bytes
        characters = PreparedDraft.count(bytes.span)
        excerpt = draft.body.excerpt
        titleKey = TitleKey.text(title: draft.title, excerpt: excerpt)
        derivedSlug = draft.slug == nil ? draft.title.flatMap { Slug.derived(from: $0) } : nil
        do {
            overrides = draft.overrides.isEmpty ? nil : try JSONCoding.text(draft.overrides)
        } catch {
            throw StoreError(error)
        }
    }

    /// Counts scalars in UTF-8: the bytes that do not continue one.
    private static func count(_ bytes: Swift.Span<UInt8>) -> Int {
        var count = 0
        for place in bytes.indices where bytes[place] & 0xC0 != 0x80 { count += 1 }
        return count
    }
}
