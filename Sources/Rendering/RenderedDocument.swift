/// The longest Markdown text that `render` accepts, in UTF-8 bytes.
package let bodyBytesMax = 2_000_000

/// A post as HTML, with its outline and diagnostics.
package struct RenderedDocument: Equatable, Sendable {
    /// A fragment for the inside of an element, in UTF-8.
    package let html: String
    /// The headings in the order of the text.
    package let outline: [Heading]
    /// The parts that were not treated as Markdown; empty for nearly every text.
    package let diagnostics: [Diagnostic]
    /// The HTML that the page does not show, in the order of the text.
    package let omitted: [OmittedHTML]
}

package struct Heading: Hashable, Sendable {
    /// 1 to 6.
    package let level: Int
    /// The heading without its markup.
    package let text: String
    /// The `id` of the element, unique in its document.
    package let anchor: String
    /// Counts from 1.
    package let line: Int
}

/// A message to the author about Markdown that was ignored because it would have taken too long.
package struct Diagnostic: Hashable, Sendable {
    /// The line that caused it, counted from 1; nil for the whole text.
    package let line: Int?
    /// The effect, its cause and the remedy, for the author.
    package let message: String
}

package enum RenderError: Error, Equatable, CustomStringConvertible {
    case tooLong(bytes: Int)
    /// For Markdown that is written again: what there is too much of.
    case tooNested(String)

    package var description: String {
        switch self {
        case .tooLong(let bytes):
            "The text is too long. It has \(bytes) bytes; at most \(bodyBytesMax) are rendered. Split it in two."
        case .tooNested(let what): "The text cannot be written as plain Markdown: its \(what). Make them fewer."
        }
    }
}
