import Digests
import FoundationEssentials
package import Posts

/// The source of an imported post, and the parts of it for which a post has no field.
package struct Origin: Hashable, Sendable {
    package enum Format: String, Hashable, Sendable, CaseIterable {
        case markdown, wordpress, ghost, atom, rss, jsonfeed
    }

    /// A picture, as the source names it and as the post does.
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

    /// The same at each import: the address or the path of the source.
    package let source: String
    package let format: Format
    /// Changes when the source does.
    package let fingerprint: String
    /// Of its file, below the folder that was imported; may be empty.
    package let path: String
    /// Of a Markdown file everything before the text; of other formats the fields that a post does not have.
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
    /// nil when the post was deleted long ago and its text is erased.
    package let stored: StoredPost?
    /// Whether the post was edited since the import.
    package let isEdited: Bool
    /// Whether the import has finished with it.
    package let isSettled: Bool
    /// Whether an import by an earlier version published it, which did not know all words that call a post private.
    package let isByEarlierVersion: Bool
    /// Whether an import took the post back, and its author has decided nothing since.
    package let isRecalled: Bool
}

/// A post to be imported.
package struct ImportedPost: Hashable, Sendable {
    package let origin: Origin
    package var draft: Draft
    package let formerSlugs: [Slug]
    package let formerPaths: [PostPath]
    /// Where it was on its old site, if its file does not say so.
    package let impliedPath: PostPath?
    package let changedAt: Instant?
    /// That of its old site's feed.
    package let feedID: FeedID?
    /// Whether the import publishes it afterwards: until then it is not settled.
    package var wantsPublication: Bool

    package init(
        origin: Origin, draft: Draft, formerSlugs: [Slug] = [], formerPaths: [PostPath] = [],
        impliedPath: PostPath? = nil, changedAt: Instant? = nil, feedID: FeedID? = nil, wantsPublication: Bool
    ) {
        self.origin = origin
        self.draft = draft
        self.formerSlugs = formerSlugs
        self.formerPaths = formerPaths
        self.impliedPath = impliedPath
        self.changedAt = changedAt
        self.feedID = feedID
        self.wantsPublication = wantsPublication
    }
}

/// Where an import began: after this post. An import consists of many requests, and a post that it created itself is no
/// post that was there before.
package struct ImportStart: Hashable, Sendable {
    package let number: Int64

    package init(number: Int64) { self.number = number }
}

/// The result of importing a post.
package struct ImportedPostResult: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case created
        /// An identical post existed already: it now has this source, too.
        case adopted
        /// The post existed already, with another text or date, and is unchanged.
        case differs
    }

    package let stored: StoredPost
    package let outcome: Outcome
    /// Sentences about slugs and paths that belong to other posts.
    package let notes: [String]
}

extension Draft {
    /// SHA-256 of `everyByte`.
    var digest: [UInt8] { get throws { SHA256.hash(try everyByte) } }
}
