import Posts
import SQL

package enum SearchOrder: String, Hashable, Sendable, CaseIterable {
    /// Newest first.
    case date
    /// Those with the words in their title first, then in their tags, then in the text; newest first in each. Only the
    /// newest 1,000 matches are ranked: SQLite's own ranking reads all that match, which takes seconds for a common
    /// word.
    case rank
}

extension PostStore {
    /// Posts in which all the words occur, whatever their accents and case. The last word may be unfinished (from 2
    /// letters on), and words in quotation marks are a phrase. Any text is allowed; one without a letter or digit finds
    /// nothing.
    ///
    /// A last word of four letters or more that occurs in more than fifty posts counts as finished: else SQLite would
    /// collect all posts with longer words before it returned the first, which takes 40 ms among a million.
    ///
    /// Updates the index first, for at most 2 MB of text, about a second; `tidy` does the rest after a large import.
    /// - Throws: `badCursor`
    package func search(
        _ text: String, in filter: PostFilter = PostFilter(), order: SearchOrder = .date, after cursor: Cursor? = nil,
        limit: Int = 50
    ) async throws(StoreError) -> Page<PostSummary> {
        let room = room(limit)
        let words: WordQuery?
        do { words = try WordQuery(text) } catch { throw StoreError(error) }
        guard let words else {
            if cursor != nil { throw .badCursor }
            return Page(items: [], next: nil)
        }
        let list = "search \(order.rawValue) \(filter.identity) \(text)"
        let search = try Search(words, filter, order, list: list, after: cursor, room, spoiled)
        if let page = try await read({ try $0.hasStaleIndex() ? nil : search.page($0) }) { return page }
        do throws(StoreError) {
            try await catchUpIndex(limit: 2_000_000)
        } catch {
            // With a full disk, the search finds what is in the index.
            guard case .faulty = error else { throw error }
        }
        return try await read(search.page)
    }
}

/// One page of the results of a search.
private struct Search {
    private let query: SearchQuery
    /// The same with the last word finished; nil where it is finished already, or so short that the prefix index covers it.
    private let finished: SearchQuery?
    private let order: SearchOrder
    private let list: String
    private let position: (Int64, Int64)?
    private let room: PageRoom
    private let spoiled: SpoiledRows

    /// A word in more posts than this, and than the page holds, counts as finished.
    private static let unfinishedMax = 50

    /// - Throws: `badCursor`
    init(
        _ words: WordQuery, _ filter: PostFilter, _ order: SearchOrder, list: String, after cursor: Cursor?,
        _ room: PageRoom, _ spoiled: SpoiledRows
    ) throws(StoreError) {
        (self.order, self.room, self.spoiled) = (order, room, spoiled)
        let finished = words.finished.map { SearchQuery($0, filter) }
        let finishedList = list + " finished"
        guard let cursor else {
            (query, self.finished, self.list, position) = (SearchQuery(words, filter), finished, list, nil)
            return
        }
        // All pages treat the word as the first one did.
        self.finished = nil
        if let finished, let position = try? cursor.position(in: finishedList) {
            (query, self.list, self.position) = (finished, finishedList, position)
        } else {
            (query, self.list, position) = (SearchQuery(words, filter), list, try cursor.position(in: list))
        }
    }

    func page(_ db: any Database) throws -> Page<PostSummary> {
        if let finished, try finished.finds(db, moreThan: max(Search.unfinishedMax, room.rows)) {
            return try page(db, finished, list: list + " finished")
        }
        return try page(db, query, list: list)
    }

    private func page(_ db: any Database, _ query: SearchQuery, list: String) throws -> Page<PostSummary> {
        switch order {
        case .date:
            return try query.newest(db, below: position?.1 ?? .max, room, list: list, leavingOut: spoiled)
        case .rank:
            let hits = try query.rankedHits(db, after: position, limit: room.rows + 1)
            let posts = try db.summaries(hits.prefix(room.rows).map(\.1), bytes: room.bytes, leavingOut: spoiled)
            let last = posts.count < hits.count ? hits.prefix(posts.count).last : nil
            return Page(items: posts.compactMap(\.self), next: last.map { Cursor($0.0, $0.1, list: list) })
        }
    }
}

/// Words, and conditions on the posts that have them.
private struct SearchQuery {
    private static let rankedMax = 1000
    private let words: WordQuery
    private var conditions = ""
    private var arguments: [any SQLArgument] = []

    init(_ words: WordQuery, _ filter: PostFilter) {
        self.words = words
        if let state = filter.state {
            add("post.state = ?", [state.rawValue])
        } else {
            conditions = SearchQuery.isThere
        }
        if let tag = filter.tag {
            add(ListQuery.hasTag, [tag.key])
        }
        if let owner = filter.owner { add("post.owner = ?", [owner.number]) }
        if let kind = filter.kind { add("post.kind = ?", [kind.rawValue]) }
        if let since = filter.since { add("post.sortAt >= ?", [since.microseconds]) }
        if let until = filter.until { add("post.sortAt < ?", [until.microseconds]) }
    }

    private mutating func add(_ condition: String, _ values: [any SQLArgument]) {
        conditions += " AND " + condition
        arguments += values
    }

    private static let isThere = " AND post.deletedAt IS NULL"

    /// Without further conditions the index alone decides, because deleted posts are not in it.
    func finds(_ db: any Database, moreThan count: Int) throws -> Bool {
        guard conditions == SearchQuery.isThere else {
            let (sql, values) = db.words.find(words, "", in: [], .min ..< .max, conditions, arguments)
            return try db.has(sql + " LIMIT 1 OFFSET ?", values + [count])
        }
        return try db.words.finds(words, moreThan: count)
    }

    /// Newest first.
    func newest(
        _ db: any Database, below highest: Int64, _ room: PageRoom, list: String, leavingOut spoiled: SpoiledRows
    ) throws -> Page<PostSummary> {
        let (sql, values) = db.words.find(words, PostSummary.columns, in: [], .min..<highest, conditions, arguments)
        let read = { (row: any Row) throws -> (post: PostSummary, docId: Int64) in
            (try PostSummary(row: row), try row.columns(of: "search")["docId"])
        }
        return try db.page(
            sql + " LIMIT ?", values, room, leavingOut: spoiled, weighing: \.post.weight, read
        ) {
            Cursor(0, $0.docId, list: list)
        }.map { $0.post }
    }

    /// Entries, newest first.
    private func hits(
        _ db: any Database, in columns: [WordTexts.Column] = [], from lowest: Int64 = .min, limit: Int
    ) throws -> [Int64] {
        let (sql, values) = db.words.find(words, "", in: columns, lowest ..< .max, conditions, arguments)
        return try db.all(sql + " LIMIT ?", values + [limit]) { try $0.columns(of: "search")["docId"] }
    }

    /// Pairs of a tier (0: in the title) and an entry, best first.
    func rankedHits(_ db: any Database, after position: (Int64, Int64)?, limit: Int) throws -> [(Int64, Int64)] {
        let newest = try hits(db, limit: SearchQuery.rankedMax)
        guard let lowest = newest.last else { return [] }
        var seen: Set<Int64> = []
        var ranked: [(Int64, Int64)] = []
        for (tier, columns) in [[WordTexts.Column.title], [.title, .tags]].enumerated() {
            let better = try hits(db, in: columns, from: lowest, limit: SearchQuery.rankedMax)
            ranked += better.filter { seen.insert($0).inserted }.map { (Int64(tier), $0) }
        }
        ranked += newest.filter { !seen.contains($0) }.map { (2, $0) }
        guard let position else { return Array(ranked.prefix(limit)) }
        return Array(ranked.drop { $0.0 < position.0 || ($0.0 == position.0 && $0.1 >= position.1) }.prefix(limit))
    }
}

extension Database {
    /// In the order of `docIds`, by one statement; only the first ones if they exceed `bytes`. nil for a damaged row.
    fileprivate func summaries(
        _ docIds: [Int64], bytes: Int, leavingOut spoiled: SpoiledRows
    ) throws -> [PostSummary?] {
        guard !docIds.isEmpty else { return [] }
        let list = ArgumentList(rows: docIds.enumerated().map { [$0.offset, $0.element] }, columns: 2)
        let sql = """
            WITH hit (place, docId) AS (VALUES \(list.marks))
            SELECT \(PostSummary.columns) FROM hit CROSS JOIN post ON post.docId = hit.docId ORDER BY hit.place
            """
        let (posts, isCut) = try all(sql, list.arguments, bytes: bytes, weighing: { $0?.weight ?? 0 }) {
            row -> PostSummary? in
            do {
                return try PostSummary(row: row)
            } catch let error as BadValue {
                spoiled.add(row, error)
                return nil
            }
        }
        if isCut { return posts.dropLast() }
        guard posts.count == docIds.count else {
            throw StoreError.damaged("The search index names a post that is not there.")
        }
        return posts
    }
}
