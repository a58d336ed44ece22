package import Posts
import SQL

/// A delivery as the queue shows it.
package struct QueueEntry: Hashable, Sendable {
    package let delivery: Delivery
    /// The post's title, or else the beginning of its text; empty when the post is forgotten.
    package let postTitle: String
    /// See `Post.isWanted`.
    package let isWanted: Bool
    /// The name of the user whose post it is.
    package let owner: String

    package var story: DeliveryStory { DeliveryStory(delivery, isWanted: isWanted) }

    /// In bytes, roughly: a title has at most 1,000 characters, but a server's answer has no such bound.
    var weight: Int { 1000 + postTitle.utf8.count + "\(delivery.state)".utf8.count }
}

/// Which deliveries the queue shows.
package struct QueueFilter: Hashable, Sendable {
    package enum States: Hashable, Sendable {
        /// Those that are not over, the next one first.
        case open
        /// All, the latest due time first; `one` has this order, too.
        case all
        case one(DeliveryState.Word)
        /// Those that only their author can settle after the store was restored (`Delivery.isAskedAfterRestore`).
        case restored
    }
    package let states: States
    /// nil for every target.
    package let target: TargetName?
    package let scope: AccessScope

    package init(_ states: States, target: TargetName? = nil, within scope: AccessScope = .everyone) {
        self.states = states
        self.target = target
        self.scope = scope
    }
}

extension PostStore {
    /// The newest generation of the delivery to each target, by target.
    package func deliveries(of id: PostID) async throws(StoreError) -> [Delivery] {
        try await read { try $0.newestDeliveries(of: id) }
    }

    /// The last delivery of a post that arrived at a target: the newest edit, else the one that created the copy; nil
    /// when none arrived.
    package func lastArrival(of id: PostID, at target: TargetName) async throws(StoreError) -> Delivery? {
        let sql = """
            SELECT \(DeliveryRow.columns) FROM delivery
            WHERE postId = ? AND target = ? AND kind <> 'delete' AND state = 'delivered' ORDER BY id DESC LIMIT 1
            """
        return try await read { try $0.first(sql, [id.text, target.text], DeliveryRow.delivery) }
    }

    /// The newest edit and the newest deletion of a post's copies, by target.
    package func changes(of id: PostID) async throws(StoreError) -> [Delivery] {
        try await read { try $0.newestChanges(of: id) }
    }

    package func delivery(
        _ id: DeliveryID, within scope: AccessScope = .everyone
    ) async throws(StoreError) -> QueueEntry {
        try await read { db in
            guard let entry = try db.queueEntry(id, within: scope) else { throw StoreError.noSuchDelivery(id) }
            return entry
        }
    }

    /// - Throws: `badCursor`
    package func deliveries(
        _ filter: QueueFilter, after cursor: Cursor? = nil, limit: Int = 50
    ) async throws(StoreError) -> Page<QueueEntry> {
        let room = room(limit)
        let query = QueueQuery(filter)
        let position = try cursor?.position(in: query.name)
        return try await read { [spoiled] db in
            let (sql, arguments) = query.statement(after: position)
            return try db.page(
                sql, arguments, room, leavingOut: spoiled, weighing: \.weight, QueueEntry.init(row:)
            ) { entry in
                Cursor(entry.delivery.dueAt.microseconds, entry.delivery.id.number, list: query.name)
            }
        }
    }

    /// The next five deliveries that leave without the author, the soonest first.
    package func upcoming(within scope: AccessScope = .everyone) async throws(StoreError) -> [QueueEntry] {
        try await read { [spoiled] db in
            // An index has those of one target in order.
            let entries = try db.waitingTargets().flatMap { target in
                try db.readable(
                    QueueEntry.upcoming, [target.text, scope.owner], limit: PostStore.upcomingMax, noting: spoiled,
                    QueueEntry.init(row:))
            }
            let sorted = entries.sorted {
                ($0.delivery.wakeAt ?? .distantFuture, $0.delivery.dueAt)
                    < ($1.delivery.wakeAt ?? .distantFuture, $1.delivery.dueAt)
            }
            return Array(sorted.prefix(PostStore.upcomingMax))
        }
    }

    fileprivate static let upcomingMax = 5

    /// How many deliveries to each target there are in each state, sorted by both.
    package func countsByTarget() async throws(StoreError) -> [(target: String, state: String, count: Int)] {
        try await read { try $0.countsByTarget() }
    }

    /// How many deliveries to each target are not over.
    package func openCounts(within scope: AccessScope = .everyone) async throws(StoreError) -> [TargetName: Int] {
        try await read { try $0.openCounts(scope) }
    }

    /// The frozen payload.
    package func payload(of id: DeliveryID) async throws(StoreError) -> [UInt8] {
        try await read { try $0.payload(of: id) }
    }

    /// The attempts, the first one first, page by page: each holds its request.
    package func attempts(
        of id: DeliveryID, after cursor: Cursor? = nil, limit: Int
    ) async throws(StoreError) -> Page<Attempt> {
        let room = room(limit)
        let list = "attempts \(id.number)"
        let after = try cursor?.position(in: list).0 ?? 0
        return try await read { try $0.attempts(of: id, after: after, room, list: list) }
    }

    /// The body of the last attempt of each part that was sent, by its number; a single post has one part.
    package func lastRequests(of delivery: Delivery) async throws(StoreError) -> [Int: [UInt8]] {
        try await read { db in
            var requests: [Int: [UInt8]] = [:]
            for part in 1...max(1, delivery.parts) {
                requests[part] = try db.lastRequest(of: delivery.id, part: part)
            }
            return requests
        }
    }

    /// Carries out the author's command for a delivery.
    /// - Parameters:
    ///   - rules: those of its target; nil when the configuration has no such target.
    ///   - isPage: see `finish`.
    /// - Throws: `refused` in the words of the rules, `noSuchDelivery`.
    package func ask(
        _ verb: DeliveryVerb, of id: DeliveryID, rules: DeliveryRules?, isPage: Bool = false
    ) async throws(StoreError) -> Delivery {
        try await commit { transaction in
            let next = try transaction.ask(verb, of: id, rules: rules)
            return isPage ? try transaction.takingBackPage(next) : next
        }
    }
}

extension WriteTransaction {
    func ask(_ verb: DeliveryVerb, of id: DeliveryID, rules: DeliveryRules?) throws -> Delivery {
        let delivery = try db.delivery(id)
        let newest = try db.newestDeliveries(of: delivery.postID, delivery.kind)
            .first { $0.target == delivery.target }
        if case .retry = verb, let newest, newest.generation > delivery.generation {
            throw StoreError.refused(
                "A newer version took its place: delivery \(newest.id.number). Retry that one.")
        }
        return try apply(.asked(verb), to: delivery, rules: rules)
    }

    func published(_ id: PostID) throws -> PublishedPost {
        PublishedPost(
            stored: try db.storedPost(id), deliveries: try db.newestDeliveries(of: id),
            changes: try db.openChanges(of: id))
    }
}

private let openCountsQuery = """
    SELECT target, CAST(sum(count) AS BIGINT) AS count FROM deliveryCount
    WHERE state NOT IN (\(DeliveryState.Word.allCases.filter(\.isFinal).map { "'\($0.rawValue)'" }.joined(separator: ", ")))
      AND (?1 IS NULL OR owner = ?1)
    GROUP BY target HAVING sum(count) > 0
    """

extension Database {
    func countsByTarget() throws -> [(target: String, state: String, count: Int)] {
        let sql = """
            SELECT target, state, CAST(sum(count) AS BIGINT) AS count FROM deliveryCount
            GROUP BY target, state HAVING sum(count) > 0
            ORDER BY target, state
            """
        return try readable(sql, noting: nil) { row in
            let delivery = row.columns(of: "delivery")
            let (target, state): (TargetName, DeliveryState.Word) = (try delivery["target"], try delivery["state"])
            return (target.text, state.rawValue, try delivery["count"])
        }
    }

    func openCounts(_ scope: AccessScope) throws -> [TargetName: Int] {
        let counts = try readable(openCountsQuery, [scope.owner], noting: nil) { row -> (TargetName, Int) in
            let delivery = row.columns(of: "delivery")
            return (try delivery["target"], try delivery["count"])
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// See `Post.isWanted`.
    func isWanted(_ post: PostID) throws -> Bool {
        let sql = "SELECT publication, deletedAt FROM post WHERE id = ?"
        return try first(sql, [post.text]) { try $0.columns(of: "post").isWanted() } ?? true
    }

    func queueEntry(_ id: DeliveryID, within scope: AccessScope = .everyone) throws -> QueueEntry? {
        let sql = QueueEntry.sql + "WHERE delivery.id = ?1 AND (?2 IS NULL OR post.owner = ?2)"
        return try first(sql, [id.number, scope.owner], QueueEntry.init(row:))
    }

    /// nil also for a damaged row.
    func readableEntry(_ id: DeliveryID) throws -> QueueEntry? {
        do { return try queueEntry(id) } catch is BadValue { return nil }
    }
}

extension QueueEntry {
    static let sql = """
        SELECT \(DeliveryRow.columns), substr(post.title, 1, 1000) AS title,
          post.excerpt, post.publication, post.deletedAt,
          (SELECT member.name FROM member WHERE member.number = post.owner) AS owner FROM delivery JOIN post ON post.id = delivery.postId
        """ + " "

    /// The next ones to one target that leave without the author. Arguments: the target and the owner.
    static let upcoming =
        sql + """
            WHERE delivery.target = ?1 AND delivery.wakeAt IS NOT NULL AND delivery.state NOT IN ('uncertain', 'blocked')
              AND (?2 IS NULL OR post.owner = ?2)
            ORDER BY delivery.wakeAt, delivery.dueAt LIMIT \(PostStore.upcomingMax + PageRoom.spoiledMax)
            """

    init(row: any Row) throws {
        let post = row.columns(of: "post")
        self.init(
            delivery: try DeliveryRow.delivery(row: row), postTitle: try post.heading(), isWanted: try post.isWanted(),
            owner: try row.columns(of: "member")["name", as: "owner"])
    }
}

/// One list of deliveries as SQL, with its index named (see `ListQuery`).
struct QueueQuery {
    let name: String
    private let owner: Int64?
    private let isAscending: Bool
    /// Which index leads to which rows. SQLite merges several of them in the order of the list.
    private let arms: [Arm]

    private struct Arm {
        let index, condition: String
        let arguments: [any SQLArgument]
    }

    init(_ filter: QueueFilter) {
        owner = filter.scope.owner
        name = "queue \(filter.states) \(filter.target?.text ?? "") \(owner ?? 0)"
        isAscending = filter.states == .open
        arms = QueueQuery.arms(filter.states, filter.target?.text)
    }

    private static func arms(_ states: QueueFilter.States, _ target: String?) -> [Arm] {
        if states == .all, target == nil { return [Arm(index: "deliveryByDate", condition: "TRUE", arguments: [])] }
        func arm(_ index: String, _ condition: String, _ words: [String] = []) -> Arm {
            let ofTarget = target == nil ? "" : " AND delivery.target = ?"
            return Arm(
                index: index, condition: condition + ofTarget,
                arguments: words + (target.map { [$0] } ?? []))
        }
        let ended = target == nil ? "deliveryEnded" : "deliveryEndedByTarget"
        var arms = states.words.filter(\.isFinal).map { word in
            arm(ended, "delivery.isOver AND delivery.state = ?", [word.rawValue])
        }
        let held = "(delivery.state = 'uncertain' OR delivery.state = 'blocked')"
        switch states {
        case .open, .all: arms.append(arm("deliveryOpen", "NOT delivery.isOver"))
        case .one(let word) where word == .uncertain || word == .blocked:
            arms.append(arm("deliveryHeld", "\(held) AND delivery.state = ?", [word.rawValue]))
        case .one(let word) where !word.isFinal:
            arms.append(arm("deliveryOpen", "NOT delivery.isOver AND delivery.state = ?", [word.rawValue]))
        case .one: break
        case .restored:
            let condition = "delivery.state = 'uncertain' AND settleAt IS NULL AND restoredFrom IS NOT NULL"
            arms.append(arm("deliveryHeld", "\(held) AND \(condition)"))
        }
        return arms
    }

    func statement(after position: (Int64, Int64)?) -> (sql: String, arguments: [any SQLArgument]) {
        let (sign, order) = isAscending ? (">", "ASC") : ("<", "DESC")
        let from =
            (position == nil
                ? "" : "AND delivery.dueAt \(sign)= ? AND (delivery.dueAt, delivery.id) \(sign) (?, ?)")
            + (owner == nil ? "" : " AND post.owner = ?")
        var bounds: [any SQLArgument] = position.map { [$0.0, $0.0, $0.1] } ?? []
        if let owner { bounds += [owner] }
        let sql = arms.map { arm in
            QueueEntry.sql.replacing("FROM delivery", with: "FROM delivery INDEXED BY \(arm.index)")
                + "WHERE \(arm.condition) \(from)"
        }
        let arguments = arms.flatMap { $0.arguments + bounds }
        return (
            sql.joined(separator: " UNION ALL ")
                // By `dueAt` and `id`, the sixth and the first column: no name is that of all arms.
                + " ORDER BY 6 \(order), 1 \(order) LIMIT ?", arguments
        )
    }
}

extension QueueFilter.States {
    fileprivate var words: [DeliveryState.Word] {
        switch self {
        case .open: DeliveryState.Word.allCases.filter { !$0.isFinal }
        case .all: DeliveryState.Word.allCases
        case .one(let word): [word]
        case .restored: [.uncertain]
        }
    }
}
