/// A text that fits a service, with a placeholder for an address that is not known yet.
package struct Fitted: Hashable, Sendable {
    package enum Segment: Hashable, Sendable {
        case text(String)
        /// The placeholder for the post's address.
        case address
    }

    /// In order; adjacent texts are merged.
    package let segments: [Segment]
    /// The count by the service's rule, including the warning and the longest possible address.
    package let count: Int
    /// Parts of the post that are not sent, for the author.
    package let losses: [Loss]
    /// Whether words were left out for lack of room.
    package let isCut: Bool

    /// The text with `address` in its placeholder.
    package func text(address: String) -> String { segments.text(address: address) }
}

extension [Fitted.Segment] {
    package func text(address: String) -> String {
        map { segment in
            switch segment {
            case .text(let text): text
            case .address: address
            }
        }.joined()
    }

    /// Splits a text at each `mark`, which stands for the address.
    package init(_ text: String, addressMark mark: String) {
        self = []
        let parts = mark.isEmpty ? [text[...]] : text.split(separator: mark, omittingEmptySubsequences: false)
        for (number, part) in parts.enumerated() {
            if number > 0 { append(.address) }
            append(String(part))
        }
    }

    mutating func append(_ text: String) {
        guard !text.isEmpty else { return }
        if case .text(let last) = self.last { self[count - 1] = .text(last + text) } else { append(.text(text)) }
    }
}
