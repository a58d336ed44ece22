/// How raw HTML in Markdown is treated.
package enum RawHTMLPolicy: String, Sendable, CaseIterable {
    /// Removed, with a comment in its place.
    case omit
    /// Kept as far as `HTMLPolicy` says: elements that show text, without scripts, styles, classes and ids. The default.
    case filter
    /// Kept as written, including scripts, for authors who own the site. Previews use a frame in which no script runs,
    /// so raw HTML never runs there.
    case allow
}

/// How Markdown becomes HTML. The defaults are those of a published post.
package struct RenderOptions: Hashable, Sendable {
    package var rawHTML: RawHTMLPolicy
    /// Straight quotes become curly, `--` and `---` become dashes, and `...` an ellipsis.
    package var smartPunctuation: Bool
    /// `data-sourcepos="line:column-line:column"` on each block; lines and byte columns count from 1.
    package var sourcePositions: Bool
    /// `id` on each heading, by GitHub's rule.
    package var headingAnchors: Bool
    /// `rel="external noopener"` on links to other hosts. `external` is HTML's term for them; `noopener` applies even
    /// if a theme opens a new tab. There is no `nofollow`, because authors vouch for their links, and no `noreferrer`,
    /// because cited authors may see who cites them.
    package var linkRelations: Bool
    /// `loading="lazy"` on images.
    package var lazyImages: Bool
    /// Hosts of the author's site, in lower case and without port. Links to them do not count as external.
    package var ownHosts: Set<String>

    package init(
        rawHTML: RawHTMLPolicy = .filter, smartPunctuation: Bool = true, sourcePositions: Bool = false,
        headingAnchors: Bool = true, linkRelations: Bool = true, lazyImages: Bool = true, ownHosts: Set<String> = []
    ) {
        self.rawHTML = rawHTML
        self.smartPunctuation = smartPunctuation
        self.sourcePositions = sourcePositions
        self.headingAnchors = headingAnchors
        self.linkRelations = linkRelations
        self.lazyImages = lazyImages
        self.ownHosts = ownHosts
    }

    /// The plain output of cmark-gfm, without Galley's additions.
    package static let plain = RenderOptions(
        rawHTML: .omit, smartPunctuation: false, headingAnchors: false, linkRelations: false, lazyImages: false)
}
