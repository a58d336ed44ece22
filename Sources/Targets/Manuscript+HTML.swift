import Copyfitting
import Posts
import Rendering

extension Manuscript {
    /// The body as HTML, and what could not be shown as Markdown means it.
    func html(_ options: RenderOptions) throws(FreezeError) -> (text: String, warnings: [String]) {
        do {
            let document = try render(body, options)
            return (document.html, document.diagnostics.map(\.message))
        } catch {
            throw FreezeError(error.description)
        }
    }
}

extension Manuscript {
    /// What messages are made of; for texts up to the limit of rendering.
    func tree() throws(FreezeError) -> DocumentTree {
        do { return try DocumentTree(body) } catch { throw FreezeError(error.description) }
    }

    /// The author's summary, or the first words of the text: plain text on one line.
    func spokenSummary(_ tree: DocumentTree) -> String {
        let summary = (summary ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return summary.isEmpty ? Excerpt(tree).text : summary
    }

    /// With their signs; tags that cannot be hashtags are left out.
    var hashtags: [String] { tags.compactMap { Hashtag(tag: $0.text)?.description } }
}
