/// What becomes of raw HTML that an author wrote into Markdown.
package enum RawHTML: String, Sendable, CaseIterable {
    /// Left out, with a comment in its place. The default.
    case omit
    /// Kept, but for the nine elements which GitHub's tag filter disarms (`script`, `iframe`, `style`, …).
    case filter
    /// Kept as written, scripts and all: for authors who own the site on which it appears. A preview is shown in a
    /// frame in which no script runs, so raw HTML never runs there.
    case allow
}

/// How Markdown becomes HTML. The defaults are those of a published post.
package struct RenderOptions: Hashable, Sendable {
    package var rawHTML: RawHTML
    /// Straight quotes become curly, `--` and `---` dashes, `...` an ellipsis.
    package var smartPunctuation: Bool
    /// `data-sourcepos="line:column-line:column"` on each block, lines and byte columns counted from 1.
    package var sourcePositions: Bool
    /// `id` on each heading, made by GitHub's rule.
    package var headingAnchors: Bool
    /// `rel="external noopener"` on links that lead to another host. `external` is HTML's own word for it; `noopener`
    /// holds even where a theme opens a new tab. Neither `nofollow` (an author vouches for what the author links to)
    /// nor `noreferrer` (a cited author may see who cites).
    package var linkRelations: Bool
    /// `loading="lazy"` on images.
    package var lazyImages: Bool
    /// Hosts of the author's own site, lower case, without port. Links to them are not outside links.
    package var ownHosts: Set<String>

    package init(
        rawHTML: RawHTML = .omit, smartPunctuation: Bool = true, sourcePositions: Bool = false,
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

    /// Nothing of our own: what `cmark-gfm` itself would write.
    package static let plain = RenderOptions(
        smartPunctuation: false, headingAnchors: false, linkRelations: false, lazyImages: false)
}
