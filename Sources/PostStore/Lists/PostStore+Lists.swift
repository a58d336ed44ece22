import GRDB
package import Posts

/// Which posts a list shows. A nil field does not restrict it. Deleted posts are listed only by their state.
package struct PostFilter: Hashable, Sendable {
    package var state: PostState?
    package var tag: Tag?
    /// The date, or else the creation, lies at or after `since` and before `until`.
    package var since: Instant?
    package var until: Instant?
    package var owner: UserID?
    package var kind: PostKind?

    package init(
        state: PostState? = nil, tag: Tag? = nil, since: Instant? = nil, until: Instant? = nil, owner: UserID? = nil,
        kind: PostKind? = nil
    ) {
        self.state = state
        self.tag = tag
        self.since = since
        self.until = until
        self.owner = owner
        self.kind = kind
    }
}

extension PostStore {
    /// Posts by their date, newest first; those without a date by their creation.
    ///
    /// - Parameter limit: clamped to 1...`Page.lengthMax`.
    /// - Throws: `badCursor`
    /// - Complexity: O(`limit`), however many posts there are; but with both an owner and a state or tag it grows with
    ///   the posts of other owners that it has to skip.
    package func posts(
        _ filter: PostFilter = PostFilter(), after cursor: Cursor? = nil, limit: Int = 50
    ) async throws(StoreError) -> Page<PostSummary> {
        let room = room(limit)
        let query = ListQuery(filter)
        let place = try cursor?.place(in: query.name)
        return try await read { db in
            let (sql, arguments) = query.statement(after: place)
            return try db.page(sql, arguments, room, weighing: \.weight, PostSummary.init(row:)) {
                Cursor($0.sortAt, $0.number, list: query.name)
            }
        }
    }

    /// How many posts and deliveries are in each state; states without any are missing.
    package func counts(
        within scope: AccessScope = .everyone
    ) async throws(StoreError) -> (posts: [PostState: Int], deliveries: [DeliveryState.Word: Int]) {
        try await read { db in
            // Counting by owner reads every delivery's post, which is needless with a single user.
            let owner = try db.hasOneUser() ? nil : scope.owner
            let (ofOwner, arguments): (String, StatementArguments) = owner.map { ("post.owner = ?", [$0]) } ?? ("1", [])
            let postSQL = """
                SELECT state, count(*) AS count FROM post WHERE forgottenAt IS NULL AND \(ofOwner) GROUP BY state
                """
            let join = owner == nil ? "" : "JOIN post ON post.id = delivery.postId"
            let deliverySQL = """
                SELECT delivery.state, count(*) AS count FROM delivery \(join) WHERE isOver AND \(ofOwner) GROUP BY 1
                UNION ALL
                SELECT delivery.state, count(*) FROM delivery \(join) WHERE NOT isOver AND \(ofOwner) GROUP BY 1
                """
            return (
                try db.counts(by: "state", of: "post", postSQL, arguments),
                try db.counts(by: "state", of: "delivery", deliverySQL, arguments + arguments)
            )
        }
    }
}

extension Database {
    /// The `count` of each row, by its `column`.
    fileprivate func counts<Key: StoredValue & Hashable>(
        by column: String, of table: String, _ sql: String, _ arguments: StatementArguments
    ) throws -> [Key: Int] {
        let counts = try all(sql, arguments) { row -> (Key, Int) in
            let columns = row.columns(of: table)
            return (try columns[column], try columns["count"])
        }
        return Dictionary(counts) { $0 + $1 }
    }
}

/// One list of posts as SQL. It names the index, so that a page never scans all posts: if SQLite cannot use the index, the
/// query fails instead of being slow.
struct ListQuery {
    let name: String
    /// The table, the column that orders its rows, and the one that orders equal rows.
    private let source, sortAt, number: String
    private var conditions: [String] = []
    private var arguments: StatementArguments = []

    init(_ filter: PostFilter) {
        name = "posts \(filter.identity)"
        if filter.kind == .page {
            source = "post INDEXED BY postPages"
            (sortAt, number) = ("post.sortAt", "post.number")
            // The index has exactly this condition.
            add("post.kind = 'page'", [])
            if let state = filter.state { add("post.state = ?", [state.rawValue]) }
            if let tag = filter.tag { add(ListQuery.hasTag, [tag.key]) }
        } else if let tag = filter.tag {
            let index = filter.state == nil ? "tagByDate" : "tagByState"
            source = "postTag INDEXED BY \(index) JOIN post ON post.number = postTag.post"
            (sortAt, number) = ("postTag.sortAt", "postTag.post")
            add("postTag.key = ?", [tag.key])
            if let state = filter.state { add("postTag.state = ?", [state.rawValue]) }
        } else {
            let index = filter.state != nil ? "postByState" : filter.owner != nil ? "postByOwner" : "postByDate"
            source = "post INDEXED BY \(index)"
            (sortAt, number) = ("post.sortAt", "post.number")
            if let state = filter.state { add("post.state = ?", [state.rawValue]) }
        }
        if filter.state == nil {
            add(source.hasPrefix("postTag") ? "postTag.state <> 'deleted'" : "post.deletedAt IS NULL", [])
        }
        if filter.state == .deleted { add("post.forgottenAt IS NULL", []) }
        if let owner = filter.owner { add("post.owner = ?", [owner.number]) }
        if filter.kind == .post { add("post.kind = 'post'", []) }
        if let since = filter.since { add("\(sortAt) >= ?", [since.microseconds]) }
        if let until = filter.until { add("\(sortAt) < ?", [until.microseconds]) }
    }

    static let hasTag = "EXISTS (SELECT 1 FROM postTag WHERE postTag.post = post.number AND postTag.key = ?)"

    private mutating func add(_ condition: String, _ values: StatementArguments) {
        conditions.append(condition)
        arguments += values
    }

    /// The statement for a page, and its arguments except the limit.
    func statement(after place: (Int64, Int64)?) -> (sql: String, arguments: StatementArguments) {
        var query = self
        if let (sortAt, number) = place {
            query.add("\(self.sortAt) <= ?", [sortAt])
            query.add("(\(self.sortAt), \(self.number)) < (?, ?)", [sortAt, number])
        }
        let sql = """
            SELECT \(PostSummary.columns) FROM \(source) WHERE \(query.conditions.joined(separator: " AND ")) \
            ORDER BY \(sortAt) DESC, \(number) DESC LIMIT ?
            """
        return (sql, query.arguments)
    }
}

extension PostFilter {
    /// Equal for equal filters only: it seals cursors.
    var identity: String {
        let parts: [String?] = [
            state?.rawValue, tag?.key, since.map { "\($0.microseconds)" }, until.map { "\($0.microseconds)" },
            owner.map { "\($0.number)" }, kind?.rawValue,
        ]
        return parts.map { $0 ?? "-" }.joined(separator: ",")
    }
}
