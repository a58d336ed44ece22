/// A picture on the desk.
package struct MediaBody: Codable, Hashable, Sendable {
    package let id: String
    /// As it stands in Markdown: `media:ID`.
    package let address: String
    package let revision: Int64
    /// Of the file as it was added; may be empty.
    package let name: String
    /// Such as `image/jpeg`.
    package let type: String
    package let bytes: Int
    /// Pixels, as readers see it.
    package let width: Int
    package let height: Int
    package let isAnimated: Bool
    /// What it shows, for those who cannot see it; may be empty.
    package let alt: String
    /// What must stay in sight when it is cut: two numbers from −1 (left, bottom) to 1 (right, top).
    package let focus: [Double]?
    package let createdAt: String
    /// The posts that name it, the first fifty.
    package let uses: [MediaUseBody]
    /// Whether nothing names it any more, older revisions and what was sent included.
    package let isUnused: Bool

    package init(
        id: String, address: String, revision: Int64, name: String, type: String, bytes: Int, width: Int, height: Int,
        isAnimated: Bool, alt: String, focus: [Double]?, createdAt: String, uses: [MediaUseBody], isUnused: Bool
    ) {
        self.id = id
        self.address = address
        self.revision = revision
        self.name = name
        self.type = type
        self.bytes = bytes
        self.width = width
        self.height = height
        self.isAnimated = isAnimated
        self.alt = alt
        self.focus = focus
        self.createdAt = createdAt
        self.uses = uses
        self.isUnused = isUnused
    }
}

/// A post that names a picture.
package struct MediaUseBody: Codable, Hashable, Sendable {
    package let id: String
    package let slug: String
    package let title: String
    /// Whether the text of now names it; else only an older revision does.
    package let isPresent: Bool

    package init(id: String, slug: String, title: String, isPresent: Bool) {
        self.id = id
        self.slug = slug
        self.title = title
        self.isPresent = isPresent
    }
}

/// `PUT /v1/media/{id}`: what is said of a picture. What is absent stays as it is.
package struct MediaNotesBody: Codable, Hashable, Sendable {
    package var name: String?
    package var alt: String?
    /// Two numbers; none for the middle.
    package var focus: [Double]?

    package init(name: String? = nil, alt: String? = nil, focus: [Double]? = nil) {
        self.name = name
        self.alt = alt
        self.focus = focus
    }
}
