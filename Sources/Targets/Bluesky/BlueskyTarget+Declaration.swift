package import JSONTree
import Posts

extension BlueskyTarget {
    /// Bluesky keeps an edited record, and its apps show the first.
    package static let declaration = KindDeclaration(
        title: "Bluesky", classes: "A", role: .social,
        settings: [
            "credential", "account", "text", "language", "replies", "quotes", "hashtags", "card", "long", "numbers",
            "edit", "delete",
        ],
        overrides: ["text", "warning", "language", "long"], edits: [.ignore],
        wordsOnIgnoredEdit: "Bluesky shows no edits, so none are sent: the copy stays as it was.",
        login: { _ in .page("https://bsky.app/settings/app-passwords") }
    ) { check throws(TargetSettingsError) in .http(try BlueskyTarget(check)) }

    package func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?] {
        BlueskyPost.records(in: bytes).map { $0["text"]?.text }
    }
}
