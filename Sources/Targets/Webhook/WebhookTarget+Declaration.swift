package import JSONTree
import Posts

extension WebhookTarget {
    /// A program that does not expect edits may treat one as a new post, so webhooks get none by default.
    package static let declaration = KindDeclaration(
        title: "Webhook", classes: "E or B", role: .program,
        overrides: ["text"], edits: [.ignore, .update, .note], deletions: [.keep, .delete],
        wordsOnDelete: "An unpublished post is reported as “deleted”."
    ) { .http(WebhookTarget($0)) }

    /// Without fields about the message itself, which are not part of the post.
    package func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?] {
        body.sorted { $0.key < $1.key }.filter { !["event", "key", "published", "updated"].contains($0.key) }
            .map { name, value in
                let list = value.elements?.compactMap(\.text).joined(separator: ", ")
                return (value.text ?? list).map { "\(name): \($0)" }
            }
    }
}
