/// A copy as its target shows it, part by part. Servers alter what they are sent, so what stood there after our last
/// accepted write is kept: a difference from that is somebody else's change.
package struct Standing: Hashable, Sendable {
    /// The word in the store and, but for the last two, in sentences.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        case title, text, excerpt, warning, tags, pictures, visibility, state
        /// The text as its author wrote it, where a target keeps that beside what it shows.
        case source
        /// Letters and digits of all that readers see: what is left when a server sets a text in another dress.
        case words
    }

    /// A part that the target does not tell is missing; one that is empty there is an empty text.
    package var parts: [Part: String]

    package init(_ parts: [Part: String]) { self.parts = parts }

    /// The parts that both tell and that say different things, in the order of `Part`. Blanks and what nobody sees do not
    /// count. Where both have a source, it speaks for the text.
    package func differences(from other: Standing) -> [Part] {
        let hasSources = parts[.source] != nil && other.parts[.source] != nil
        return Part.allCases.filter { part in
            guard part != .words, !(part == .text && hasSources) else { return false }
            guard let mine = parts[part], let theirs = other.parts[part], mine != theirs else { return false }
            return mine.seen != theirs.seen
        }
    }

    /// Whether both say the same in other dress: the same words, and the rest alike.
    package func saysTheSame(as other: Standing) -> Bool {
        let texts: Set<Part> = [.title, .text, .excerpt, .source]
        guard differences(from: other).allSatisfy(texts.contains) else { return false }
        guard let mine = parts[.words], let theirs = other.parts[.words] else { return false }
        return mine == theirs
    }
}

extension Standing {
    /// Each part that differs, with both texts.
    /// - Parameter mine: who wrote `ours`, such as `Galley sent`.
    package func contrast(with ours: Standing, _ mine: String) -> String {
        let found = differences(from: ours).map { $0 == .source ? .text : $0 }
        return found.prefix(4).map { part in
            let there = parts[part] ?? parts[.source] ?? ""
            let here = ours.parts[part] ?? ours.parts[.source] ?? ""
            let (one, other) = Standing.excerpts(there, here)
            return "\(part.rawValue.capitalizedFirst) there: \(one). \(mine): \(other)."
        }.joined(separator: " ")
    }

    /// Both texts from a little before the place at which they part, each at most 160 characters.
    private static func excerpts(_ one: String, _ other: String) -> (String, String) {
        let shared = zip(one, other).prefix { $0 == $1 }.count
        let start = shared > 30 ? shared - 20 : 0
        return (excerpt(one, from: start), excerpt(other, from: start))
    }

    private static func excerpt(_ text: String, from start: Int) -> String {
        guard !text.isEmpty else { return "nothing" }
        let rest = text.dropFirst(start)
        let line = rest.prefix(160).split { $0.isWhitespace }.joined(separator: " ")
        return "“\(start > 0 ? "…" : "")\(line)\(rest.count > 160 ? "…" : "")”"
    }
}

extension String {
    /// Without blanks and without what is not drawn.
    fileprivate var seen: [Unicode.Scalar] {
        unicodeScalars.filter { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint }
    }

    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// What was seen of a copy when a request for it was accepted, or when it was found.
package struct SeenCopy: Hashable, Sendable {
    /// Kept, so that a later change by another hand is noticed.
    package let standing: Standing?
    /// For the author: what arrived otherwise than it was sent, or could not be told.
    package let remark: String?

    package init(_ standing: Standing? = nil, remark: String? = nil) {
        self.standing = standing
        self.remark = remark
    }
}
