import GRDB
import Posts

/// One row of `post` with its slug and tags, as SQLite keeps it.
struct PostRow {
    let number: Int64
    let id: String
    let revision, owner: Int64
    let kind: String
    let isSlugChosen: Bool
    let title: String?
    let excerpt: String
    let summary, language, wall, zone: String?
    let dateAt: Int64?
    let canonicalAddress, author, overrides: String?
    let publication: String
    let publishedAt: Int64?
    let state: String
    let createdAt, changedAt: Int64
    let deletedAt: Int64?
    let sortAt: Int64
    let slug: String
    let tags: String?

    /// Of `post`; a tag contains no comma.
    static let columns = """
        post.number, post.id, post.revision, post.owner, post.kind, post.isSlugChosen, post.title, post.excerpt, \
        post.summary, post.language, post.wall, post.zone, post.dateAt, post.canonicalAddress, post.author, \
        post.overrides, post.publication, post.publishedAt, post.state, post.createdAt, post.changedAt, \
        post.deletedAt, post.sortAt, \(slugAndTags)
        """

    static let slugAndTags = """
        (SELECT text FROM slug WHERE slug.post = post.number AND retiredAt IS NULL), \
        (SELECT group_concat(tag, ',') FROM (SELECT tag FROM postTag WHERE postTag.post = post.number \
        ORDER BY position))
        """

    init(_ row: Columns) {
        number = row[0]
        id = row[1]
        revision = row[2]
        owner = row[3]
        kind = row[4]
        isSlugChosen = row[5]
        title = row[6]
        excerpt = row[7]
        summary = row[8]
        language = row[9]
        wall = row[10]
        zone = row[11]
        dateAt = row[12]
        canonicalAddress = row[13]
        author = row[14]
        overrides = row[15]
        publication = row[16]
        publishedAt = row[17]
        state = row[18]
        createdAt = row[19]
        changedAt = row[20]
        deletedAt = row[21]
        sortAt = row[22]
        slug = row[23] ?? ""
        tags = row[24]
    }
}

extension PostRow {
    func draft(body: String) throws -> Draft {
        Draft(
            kind: try word(kind), slug: isSlugChosen ? try Slug(checking: slug) : nil, title: title, body: body,
            summary: summary, language: try language.map { try Language($0) }, tags: try tagList, date: try date,
            canonicalAddress: canonicalAddress, author: author,
            overrides: try OverrideFields.overrides(json: overrides))
    }

    func stored(_ draft: Draft, formerSlugs: [Slug]) throws -> StoredPost {
        let post = Post(
            id: try postID, revision: Revision(revision), draft: draft, slug: try Slug(checking: slug),
            formerSlugs: formerSlugs, owner: UserID(owner), createdAt: Instant(microseconds: createdAt),
            changedAt: Instant(microseconds: changedAt), publication: try word(publication),
            deletedAt: deletedAt.map { Instant(microseconds: $0) })
        return StoredPost(post: post, state: try word(state))
    }

    var postID: PostID { get throws { try PostID(kept: id) } }
    var isDeleted: Bool { deletedAt != nil }
    private var tagList: [Tag] { get throws { try [Tag](kept: tags) } }
    private var date: PlannedTime? { get throws { try PlannedTime.kept(wall: wall, zone: zone, at: dateAt) } }
}

extension [Tag] {
    /// - Parameter text: with a comma between them; nil when there are none.
    init(kept text: String?) throws {
        self = try (text ?? "").utf8.split(separator: UInt8(ascii: ",")).map { try Tag(String(Substring($0))) }
    }
}

extension PostID {
    init(kept text: String) throws {
        guard let id = PostID(text) else { throw StoreError.damaged("A post's id is “\(text)”.") }
        self = id
    }
}

/// The value that a word in the store stands for.
func word<Value: RawRepresentable<String>>(_ text: String) throws -> Value {
    guard let value = Value(rawValue: text) else { throw StoreError.damaged("“\(text)” is none of its words.") }
    return value
}
