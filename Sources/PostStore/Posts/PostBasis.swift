package import Pictures
package import Posts
import SQL

/// Everything that a decision about one post depends on, read at one moment.
///
/// A decision made outside a transaction is carried out only if the basis is unchanged (`WriteTransaction.holds`). The
/// revision alone does not say so, because deliveries change without it.
package struct PostBasis: Hashable, Sendable {
    package let stored: StoredPost
    /// The newest generation of the delivery to each target.
    package let deliveries: [Delivery]
    /// The targets at which readers find the post, in any generation.
    package let holding: Set<TargetName>
    /// The newest edit and the newest deletion of each copy.
    package let changes: [Delivery]
    /// The facts that the courier found about the targets' servers; empty unless payloads will be frozen.
    package let facts: [TargetName: [UInt8]]
    /// The pictures that can be frozen with the post; empty unless payloads will be frozen.
    package let pictures: [MediaID: Media]
    /// The deliveries that the deletion of the post cancelled; empty for a post that is not deleted.
    package let cancelled: [CancelledDelivery]
    /// The coming slots of the targets that are asked for their next one, the earliest first.
    package var slots: [TargetName: [PlannedTime]] { needs.slots }
    /// Those slots, and due times that would be restored, within whose minute another post goes to the target.
    package let taken: [TargetName: Set<Instant>]
    let needs: Needs

    package var post: Post { stored.post }

    /// The part of the basis that depends on the caller.
    struct Needs: Hashable, Sendable {
        /// Whether payloads may be frozen although the post is not published.
        let isForPublication: Bool
        /// Pictures of the new text, which the present one may not name.
        let pictures: [MediaID]
        /// The targets whose slots are looked for, with the coming ones.
        var slots: [TargetName: [PlannedTime]] = [:]
    }
}

extension PostStore {
    /// - Parameters:
    ///   - isForPublication: whether payloads will be frozen although the post is not published.
    ///   - pictures: the pictures of a new text.
    ///   - slots: the targets whose slots are looked for, with the coming ones.
    /// - Throws: `noSuchPost`, `ambiguous`.
    package func basis(
        named name: String, within scope: AccessScope = .everyone, isForPublication: Bool = false,
        pictures: [MediaID] = [], slots: [TargetName: [PlannedTime]] = [:]
    ) async throws(StoreError) -> PostBasis {
        let needs = PostBasis.Needs(isForPublication: isForPublication, pictures: pictures, slots: slots)
        return try await read { db in try db.basis(of: db.foundPost(name, within: scope), needs) }
    }

    /// The bases of several posts, all read at the same moment.
    package func bases(of ids: [PostID], isForPublication: Bool = false) async throws(StoreError) -> [PostBasis] {
        let needs = PostBasis.Needs(isForPublication: isForPublication, pictures: [])
        return try await read { db in try ids.map { try db.basis(of: db.storedPost($0), needs) } }
    }
}

extension PostBasis {
    /// A post that is due within the minute of a slot takes it.
    /// - Parameter wanted: pairs of a target and the slot.
    static func taken(_ wanted: ArgumentList) -> String {
        """
        WITH wanted (target, dueAt) AS (VALUES \(wanted.marks))
        SELECT target, dueAt FROM wanted WHERE EXISTS (
          SELECT 1 FROM delivery INDEXED BY deliveryOpen
          WHERE NOT isOver AND kind = 'create' AND postId IS DISTINCT FROM ? AND delivery.target = wanted.target
            AND delivery.dueAt >= wanted.dueAt / 60000000 * 60000000
            AND delivery.dueAt < (wanted.dueAt / 60000000 + 1) * 60000000)
        """
    }
    /// How many slots one statement looks for.
    fileprivate static let slotsAtOnce = 512
}

extension Database {
    func basis(of stored: StoredPost, _ needs: PostBasis.Needs) throws -> PostBasis {
        let post = stored.post
        var facts: [TargetName: [UInt8]] = [:]
        var pictures: [MediaID: Media] = [:]
        if needs.isForPublication || post.publication != .none {
            facts = try self.facts()
            pictures = try media(MediaID.all(in: post.draft.body.utf8.span) + needs.pictures, of: post.owner)
        }
        // It changes only when the post is deleted.
        let cancelled = post.deletedAt == nil ? [] : try cancelledByDeletion(of: postRow(post.id).number)
        return PostBasis(
            stored: stored, deliveries: try newestDeliveries(of: post.id), holding: try targetsHolding(post.id),
            changes: try newestChanges(of: post.id),
            facts: facts, pictures: pictures, cancelled: cancelled,
            taken: try taken(wanted(needs, cancelled), except: post.id), needs: needs)
    }

    /// The instants at which it matters whether another post is due.
    fileprivate func wanted(
        _ needs: PostBasis.Needs, _ cancelled: [CancelledDelivery]
    ) -> [TargetName: [Instant]] {
        var wanted = needs.slots.mapValues { $0.map(\.instant) }
        for one in cancelled.map(\.delivery) { wanted[one.target]?.append(one.dueAt) }
        return wanted
    }

    /// Of these instants, those within whose minute a first copy is still to be sent to the target. It looks at these minutes
    /// and at no other delivery.
    /// - Parameter post: whose own deliveries do not count; nil to count all.
    func taken(_ wanted: [TargetName: [Instant]], except post: PostID?) throws -> [TargetName: Set<Instant>] {
        let pairs = wanted.flatMap { target, instants in
            instants.map { [target.text, $0.microseconds] as [any SQLArgument] }
        }
        var taken: [TargetName: Set<Instant>] = [:]
        for start in stride(from: 0, to: pairs.count, by: PostBasis.slotsAtOnce) {
            let list = ArgumentList(rows: Array(pairs[start...].prefix(PostBasis.slotsAtOnce)), columns: 2)
            let due = try all(PostBasis.taken(list), list.arguments + [post?.text]) { row in
                let delivery = row.columns(of: "delivery")
                return (try delivery["target"] as TargetName, try delivery["dueAt"] as Instant)
            }
            for (target, dueAt) in due { taken[target, default: []].insert(dueAt) }
        }
        return taken
    }

    func newestChanges(of id: PostID) throws -> [Delivery] {
        try newestDeliveries(of: id, .edit) + newestDeliveries(of: id, .delete)
    }

    fileprivate func facts() throws -> [TargetName: [UInt8]] {
        let facts = try all("SELECT target, bytes FROM targetFact") { row -> (TargetName, [UInt8]) in
            let fact = row.columns(of: "targetFact")
            return (try fact["target"], try fact["bytes"])
        }
        return Dictionary(facts) { first, _ in first }
    }

    func media(_ ids: [MediaID], of owner: UserID) throws -> [MediaID: Media] {
        var found: [MediaID: Media] = [:]
        for id in ids where found[id] == nil { found[id] = try media(id.text, owner: owner) }
        return found
    }
}

extension WriteTransaction {
    /// Whether the basis is unchanged. The text of a revision never changes, so it is not read again.
    func holds(_ basis: PostBasis) throws -> Bool {
        let post = basis.post
        let row = try db.postRow(post.id)
        guard row.revision == post.revision, row.publication == post.publication, row.deletedAt == post.deletedAt,
            try db.newestDeliveries(of: post.id) == basis.deliveries,
            try db.newestChanges(of: post.id) == basis.changes,
            try db.targetsHolding(post.id) == basis.holding
        else { return false }
        guard try db.taken(db.wanted(basis.needs, basis.cancelled), except: post.id) == basis.taken else {
            return false
        }
        guard basis.needs.isForPublication || post.publication == .wanted else { return true }
        guard try db.facts() == basis.facts else { return false }
        let named = MediaID.all(in: post.draft.body.utf8.span) + basis.needs.pictures
        return try named.isEmpty || db.media(named, of: post.owner) == basis.pictures
    }
}
