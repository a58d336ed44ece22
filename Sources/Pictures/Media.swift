package import Posts

/// A picture that an author has put on the desk, as the store keeps it.
package struct Media: Hashable, Sendable {
    package let id: MediaID
    package let owner: UserID
    package let revision: Revision
    /// SHA-256 of the file, 64 hexadecimal digits: also the name under which it is kept.
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

/// What the file is; never changes.
package struct MediaFacts: Hashable, Sendable {
    package let kind: PictureKind
    package let bytes: Int
    /// Pixels, as readers see it.
    package let width: Int
    package let height: Int
    /// Whether it is kept lying on its side, with a note which way is up.
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

/// What the author says of a picture.
package struct MediaNotes: Hashable, Sendable {
    /// The name of the file as it was added, for people; may be empty.
    package var name: String
    /// What the picture shows, for those who cannot see it; empty for nothing said.
    package var alt: String
    /// What must stay in sight when the picture is cut to another shape; nil for its middle.
    package var focus: Focus?

    package static let nameMax = 200
    /// As long as Mastodon takes.
    package static let altMax = 1500

    package init(name: String = "", alt: String = "", focus: Focus? = nil) {
        self.name = name
        self.alt = alt
        self.focus = focus
    }

    /// From −1 (left, bottom) to 1 (right, top), as Mastodon counts.
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
    /// Such as `4032 × 3024, 2.1 MB`.
    package var sizeText: String { "\(width) × \(height), \(ByteCount(bytes).text)" }
}
