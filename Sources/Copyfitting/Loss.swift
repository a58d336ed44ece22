/// A part of a post that the text for a service does not contain. The author sees it before the text is sent.
package struct Loss: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case picture, table, html, emphasis, strikethrough, heading, code
        /// A link with no address or with one that works only on the author's site.
        case link
        case linkTitle = "link-title"
        /// A part of the text is not sent.
        case text
        case title
        case tag
        /// The address of the post on the author's own site.
        case address
    }

    package let kind: Kind
    /// One sentence, with a quotation where it helps to find the place.
    package let message: String
    /// The line of the first loss of its kind in the Markdown, counted from 1; nil if the loss is not in the Markdown.
    package let line: Int?

    package init(_ kind: Kind, _ message: String, line: Int? = nil) {
        self.kind = kind
        self.message = message
        self.line = line
    }

    package var description: String { line.map { "Line \($0): \(message)" } ?? message }
}

/// One place in the Markdown at which something is lost.
struct Lost: Equatable, Sendable {
    let kind: Loss.Kind
    let quote: String
    let line: Int
    /// The number of bytes of plain text before it.
    let offset: Int
}

extension Loss {
    /// One loss per kind, in the order of the text.
    static func summing(_ lost: some Sequence<Lost>) -> [Loss] {
        var kinds: [Kind] = []
        var byKind: [Kind: [Lost]] = [:]
        for one in lost {
            if byKind[one.kind] == nil { kinds.append(one.kind) }
            byKind[one.kind, default: []].append(one)
        }
        return kinds.compactMap { kind in
            guard let all = byKind[kind], let first = all.first else { return nil }
            return Loss(kind, message(kind, count: all.count, quotes: quotes(all.map(\.quote))), line: first.line)
        }
    }

    private static func message(_ kind: Kind, count: Int, quotes: String) -> String {
        let isOne = count == 1
        return switch kind {
        case .picture: (isOne ? "A picture is not sent" : "\(count) pictures are not sent") + quotes + "."
        case .table: (isOne ? "A table became lines" : "\(count) tables became lines") + " of text."
        case .html: "HTML is not sent\(quotes)."
        case .emphasis: "Emphasis is not shown\(quotes)."
        case .strikethrough: "Struck-out text stands as if it still held\(quotes)."
        case .heading: isOne ? "A heading became a line of text." : "\(count) headings became lines of text."
        case .code: isOne ? "A block of code became lines of text." : "\(count) blocks of code became lines of text."
        case .link:
            (isOne ? "A link is" : "\(count) links are")
                + " not sent, because only a whole address leads somewhere from there\(quotes)."
        case .linkTitle: (isOne ? "The title of a link is" : "The titles of \(count) links are") + " not sent\(quotes)."
        case .text, .title, .tag, .address: "Something is not sent\(quotes)."
        }
    }

    private static func quotes(_ all: [String]) -> String {
        let named = all.filter { !$0.isEmpty }.prefix(3).map { "“\($0.quoted)”" }
        guard !named.isEmpty else { return "" }
        let rest = all.count - named.count
        return ": " + named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension String {
    /// On one line, at most 40 characters.
    var quoted: String {
        let line = split(whereSeparator: \.isWhitespace).prefix(40).joined(separator: " ")
        return line.count > 40 ? line.prefix(39) + "…" : line
    }
}
