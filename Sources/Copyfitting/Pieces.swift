package import Rendering

/// The parts from which a message to a social service is made.
package struct Pieces: Sendable {
    /// nil for a post without a title.
    package var title: String?
    /// The author's summary as plain text.
    package var summary: String?
    package var text: PlainText
    /// Replaces the text if there is a title and no summary.
    package var excerpt: Excerpt
    package var address: AddressPiece
    /// In the author's order.
    package var tags: [String]

    package init(
        title: String?, summary: String?, tree: DocumentTree, address: AddressPiece = .none, tags: [String] = [],
        isMarked: Bool = false
    ) {
        self.title = title
        self.summary = summary
        text = PlainText(tree, isMarked: isMarked)
        excerpt = Excerpt(tree, isMarked: isMarked)
        self.address = address
        self.tags = tags
    }
}

/// The address of the post on the author's site, as far as it is known when the message is made.
package enum AddressPiece: Hashable, Sendable {
    case none
    case known(String)
    /// Another target will provide it. It is expected to be `predicted` and to have at most `widthMax` code points. A
    /// longer one may not fit.
    case awaited(predicted: String, widthMax: Int)

    /// The text to count in its place: the longest possible one for an awaited address.
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
