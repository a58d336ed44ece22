import Digests
import FoundationEssentials
package import Posts

/// Where an imported post came from, and what of there it does not say itself.
package struct Origin: Hashable, Sendable {
    package enum Format: String, Hashable, Sendable, CaseIterable { case markdown, wordpress, jsonfeed }

    /// A picture as the source named it, and as the post does.
    package struct Picture: Codable, Hashable, Sendable {
        package let reference: String
        /// `media:ID`
        package let media: String
        /// Below the folder that was imported.
        package let file: String

        package init(reference: String, media: String, file: String) {
            self.reference = reference
            self.media = media
            self.file = file
        }
    }

    /// The same whenever this source is imported: the address or the path of what it was.
    package let source: String
    package let format: Format
    /// Changes when the source does.
    package let fingerprint: String
    /// Of its file, below the folder that was imported; may be empty.
    package let path: String
    /// Of a Markdown file all that stands before the text; of other formats what belongs to them.
    package let kept: String?
    /// In the order of the text.
    package let pictures: [Picture]

    package init(
        source: String, format: Format, fingerprint: String, path: String = "", kept: String? = nil,
        pictures: [Picture] = []
    ) {
        self.source = source
        self.format = format
        self.fingerprint = fingerprint
        self.path = path
        self.kept = kept
        self.pictures = pictures
    }
}

/// A source that was imported before.
package struct KnownOrigin: Hashable, Sendable {
    package let fingerprint: String
    package let post: PostID
    /// nil when the words of the post are gone, which was deleted long ago.
    package let stored: StoredPost?
    /// Whether the post says something else than what was made of the source.
    package let isEdited: Bool
    /// Whether all that the import was to do with it is done.
    package let isSettled: Bool
}

/// A post that is to be made of a source.
package struct Arrival: Hashable, Sendable {
    package let origin: Origin
    package var draft: Draft
    package let formerSlugs: [Slug]
    package let changedAt: Instant?
    /// Whether it is to be published afterwards: until then it is not settled.
    package var wantsPublication: Bool

    package init(
        origin: Origin, draft: Draft, formerSlugs: [Slug] = [], changedAt: Instant? = nil, wantsPublication: Bool
    ) {
        self.origin = origin
        self.draft = draft
        self.formerSlugs = formerSlugs
        self.changedAt = changedAt
        self.wantsPublication = wantsPublication
    }
}

/// What was made of an arrival.
package struct Arrived: Hashable, Sendable {
    package let stored: StoredPost
    /// Whether the very same post was here already: it now knows this source as well.
    package let isAdopted: Bool
    /// What could not be had as it was: slugs that belong to other posts.
    package let notes: [String]
}

extension Draft {
    /// SHA-256 of all that the author wrote.
    var digest: Data { get throws { Data(SHA256.hash(try everyByte)) } }
}
