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

    var place: String { site.settings.address }

    init(_ check: SettingsCheck) throws(TargetSettingsError) {
        guard let site = check.settings.site else {
            throw check.error("folder", "The settings of the site are missing. Write at least `url` and `folder`.")
        }
        self.site = site
        rawHTML = try check.rawHTML()
    }

    /// The payload is an encoded `SiteEntry`.
    package func freeze(_ manuscript: Manuscript) throws(FreezeError) -> Frozen {
        let html = try manuscript.html(
            RenderOptions(rawHTML: rawHTML, ownHosts: [site.settings.address.hostText.hostAlone]))
        let tree = try manuscript.tree()
        let placed = try manuscript.placed(html.text) { site.address(ofPicture: $0.fileName) }
        var entry = makeEntry(of: manuscript, html: placed.html, tree: tree)
        if !placed.pictures.isEmpty {
            entry.pictures = placed.pictures.map {
                SitePicture(
                    address: $0.id.address, digest: $0.digest, file: $0.fileName, bytes: $0.facts.bytes)
            }
        }
        let address: String
        let payload: [UInt8]
        do {
            address = try site.address(of: entry)
            payload = try entry.encoded()
        } catch {
            throw FreezeError("\(error)")
        }
        let shown = try manuscript.pictures(in: tree)
        let preview = Preview(
            text: PlainText(tree).text, html: placed.html, losses: html.losses,
            pictures: shown.unrepeated.map { "\($0.described) is copied into the site as it is." },
            warnings: html.warnings + shown.missingAltWarnings, predictedAddress: address)
        return Frozen(payload: payload, preview: preview)
    }

    private func makeEntry(of manuscript: Manuscript, html: String, tree: DocumentTree) -> SiteEntry {
        SiteEntry(
            id: manuscript.id.text, kind: manuscript.kind == .page ? .page : .post, title: manuscript.spokenTitle,
            slug: manuscript.slug.text, path: manuscript.path, formerSlugs: manuscript.formerSlugs.map(\.text),
            contentHTML: html,
            summary: manuscript.spokenSummary(tree), language: manuscript.language?.tag,
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
    package var site: Site? { if case .site(let site) = kind { site.site } else { nil } }

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
