package import Posts

/// A picture of an author, as stored.
package struct Media: Hashable, Sendable {
    package let id: MediaID
    package let owner: UserID
    package let revision: Revision
    /// SHA-256 of the file, 64 hexadecimal digits; also the name of the stored file.
    package let digest: String
    package let facts: MediaFacts
    package let notes: MediaNotes
    package let createdAt: Instant

    package init(
        id: MediaID, owner: UserID, revision: Revision, digest: String, facts: MediaFacts, notes: MediaNotes,
        createdAt: Instant
    ) {
        self.id = id
        self.owner = owner
        self.revision = revision
        self.digest = digest
        self.facts = facts
        self.notes = notes
        self.createdAt = createdAt
    }
}

/// The properties of the file; they never change.
package struct MediaFacts: Hashable, Sendable {
    package let kind: PictureKind
    package let bytes: Int
    /// Pixels, as readers see the picture.
    package let width: Int
    package let height: Int
    /// Whether the file is stored rotated, with an orientation tag.
    package let isTurned: Bool
    package let isAnimated: Bool

    package init(
        kind: PictureKind, bytes: Int, width: Int, height: Int, isTurned: Bool = false, isAnimated: Bool = false
    ) {
        self.kind = kind
        self.bytes = bytes
        self.width = width
        self.height = height
        self.isTurned = isTurned
        self.isAnimated = isAnimated
    }

    package init(_ picture: Picture) {
        self.init(
            kind: picture.kind, bytes: picture.size, width: picture.width, height: picture.height,
            isTurned: picture.orientation != 1, isAnimated: picture.isAnimated)
    }
}

/// The author's description of a picture.
package struct MediaNotes: Hashable, Sendable {
    /// The original file name, for display; may be empty.
    package var name: String
    /// Alternative text for readers who cannot see the picture; may be empty.
    package var alt: String
    /// The point that must stay visible when the picture is cropped; nil for its centre.
    package var focus: Focus?

    package static let nameMax = 200
    /// Mastodon's limit.
    package static let altMax = 1500

    package init(name: String = "", alt: String = "", focus: Focus? = nil) {
        self.name = name
        self.alt = alt
        self.focus = focus
    }

    /// From −1 (left, bottom) to 1 (right, top), as in Mastodon.
    package struct Focus: Hashable, Sendable {
        package let x: Double
        package let y: Double

        package init?(x: Double, y: Double) {
            guard (-1...1).contains(x), (-1...1).contains(y) else { return nil }
            self.x = x
            self.y = y
        }
    }
}

extension MediaFacts {
    /// For example `4032 × 3024, 2.1 MB`.
    package var sizeText: String { "\(width) × \(height), \(ByteCount(bytes).text)" }
}
