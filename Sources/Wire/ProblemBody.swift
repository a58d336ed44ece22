/// An error response in the format of RFC 9457: `application/problem+json`.
package struct ProblemBody: Codable, Hashable, Sendable, Error {
    /// A stable word after `urn:galley:problem:`, by which programs recognize the error.
    package let type: String
    /// One or two sentences: what is wrong, what was found, what to do.
    package let title: String
    package let status: Int
    /// The field at fault, by its name in the request.
    package let field: String?
    /// The current revision of the post, if the caller's was older.
    package let revision: Int64?
    /// The particulars of this case when `title` states only its kind.
    package var detail: String?
    /// A panel command that would be accepted instead of the refused one.
    package var alternative: CommandDocument?
    /// The signed-in user, if the request was for another user.
    package var user: String?

    package static let base = "urn:galley:problem:"
    package static let contentType = "application/problem+json"

    package init(_ word: String, _ title: String, status: Int, field: String? = nil, revision: Int64? = nil) {
        self.type = Self.base + word
        self.title = title
        self.status = status
        self.field = field
        self.revision = revision
    }

    /// The text for the reader: the detail if present, otherwise the title.
    package var words: String { detail ?? title }

    /// The type without its base.
    package var word: String { type.hasPrefix(Self.base) ? String(type.dropFirst(Self.base.count)) : type }
}
