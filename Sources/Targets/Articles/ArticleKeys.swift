import ATProtocol
import Digests
package import Posts

/// The keys of a blog's records. They follow from the blog's name in the settings and from the id of the post, so they
/// are known before the records exist, and a repetition writes the same record.
struct ArticleKeys: Hashable, Sendable {
    let blog: TargetName

    var publication: String { RecordKey(named: "publication \(blog)").text }

    func document(of post: PostID) -> String { RecordKey(named: "document \(blog) \(post)").text }
}

extension RecordKey {
    /// A key that follows from a name. Its time is between 2020 and 2024 and has no meaning.
    fileprivate init(named name: String) {
        let bits = SHA256.hash(name.utf8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let start = Instant(seconds: 1_577_836_800)
        // 2⁴⁷ µs are four years and a half.
        self.init(start + Span(microseconds: Int64(bits >> 17)), clock: UInt16(bits & 0x3FF))
    }
}

/// The addresses of a blog's records, for its pages.
package struct ArticleLinks: Hashable, Sendable {
    /// The account's DID.
    let account: String
    let keys: ArticleKeys
    /// The address of the record of the blog.
    package let publication: String

    /// The address of the record of a post that Galley writes itself.
    package func document(of post: PostID) -> String {
        BlueskyPost.uri(account, ArticleTarget.document, keys.document(of: post))
    }

    /// The address of a record from the target's id of it.
    package static func document(in id: String) -> String? { ArticleCopy(id)?.uri }
}

/// A document at its service. The target's id of it is its address.
struct ArticleCopy: Hashable {
    let account: String
    let key: String

    var uri: String { BlueskyPost.uri(account, ArticleTarget.document, key) }
}

extension ArticleCopy {
    init?(_ id: String) {
        let fields = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 5, fields[0] == "at:", fields[1].isEmpty, fields[2].hasPrefix("did:"),
            fields[3] == ArticleTarget.document, !fields[4].isEmpty
        else { return nil }
        self.init(account: fields[2], key: fields[4])
    }
}
