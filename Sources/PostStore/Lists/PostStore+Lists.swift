package import Posts
import SQL

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

/// A tag with the number of its posts.
package struct TagCount: Hashable, Sendable {
    package let tag: String
    package let posts: Int
}

package enum ListOrder: String, Hashable, Sendable, CaseIterable {
    /// By date, newest first; posts without a date by their creation.
    case date
    /// By the last save, newest first.
    case edited
    /// From A to Z, whatever the case and accents; posts without a title by their first words.
    case title
    /// What is scheduled, drafts, what is published and what was taken back, each by the last save.
    case state

    fileprivate static let states: [PostState] = [.scheduled, .draft, .published, .unpublished]
}

extension PostStore {
    /// - Parameter limit: clamped to 1...`PageRoom.rowsMax`.
    /// - Throws: `badCursor`
    /// - Complexity: O(`limit`), however many posts there are; but with both an owner and a state or tag it grows with
    ///   the posts of other owners that it has to skip. By title, by the last save and by state it grows with the posts
    ///   that have the tag, and with the pages.
    package func posts(
        _ filter: PostFilter = PostFilter(), order: ListOrder = .date, after cursor: Cursor? = nil, limit: Int = 50
    ) async throws(StoreError) -> Page<PostSummary> {
        let room = room(limit)
        guard order != .state || filter.state != nil else {
            return try await postsByState(filter, after: cursor, room)
        }
        let query = ListQuery(filter, order)
        let position = try cursor?.position(in: query.name)
        return try await read { [spoiled] in try $0.page(of: query, after: position, room, leavingOut: spoiled) }
    }

    /// The lists of the states one after the other. A cursor is one of one of these lists.
    private func postsByState(
        _ filter: PostFilter, after cursor: Cursor?, _ room: PageRoom
    ) async throws(StoreError) -> Page<PostSummary> {
        var queries = ListOrder.states.map { state in
            var filter = filter
            filter.state = state
            return ListQuery(filter, .state)
        }
        var position: (Int64, Int64)?
        if let cursor {
            guard let index = queries.firstIndex(where: { (try? cursor.position(in: $0.name)) != nil }) else {
                throw .badCursor
            }
            queries.removeFirst(index)
            position = try queries.first.map { query throws(StoreError) in try cursor.position(in: query.name) }
        }
        return try await read { [queries, position, spoiled] db in
            var (items, start) = ([PostSummary](), position)
            for query in queries {
                if items.count >= room.rows {
                    let (sql, arguments) = query.statement(after: nil)
                    guard try db.has(sql, arguments + [1]) else { continue }
                    return Page(items: items, next: Cursor(.max, .max, list: query.name))
                }
                let left = PageRoom(
                    rows: room.rows - items.count, bytes: max(0, room.bytes - items.reduce(0) { $0 + $1.weight }))
                let page = try db.page(of: query, after: start, left, leavingOut: spoiled)
                items += page.items
                if page.next != nil { return Page(items: items, next: page.next) }
                start = nil
            }
            return Page(items: items, next: nil)
        }
    }

    /// The tags of posts that are not deleted, by their keys, each in the spelling of the newest post. Tags that are added
    /// or removed meanwhile shift the next page.
    /// - Complexity: grows with the posts that have these tags or earlier ones, however many of them are other users'.
    package func tags(
        within scope: AccessScope = .everyone, after cursor: Cursor? = nil, limit: Int = 50
    ) async throws(StoreError) -> Page<TagCount> {
        let (room, list) = (room(limit), "tags \(scope.owner ?? 0)")
        let start = try cursor?.position(in: list).0 ?? 0
        return try await read { db in
            // Without other users no post needs to be read for its owner.
            let isShared = try scope.owner.map { try db.has("SELECT 1 FROM member WHERE number <> ?", [$0]) } ?? false
            let own = isShared ? "JOIN post ON post.number = postTag.post AND post.owner = ?3" : ""
            let rows = "FROM postTag INDEXED BY tagByDate \(own) WHERE postTag.state <> 'deleted'"
            let sql = """
                SELECT posts, (SELECT postTag.tag \(rows) AND postTag.key = counted.key ORDER BY postTag.sortAt DESC LIMIT 1) AS tag
                FROM (SELECT postTag.key, count(*) AS posts \(rows) GROUP BY postTag.key ORDER BY postTag.key
                  LIMIT ?1 OFFSET ?2) AS counted ORDER BY counted.key
                """
            let owner = isShared ? [scope.owner] : []
            let found = try db.all(
                sql, [room.rows + 1, start] + owner, bytes: room.bytes,
                weighing: { 40 + ($0?.tag.utf8.count ?? 0) }
            ) { row -> TagCount? in
                // A damaged row of one post leaves the other tags alone.
                guard let tag: String = try? row.columns(of: "postTag")["tag"] else { return nil }
                return TagCount(tag: tag, posts: try row.columns(of: "postTag")["posts"])
            }
            let items = found.values.prefix(found.isCut ? found.values.count - 1 : room.rows)
            let next = found.values.count > items.count ? Cursor(start + Int64(items.count), list: list) : nil
            return Page(items: items.compactMap(\.self), next: next)
        }
    }

    /// How many posts and deliveries are in each state; states without any are missing. Triggers keep the counts.
    package func counts(
        within scope: AccessScope = .everyone
    ) async throws(StoreError) -> (posts: [PostState: Int], deliveries: [DeliveryState.Word: Int]) {
        try await read { try $0.counts(scope) }
    }
}

extension Database {
    fileprivate func page(
        of query: ListQuery, after position: (Int64, Int64)?, _ room: PageRoom, leavingOut spoiled: SpoiledRows
    ) throws -> Page<PostSummary> {
        let (sql, arguments) = query.statement(after: position)
        return try page(sql, arguments, room, leavingOut: spoiled, weighing: \.weight, PostSummary.init(row:)) {
            Cursor(query.order.key(of: $0), $0.number, list: query.name)
        }
    }

    func counts(_ scope: AccessScope) throws -> (posts: [PostState: Int], deliveries: [DeliveryState.Word: Int]) {
        (try stateCounts(of: "post", "postCount", scope), try stateCounts(of: "delivery", "deliveryCount", scope))
    }

    /// The sums of `counts` by state.
    fileprivate func stateCounts<Key: StoredValue & Hashable>(
        of table: String, _ counts: String, _ scope: AccessScope
    ) throws -> [Key: Int] {
        let sql = """
            SELECT state, CAST(sum(count) AS BIGINT) AS count FROM \(counts) WHERE ?1 IS NULL OR owner = ?1
            GROUP BY state HAVING sum(count) > 0
            """
        let counts = try readable(sql, [scope.owner], noting: nil) { row -> (Key, Int) in
            let columns = row.columns(of: table)
            return (try columns["state"], try columns["count"])
        }
        return Dictionary(counts) { $0 + $1 }
    }
}

/// One list of posts as SQL. It names the index, so that a page never scans all posts: if SQLite cannot use the index, the
/// query fails instead of being slow.
struct ListQuery {
    let name: String
    let order: ListOrder
    private let source: String
    /// The columns that order the rows, and equal ones.
    private let sortColumn, numberColumn: String
    /// Whether the index has the rows in this order.
    private let isOrdered: Bool
    private var conditions: [String] = []
    private var arguments: [any SQLArgument] = []

    init(_ filter: PostFilter, _ order: ListOrder = .date) {
        name = "posts \(order.rawValue) \(filter.identity)"
        self.order = order
        let isByTag = filter.kind != .page && filter.tag != nil
        let sortAt = isByTag ? "postTag.sortAt" : "post.sortAt"
        if filter.kind == .page {
            source = "post INDEXED BY postPages"
            isOrdered = order == .date
        } else if isByTag {
            let index = filter.state == nil ? "tagByDate" : "tagByState"
            source = "postTag INDEXED BY \(index) JOIN post ON post.number = postTag.post"
            isOrdered = order == .date
        } else {
            source = "post INDEXED BY \(ListQuery.index(of: filter, order))"
            isOrdered = true
        }
        sortColumn =
            switch order {
            case .date: sortAt
            case .edited, .state: "post.changedAt"
            case .title: "post.titleKey"
            }
        numberColumn = isByTag && isOrdered ? "postTag.post" : "post.number"
        // The index has exactly this condition.
        if filter.kind == .page { add("post.kind = 'page'", []) }
        if let tag = filter.tag { add(isByTag ? "postTag.key = ?" : ListQuery.hasTag, [tag.key]) }
        if let state = filter.state { add("\(isByTag ? "postTag" : "post").state = ?", [state.rawValue]) }
        if filter.state == nil { add(isByTag ? "postTag.state <> 'deleted'" : "post.deletedAt IS NULL", []) }
        if filter.state == .deleted { add("post.forgottenAt IS NULL", []) }
        if let owner = filter.owner { add("post.owner = ?", [owner.number]) }
        if filter.kind == .post { add("post.kind = 'post'", []) }
        if let since = filter.since { add("\(sortAt) >= ?", [since.microseconds]) }
        if let until = filter.until { add("\(sortAt) < ?", [until.microseconds]) }
    }

    /// The index of posts in this order, without those that the filter leaves out by state or owner.
    private static func index(of filter: PostFilter, _ order: ListOrder) -> String {
        let selection =
            switch (filter.state, filter.owner) {
            case (.some, _): "State"
            case (_, .some): "Owner"
            default: ""
            }
        switch order {
        case .date: return selection.isEmpty ? "postByDate" : "postBy\(selection)"
        case .edited, .state: return "postBy\(selection)Edit"
        case .title: return "postBy\(selection)Title"
        }
    }

    static let hasTag = "EXISTS (SELECT 1 FROM postTag WHERE postTag.post = post.number AND postTag.key = ?)"

    private mutating func add(_ condition: String, _ values: [any SQLArgument]) {
        conditions.append(condition)
        arguments += values
    }

    /// The statement for a page, and its arguments except the limit.
    func statement(after position: (Int64, Int64)?) -> (sql: String, arguments: [any SQLArgument]) {
        var query = self
        if let position { query.skip(to: position) }
        let rows = "FROM \(source) WHERE \(query.conditions.joined(separator: " AND "))"
        let direction = order == .title ? "" : " DESC"
        let ordered = "ORDER BY \(sortColumn)\(direction), \(numberColumn)\(direction)"
        guard !isOrdered else { return ("SELECT \(PostSummary.columns) \(rows) \(ordered) LIMIT ?", query.arguments) }
        // SQLite would read all columns of all rows before it sorts them.
        let sql = """
            SELECT \(PostSummary.columns) FROM (SELECT post.number AS chosen \(rows) \(ordered) LIMIT ?) AS found \
            CROSS JOIN post ON post.number = chosen \(ordered)
            """
        return (sql, query.arguments)
    }

    private mutating func skip(to position: (Int64, Int64)) {
        guard order == .title else {
            add("\(sortColumn) <= ?", [position.0])
            return add("(\(sortColumn), \(numberColumn)) < (?, ?)", [position.0, position.1])
        }
        // The last post of the page before, by the title that it has now.
        let last = "(SELECT last.titleKey FROM post AS last WHERE last.number = ?)"
        add("\(sortColumn) >= \(last)", [position.1])
        add("(\(sortColumn), \(numberColumn)) > (\(last), ?)", [position.1, position.1])
    }
}

extension ListOrder {
    /// What orders a post in the list, with its number. By title its number alone says so.
    fileprivate func key(of post: PostSummary) -> Int64 {
        switch self {
        case .date: post.sortAt
        case .edited, .state: post.changedAt.microseconds
        case .title: 0
        }
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
