package import Pictures
package import Posts
import Rendering
package import Site

/// The part of an entry that depends on the settings of the site besides the author's text.
struct SiteContent {
    let html: String
    let tree: DocumentTree
    let summary: String
    /// nil without pictures.
    let pictures: [SitePicture]?
    /// `SiteTarget.rendering`
    let rendering: String
    let warnings, losses: [String]

    func filled(into entry: SiteEntry) -> SiteEntry {
        var entry = entry
        entry.contentHTML = html
        entry.summary = summary
        entry.pictures = pictures
        entry.rendering = rendering
        return entry
    }
}

extension SiteTarget {
    private var ownHost: String { site.settings.address.hostText.hostAlone }

    /// The settings by which it makes the content of entries from the author's text. An entry that names others in
    /// `SiteEntry.rendering` may differ from what this target would make.
    package var rendering: String { rendering(smartPunctuation: smartPunctuation) }

    private func rendering(smartPunctuation: Bool) -> String {
        let quotes = smartPunctuation ? "smart" : "straight"
        return "\(rawHTML.rawValue) \(quotes) \(ownHost) \(site.address(ofPicture: ""))"
    }

    func content(of manuscript: Manuscript) throws(FreezeError) -> SiteContent {
        let html = try manuscript.html(RenderOptions(rawHTML: rawHTML, ownHosts: [ownHost]))
        let tree = try manuscript.tree()
        let placed = try manuscript.placed(html.text) { site.address(ofPicture: $0.fileName) }
        let pictures = placed.pictures.map {
            SitePicture(address: $0.id.address, digest: $0.digest, file: $0.fileName, bytes: $0.facts.bytes)
        }
        return SiteContent(
            html: placed.html, tree: tree, summary: manuscript.spokenSummary(tree),
            pictures: pictures.isEmpty ? nil : pictures,
            rendering: rendering(smartPunctuation: manuscript.smartPunctuation), warnings: html.warnings,
            losses: html.losses)
    }

    /// The entry of a page that stands, made again: the content from the delivered text and the present settings, and all
    /// else, such as its address, its dates and its id, as it was delivered.
    /// - Parameters:
    ///   - draft: of the delivered revision.
    ///   - pictures: the stored pictures that it names.
    /// - Throws: why the content cannot be made, for example because a picture is gone.
    package func renewed(
        _ entry: SiteEntry, of post: PostID, from draft: Draft, pictures: [Media]
    ) throws(FreezeError) -> SiteEntry {
        guard let slug = Slug(kept: entry.slug) else {
            throw FreezeError("The page has “\(entry.slug.shortened(to: 60))” as its slug, which cannot be one.")
        }
        var manuscript = Manuscript(
            id: post, slug: slug, title: draft.title, body: draft.body, summary: draft.summary,
            published: entry.published.instant, changedAt: entry.updated.instant, media: pictures)
        manuscript.smartPunctuation = smartPunctuation
        return try content(of: manuscript).filled(into: entry)
    }
}

extension Target {
    /// nil for a target that is no site.
    package var siteTarget: SiteTarget? { if case .site(let site) = kind { site } else { nil } }
}
