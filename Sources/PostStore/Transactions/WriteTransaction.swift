import Posts
import SQL

/// A write transaction under way. It must not be used after the transaction.
struct WriteTransaction {
    let db: any Database
    let now: Instant
    let boot: BootID
    let announced: AnnouncedKinds
    var spoiled = SpoiledRows()

    /// The kinds of events that were announced so far, shared by all jobs of a transaction. Used on the writer's thread
    /// only.
    final class AnnouncedKinds {
        var kinds: Set<LogEvent.Kind> = []
    }

    /// Appends an event. Events about a post belong to its owner.
    func announce(_ kind: LogEvent.Kind, _ subject: String) throws {
        announced.kinds.insert(kind)
        let sql = "INSERT INTO event (at, kind, subject, owner) VALUES (?1, ?2, ?3, \(kind.owner))"
        try db.tell(sql, [now.microseconds, kind.rawValue, subject])
    }

    /// Appends an event for one user.
    func announce(
        _ kind: LogEvent.Kind, _ subject: String, to owner: UserID, _ change: ArrangementChange? = nil
    ) throws {
        announced.kinds.insert(kind)
        let sql = """
            INSERT INTO event (at, kind, subject, owner, revision, origin, announcement) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        try db.tell(
            sql,
            [
                now.microseconds, kind.rawValue, subject, owner.number, change?.revision?.number, change?.origin,
                change?.announcement,
            ])
    }

    /// Appends an event for a step of a delivery of `post`.
    func announceStep(of delivery: DeliveryID, _ post: PostID) throws {
        announced.kinds.insert(.deliveryChanged)
        let sql = """
            INSERT INTO event (at, kind, subject, owner) VALUES (?, ?, ?, (SELECT owner FROM post WHERE id = ?))
            """
        let kind = LogEvent.Kind.deliveryChanged.rawValue
        try db.tell(sql, [now.microseconds, kind, "\(delivery.number)", post.text])
    }

    /// Appends an event for the windows of one user, whose panels were arranged.
    /// - Parameters:
    ///   - revision: nil when the windows have to read the arrangement again.
    ///   - origin: the window that did it.
    ///   - subject: the name of the arrangement, or the id of the detached window.
    func announceArranging(
        _ words: String, revision: Revision?, by origin: String?, of subject: String, to owner: UserID
    ) throws {
        let change = ArrangementChange(revision: revision, origin: origin, announcement: words)
        try announce(.arrangementChanged, subject, to: owner, change)
    }
}

extension LogEvent.Kind {
    /// The owner of an event as SQL, with the subject as `?3`; NULL for all users.
    fileprivate var owner: String {
        switch self {
        case .postCreated, .postChanged, .postScheduled, .postUnpublished, .postDeleted, .postUndeleted:
            "(SELECT owner FROM post WHERE id = ?3)"
        case .deliveryChanged:
            "(SELECT owner FROM delivery JOIN post ON post.id = delivery.postId WHERE delivery.id = CAST(?3 AS BIGINT))"
        case .rehearsalArrived: "(SELECT owner FROM rehearsalArrival WHERE id = CAST(?3 AS BIGINT))"
        // Arrangements and pictures of several users may have equal subjects: the caller names the owner.
        case .targetChanged, .checkWanted, .arrangementChanged, .preferencesChanged, .mediaChanged, .storeRestored,
            .notificationChanged:
            "NULL"
        }
    }
}
