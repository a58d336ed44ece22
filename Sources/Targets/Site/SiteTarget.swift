import Copyfitting
import Pictures
package import Posts
import Rendering
package import Site

/// The author's own site: a folder of finished HTML, written without HTTP. Galley freezes the entry, and the module
/// `Site` makes the pages. The same entry written twice produces the same files.
package struct SiteTarget: Sendable {
    package let site: Site
    let rawHTML: RawHTMLPolicy
    let smartPunctuation: Bool

    var place: String { site.settings.address }

    /// The payload is an encoded `SiteEntry`.
    package func freeze(_ manuscript: Manuscript) throws(FreezeError) -> Frozen {
        let content = try content(of: manuscript)
        let entry = content.filled(into: makeEntry(of: manuscript))
        let address: String
        let payload: [UInt8]
        do {
            address = try site.address(of: entry)
            payload = try entry.encoded()
        } catch {
            throw FreezeError("\(error)")
        }
        let shown = try manuscript.pictures(in: content.tree)
        var preview = Preview(
            text: PlainText(content.tree).text, html: content.html, losses: content.losses,
            pictures: shown.unrepeated.map { "\($0.described) is copied into the site as it is." },
            warnings: content.warnings + shown.missingAltWarnings, predictedAddress: address)
        preview.readers = .entry(entry)
        return Frozen(payload: payload, preview: preview)
    }

    /// Without the content.
    private func makeEntry(of manuscript: Manuscript) -> SiteEntry {
        SiteEntry(
            id: manuscript.id.text, kind: manuscript.kind == .page ? .page : .post, title: manuscript.spokenTitle,
            slug: manuscript.slug.text, path: manuscript.path, formerSlugs: manuscript.formerSlugs.map(\.text),
            contentHTML: "", language: manuscript.language?.tag,
            tags: manuscript.tags.map(\.text),
            published: date(manuscript.published, manuscript),
            updated: date(max(manuscript.published, manuscript.changedAt), manuscript), author: manuscript.author,
            canonicalURL: manuscript.canonicalAddress, syndication: manuscript.syndication)
    }

    private func date(_ instant: Instant, _ manuscript: Manuscript) -> SiteDate {
        SiteDate(instant, offset: manuscript.clocks.offset(at: instant))
    }
}

extension Target {
    /// nil for a target that is no site.
    package var site: Site? { siteTarget?.site }

    /// The permalink pattern of a site.
    package var permalink: String? { site?.settings.permalink.text }

    /// The further paths of a site's feed.
    package var feedPaths: [FeedPath]? { site?.settings.feedPaths }

    /// The language of a site.
    package var siteLanguage: String? { site?.settings.language }
}

extension Media {
    /// A unique file name that never refers to another picture.
    var fileName: String { "\(id.text).\(facts.kind.fileEnding)" }
}
