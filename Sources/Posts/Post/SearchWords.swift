/// What a user types to find posts: words, and `tag:sea`, `state:draft` and `kind:page` among them.
package struct SearchWords: Hashable, Sendable {
    /// What is left, with single spaces; empty if nothing is.
    package let words: String
    package private(set) var tag: Tag?
    package private(set) var state: PostState?
    package private(set) var kind: PostKind?
    /// What of the text has no effect, as sentences.
    package private(set) var notes: [String] = []

    /// - Parameter text: any text. What is not known of it is noted.
    package init(_ text: String) {
        let filter = /(?:^|\s)(tag|state|kind):(?:"([^"]*)"?|(\S*))/.ignoresCase()
        var rest = ""
        var end = text.startIndex
        var found: [(name: Substring, value: String)] = []
        for match in text.matches(of: filter) {
            rest += text[end..<match.range.lowerBound] + " "
            end = match.range.upperBound
            found.append((match.output.1, String(match.output.2 ?? match.output.3 ?? "").trimmed))
        }
        words = (rest + text[end...]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // A user may not have typed yet what follows the colon.
        for (name, value) in found where !value.isEmpty { add(name.lowercased(), value) }
    }

    private mutating func add(_ name: String, _ value: String) {
        switch name {
        case "state": choose(\.state, SearchWords.states, name, value)
        case "kind": choose(\.kind, SearchWords.kinds, name, value)
        default:
            do throws(TagError) {
                let tag = try Tag(value)
                if self.tag?.key != tag.key { take(\.tag, tag, name, value) }
            } catch {
                note("“tag:\(value.shortened)” has no effect. \(error.description)")
            }
        }
    }

    /// A few tell what is wrong; a text may have thousands of faults.
    private mutating func note(_ words: String) {
        if notes.count < 5, !notes.contains(words) { notes.append(words) }
    }

    private mutating func choose<Choice: Hashable>(
        _ part: WritableKeyPath<SearchWords, Choice?>, _ known: KeyValuePairs<String, Choice>, _ name: String,
        _ value: String
    ) where Choice: RawRepresentable<String> {
        guard let meant = known.first(where: { $0.key == value.lowercased() })?.value else {
            var words: [String] = []
            for choice in known.map(\.value.rawValue) where !words.contains(choice) { words.append(choice) }
            let list = words.map { "“\($0)”" }.joined(separator: ", ")
            return note("“\(name):\(value.shortened)” is not known. There are \(list).")
        }
        take(part, meant, name, value)
    }

    private mutating func take<Value: Hashable>(
        _ part: WritableKeyPath<SearchWords, Value?>, _ value: Value, _ name: String, _ written: String
    ) {
        if self[keyPath: part] == nil { self[keyPath: part] = value }
        if self[keyPath: part] == value { return }
        note("One \(name) at a time: “\(name):\(written.shortened)” has no effect.")
    }

    /// The states by what can be typed; those with two words also as one.
    private static let states: KeyValuePairs<String, PostState> = [
        "draft": .draft, "drafts": .draft, "scheduled": .scheduled, "published": .published,
        "unpublished": .unpublished, "taken-back": .unpublished, "deleted": .deleted,
    ]
    private static let kinds: KeyValuePairs<String, PostKind> = [
        "post": .post, "posts": .post, "page": .page, "pages": .page,
    ]
}
