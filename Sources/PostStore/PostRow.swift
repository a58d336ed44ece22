import GRDB
import Posts

/// One row of `post` with its slug and tags, as SQLite keeps it.
struct PostRow {
    let number: Int64
    let id: String
    let revision, owner: Int64
    let kind: String
    let isSlugChosen: Bool
    let excerpt: String
    let language, wall, zone: String?
    let dateAt: Int64?
    let overrides: String?
    let publication: String
    let publishedAt: Int64?
    let state: String
    let createdAt, changedAt: Int64
    let deletedAt: Int64?
    let sortAt: Int64
    let slug: String
    let tags: String?
    private(set) var texts: [TextField: String] = [:]

    /// Of `post`; a tag contains no comma.
    static let columns = """
        post.number, post.id, post.revision, post.owner, post.kind, post.isSlugChosen, post.excerpt, post.language, \
        post.wall, post.zone, post.dateAt, post.overrides, post.publication, post.publishedAt, post.state, \
        post.createdAt, post.changedAt, post.deletedAt, post.sortAt, \(slugAndTags), \
        \(TextField.allCases.map { "post.\($0.rawValue)" }.joined(separator: ", "))
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
        excerpt = row[6]
        language = row[7]
        wall = row[8]
        zone = row[9]
        dateAt = row[10]
        overrides = row[11]
        publication = row[12]
        publishedAt = row[13]
        state = row[14]
        createdAt = row[15]
        changedAt = row[16]
        deletedAt = row[17]
        sortAt = row[18]
        slug = row[19] ?? ""
        tags = row[20]
        for (index, field) in TextField.allCases.enumerated() { texts[field] = row[21 + index] }
    }
}

extension PostRow {
    func draft(body: String) throws -> Draft {
        var draft = Draft(
            kind: try word(kind), slug: isSlugChosen ? try Slug(checking: slug) : nil, body: body,
            language: try language.map { try Language($0) }, tags: try tagList, date: try date,
            overrides: try OverrideFields.overrides(json: overrides))
        for (field, text) in texts { draft[field] = text }
        return draft
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
