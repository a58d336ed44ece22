package import Rendering

/// What a message to a social service can be made of.
package struct Pieces: Sendable {
    /// nil for a post without a title.
    package var title: String?
    /// The author's own, as plain text.
    package var summary: String?
    package var text: PlainText
    /// Stands for the text where there is a title and no summary.
    package var excerpt: Excerpt
    package var address: AddressPiece
    /// In the author's order.
    package var tags: [String]

    package init(
        title: String?, summary: String?, tree: DocumentTree, address: AddressPiece = .none, tags: [String] = []
    ) {
        self.title = title
        self.summary = summary
        text = PlainText(tree)
        excerpt = Excerpt(tree)
        self.address = address
        self.tags = tags
    }
}

/// The address of the post on the author's own site, as far as it is known when the message is made.
package enum AddressPiece: Hashable, Sendable {
    case none
    case known(String)
    /// Another target will say it. It is expected to be `predicted` and will have at most `widthMax` code points; a
    /// longer one no longer fits for certain (`Fitted.count(address:)` says).
    case awaited(predicted: String, widthMax: Int)

    /// What is counted in its place: for an awaited address the longest that may come.
    var standIn: String? {
        switch self {
        case .none: nil
        case .known(let address): address
        case .awaited(let predicted, let width):
            predicted
                + String(repeating: "0", count: min(max(0, width - predicted.unicodeScalars.count), Self.widthMax))
        }
    }

    private static let widthMax = 4096
}
