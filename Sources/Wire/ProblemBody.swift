/// What went wrong, as RFC 9457 has it: `application/problem+json`.
package struct ProblemBody: Codable, Hashable, Sendable, Error {
    /// A stable word after `urn:galley:problem:`; programs decide by it.
    package let type: String
    /// One plain sentence or two: what is wrong, what was found, what to do.
    package let title: String
    package let status: Int
    /// The field at fault, as the request named it.
    package let field: String?
    /// The revision the post has now, when the caller's was older.
    package let revision: Int64?
    /// What is particular to this case, where `title` only names its kind.
    package var detail: String?
    /// A command on panels that would be taken instead of the one refused.
    package var alternative: PanelCommandBody?
    /// Who is signed in, where the caller spoke for another user.
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

    /// For the reader: what is particular, else the title.
    package var words: String { detail ?? title }

    /// The word without its base.
    package var word: String { type.hasPrefix(Self.base) ? String(type.dropFirst(Self.base.count)) : type }
}
