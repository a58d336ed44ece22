/// The content of a copy as its target shows it, in parts. Servers alter posts, so Galley stores the content after its
/// last accepted write. A difference from that is another person's change.
package struct Standing: Hashable, Sendable {
    /// The word in the store and, except for the last two, in sentences.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        case title, text, excerpt, warning, tags, pictures, visibility, state
        /// How readers are shown a text, besides who they are. Many servers choose them by themselves, so they tell no
        /// change by another person; what was asked for and is otherwise is remarked.
        case language, sensitive
        /// The id of the post that a part of a thread answers to.
        case previous
        /// The author's source text, if a target stores it besides the text it shows.
        case source
        /// The letters and digits of all that readers see; equal if a server only reformats a text.
        case words
    }

    /// A part that the target does not report is missing; an empty part is an empty text.
    package var parts: [Part: String]

    package init(_ parts: [Part: String]) { self.parts = parts }

    /// The parts that both have with different content, in the order of `Part`. Whitespace and invisible characters do
    /// not count. If both have a source, it is compared in place of the text.
    package func differences(from other: Standing) -> [Part] {
        allDifferences(from: other).filter { $0 != .language && $0 != .sensitive }
    }

    /// The differences, and those in `language` and `sensitive`.
    func allDifferences(from other: Standing) -> [Part] {
        let hasSources = parts[.source] != nil && other.parts[.source] != nil
        return Part.allCases.filter { part in
            guard part != .words, !(part == .text && hasSources) else { return false }
            guard let mine = parts[part], let theirs = other.parts[part], mine != theirs else { return false }
            return mine.seen != theirs.seen
        }
    }

    /// Whether both have the same words in another form, and are otherwise equal.
    package func saysTheSame(as other: Standing) -> Bool {
        let texts: Set<Part> = [.title, .text, .excerpt, .source]
        guard differences(from: other).allSatisfy(texts.contains) else { return false }
        guard let mine = parts[.words], let theirs = other.parts[.words] else { return false }
        return mine == theirs
    }
}

extension Standing {
    /// Describes each differing part with both texts.
    /// - Parameter mine: the origin of `ours`, for example `Galley sent`.
    package func contrast(with ours: Standing, _ mine: String) -> String {
        contrast(with: ours, in: differences(from: ours), mine)
    }

    func contrast(with ours: Standing, in differences: [Part], _ mine: String) -> String {
        let found = differences.map { $0 == .source ? .text : $0 }
        return found.prefix(4).map { part in
            let there = parts[part] ?? parts[.source] ?? ""
            let here = ours.parts[part] ?? ours.parts[.source] ?? ""
            let (one, other) = Standing.excerpts(there, here)
            return "\(part.rawValue.capitalizedFirst) there: \(one). \(mine): \(other)."
        }.joined(separator: " ")
    }

    /// What a copy has to be after an edit: as the edit says, and otherwise as the copy was before. Services are not taken
    /// to keep what an edit does not name.
    package func keeping(_ before: Standing?) -> Standing {
        var wanted = self
        for part in [Part.visibility, .language] where parts[part] == nil { wanted.parts[part] = before?.parts[part] }
        // A server hides what has a warning; without the warning it may show it again.
        if parts[.sensitive] == nil, before?.parts[.warning] == parts[.warning] {
            wanted.parts[.sensitive] = before?.parts[.sensitive]
        }
        return wanted
    }

    /// Who can see this copy and who was to see `wanted`, if those are more people than were wanted.
    func exposure(than wanted: Standing) -> (there: Visibility, wanted: Visibility)? {
        guard let there = parts[.visibility].flatMap(Visibility.init),
            let wanted = wanted.parts[.visibility].flatMap(Visibility.init), wanted.isMorePrivate(than: there)
        else { return nil }
        return (there, wanted)
    }

    /// Both texts from shortly before their first difference, each at most 160 characters.
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
    /// The scalars without whitespace and invisible characters.
    fileprivate var seen: [Unicode.Scalar] {
        unicodeScalars.filter { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint }
    }
}

/// The state of a copy when a request for it was accepted, or when a look-up found it.
package struct SeenCopy: Hashable, Sendable {
    /// Stored, so that Galley notices a later change by another person.
    package let standing: Standing?
    /// For the author: how the copy differs from what was sent, or why Galley does not know.
    package let remark: String?
    /// The parts of a thread that are not as Galley left them.
    package let thread: ThreadFindings

    package init(_ standing: Standing? = nil, remark: String? = nil, thread: ThreadFindings = ThreadFindings()) {
        self.standing = standing
        self.remark = remark
        self.thread = thread
    }
}
