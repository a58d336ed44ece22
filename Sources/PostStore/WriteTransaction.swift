import GRDB
import Posts

/// One transaction under way: what the steps of a change need. It does not outlive the transaction.
struct WriteTransaction {
    let db: Database
    let now: Instant
    let boot: BootID
    let news: News

    /// Which kinds of events were announced so far; one for all changes of a transaction. It stays with the writer.
    final class News {
        var kinds: Set<LogEvent.Kind> = []
    }

    /// Appends to the event log what this change means to others. What happens to a post is told to those who reach it.
    func announce(_ kind: LogEvent.Kind, _ subject: String) throws {
        news.kinds.insert(kind)
        let sql = "INSERT INTO event (at, kind, subject, owner) VALUES (?1, ?2, ?3, \(kind.owner))"
        try db.run(sql, [now.microseconds, kind.rawValue, subject])
    }

    /// The same for what concerns one user, whom the caller knows.
    func announce(_ kind: LogEvent.Kind, _ subject: String, to owner: UserID) throws {
        news.kinds.insert(kind)
        let sql = "INSERT INTO event (at, kind, subject, owner) VALUES (?, ?, ?, ?)"
        try db.run(sql, [now.microseconds, kind.rawValue, subject, owner.number])
    }

    /// The same for a step of a delivery, whose post the caller knows.
    func announceStep(of delivery: DeliveryID, _ post: PostID) throws {
        news.kinds.insert(.deliveryChanged)
        let sql = """
            INSERT INTO event (at, kind, subject, owner) VALUES (?, ?, ?, (SELECT owner FROM post WHERE id = ?))
            """
        let kind = LogEvent.Kind.deliveryChanged.rawValue
        try db.run(sql, [now.microseconds, kind, "\(delivery.number)", post.text])
    }

    /// Tells the windows of one user that their panels were arranged.
    /// - Parameter subject: the arrangement's name, or the id of the window whose own it is.
    func announce(_ change: ArrangementChange, of subject: String, to owner: UserID) throws {
        let sql = """
            INSERT INTO event (at, kind, subject, owner, revision, origin, announcement) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        news.kinds.insert(.arrangementChanged)
        try db.run(
            sql,
            [
                now.microseconds, LogEvent.Kind.arrangementChanged.rawValue, subject, owner.number,
                change.revision?.number, change.origin, change.announcement,
            ])
    }
}

extension LogEvent.Kind {
    /// Whom it concerns, as SQL that knows the subject as `?3`; NULL for everybody.
    fileprivate var owner: String {
        switch self {
        case .postCreated, .postChanged, .postScheduled, .postUnpublished, .postDeleted, .postUndeleted:
            "(SELECT owner FROM post WHERE id = ?3)"
        case .deliveryChanged:
            "(SELECT owner FROM delivery JOIN post ON post.id = delivery.postId WHERE delivery.id = ?3)"
        case .rehearsalArrived: "(SELECT owner FROM rehearsalArrival WHERE id = ?3)"
        // Arrangements and pictures have several users' own under one subject: who announces them says whose it is.
        case .targetChanged, .checkWanted, .arrangementChanged, .mediaChanged, .storeRestored, .notificationChanged:
            "NULL"
        }
    }
}
