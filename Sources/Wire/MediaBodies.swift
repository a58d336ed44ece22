/// A picture on the desk.
package struct MediaBody: Codable, Hashable, Sendable {
    package let id: String
    /// The address in Markdown: `media:ID`.
    package let address: String
    package let revision: Int64
    /// The name of the uploaded file; may be empty.
    package let name: String
    /// Such as `image/jpeg`.
    package let type: String
    package let bytes: Int
    /// In pixels, after orientation.
    package let width: Int
    package let height: Int
    package let isAnimated: Bool
    /// The description for readers who cannot see the picture; may be empty.
    package let alt: String
    /// The point that must stay visible when the picture is cropped: two numbers from −1 (left, bottom) to 1 (right,
    /// top).
    package let focus: [Double]?
    package let createdAt: String
    /// The first fifty posts that use the picture.
    package let uses: [MediaUseBody]
    /// Whether nothing uses the picture, including older revisions and sent copies.
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

/// A post that uses a picture.
package struct MediaUseBody: Codable, Hashable, Sendable {
    package let id: String
    package let slug: String
    package let title: String
    /// Whether the current text uses the picture, rather than only an older revision.
    package let isPresent: Bool

    package init(id: String, slug: String, title: String, isPresent: Bool) {
        self.id = id
        self.slug = slug
        self.title = title
        self.isPresent = isPresent
    }
}

/// `PUT /v1/media/{id}`: the description of a picture. An absent field keeps its value.
package struct MediaNotesBody: Codable, Hashable, Sendable {
    package var name: String?
    package var alt: String?
    /// Two numbers; an empty list for the centre.
    package var focus: [Double]?

    package init(name: String? = nil, alt: String? = nil, focus: [Double]? = nil) {
        self.name = name
        self.alt = alt
        self.focus = focus
    }
}
