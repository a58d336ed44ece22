package import JSONTree
import Posts

extension BlueskyTarget {
    /// Bluesky keeps an edited record, and its apps show the first.
    package static let declaration = KindDeclaration(
        title: "Bluesky", classes: "A", role: .social,
        overrides: ["text", "warning", "language", "long"], edits: [.ignore, .replace],
        wordsOnIgnoredEdit: "Bluesky shows no edits, so none are sent: the copy stays as it was.",
        login: { BlueskyLogin(origin: BlueskySession.origin(in: $0)) }
    ) { .http(BlueskyTarget($0)) }

    var wordsOnEdit: String {
        "Bluesky shows no edits. Within \(BlueskyTarget.replacementTime.spoken) after the post arrived, and while it has no answer, "
            + "repost, like or quote, Galley puts a new post in its place, with another address. Later the edit waits for "
            + "your decision."
    }

    package func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?] {
        BlueskyPost.records(in: bytes).map { $0["text"]?.text }
    }
}
