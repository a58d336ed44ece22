/// A text that fits a service, with a hole where an address is still to come.
package struct Fitted: Hashable, Sendable {
    package enum Segment: Hashable, Sendable {
        case text(String)
        /// The awaited address of the post.
        case address
    }

    /// In order; neighbouring texts are one.
    package let segments: [Segment]
    package let rule: CountingRule
    package let warning: String
    /// By the rule, the warning included and an awaited address at its longest.
    package let count: Int
    /// What of the post is not sent, for the author.
    package let losses: [Loss]
    /// Whether words were left out for want of room.
    package let isCut: Bool

    package var limit: Int { rule.limit }

    /// The text with `address` in its hole.
    package func text(address: String) -> String { segments.text(address: address) }

    /// The count once `address` is known; above `limit` only if it is longer than was announced.
    package func count(address: String) -> Int { rule.count(text(address: address), warning: warning) }
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

    /// Takes a text apart in which `mark` stands wherever the address belongs.
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
