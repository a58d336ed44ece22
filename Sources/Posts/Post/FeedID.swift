/// The id of a post in the feed of its old site, by which readers know it: an IRI (RFC 3987), as Atom demands.
package struct FeedID: Hashable, Sendable {
    package let text: String

    package static let bytesMax = 1000

    /// - Returns: nil for a text that is no IRI of a scheme that ids have: `http`, `https`, `tag` or `urn`.
    package init?(_ text: String) {
        let rest = ["https://", "http://", "tag:", "urn:"].first(where: text.hasPrefix).map { text.dropFirst($0.count) }
        guard let rest, !rest.isEmpty, text.utf8.count <= FeedID.bytesMax,
            text.unicodeScalars.allSatisfy({ !"<>\"{}|\\^`".unicodeScalars.contains($0) && FeedID.isVisible($0) })
        else { return nil }
        self.text = text
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}
