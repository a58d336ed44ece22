/// Renders Markdown (GitHub's flavour, with footnotes) as safe HTML.
///
/// Dangerous addresses of links and images are always removed, whatever the options say about raw HTML. A text up to
/// the limit takes at most linear time and memory; see `WorkBudget`.
/// - Throws: `.tooLong` for more than `bodyBytesMax` bytes.
package func render(
    _ markdown: String, _ options: RenderOptions = RenderOptions()
) throws(RenderError) -> RenderedDocument {
    let document = try MarkupDocument(markdown, options)
    let outline = document.addOwnMarkup(options)
    let omitted = document.treatHTML(options)
    return RenderedDocument(
        html: document.html(options), outline: outline, diagnostics: document.diagnostics, omitted: omitted)
}

extension DocumentTree {
    /// Parses a Markdown text with the limits and the address rules of `render`.
    /// - Throws: `.tooLong` for more than `bodyBytesMax` bytes.
    package init(_ markdown: String, smartPunctuation: Bool = true) throws(RenderError) {
        // Without source positions, cmark does not count the line breaks within code spans.
        let options = RenderOptions(smartPunctuation: smartPunctuation, sourcePositions: true)
        let document = try MarkupDocument(markdown, options)
        document.dropUnknownAddresses()
        self = document.tree()
    }
}
