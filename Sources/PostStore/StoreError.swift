package import Posts

/// Why a call of the store failed.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    case noSuchPost(String)
    /// The ids of these posts, and perhaps of more, begin with the text.
    case ambiguous(String, [PostID])
    case noSuchRevision(Revision, of: PostID)
    case noSuchDelivery(DeliveryID)
    case noSuchUser(String)
    case noSuchToken(String)
    case noSuchSession(Int64)
    case noSuchBackup(Int64)
    /// A window of another user counts as missing.
    case noSuchWindow(String)
    case noSuchArrangement(String)
    case nameTaken(String)
    /// A new name.
    case badName(GivenNameError)
    /// The id in the operating system belongs to another user.
    case uidTaken(UInt32, by: String)
    case noSuchMedia(String)
    /// The ids of several pictures begin with the text.
    case ambiguousMedia(String)
    /// The picture's notes were changed since the caller read them.
    case staleMedia(current: Revision)
    /// Titles of the posts that name it; empty when only sent payloads do.
    case mediaInUse(String, by: [String])
    /// The post was saved since the caller read it.
    case stale(current: Revision)
    case deleted(PostID)
    /// `by` is nil when the caller may not read that post.
    case slugTaken(Slug, by: PostID?)
    /// The path of another post, or a former one of it. `by` is nil when the caller may not read that post.
    case pathTaken(String, by: PostID?)
    /// The idempotency key came before with another request.
    case keyReused(String)
    /// A field, by its name for the author, contains the character U+0000.
    case unstorable(field: String)
    case badCursor
    /// A rule refuses the command, in these words.
    case refused(String)
    /// The name of a target; nil for all.
    case pausedByAdministrator(String?)
    /// A rule of `Panels` refuses the command.
    case panelRefused(PanelRefusal)
    /// The caller names a revision that the arrangement has not reached.
    case staleArrangement(name: String, current: Revision)
    /// The panels were arranged since the caller read them.
    case staleWindow(current: Revision)
    /// It may be shown as far as it can be read, but not overwritten.
    case newerArrangement(String)
    case inUse(path: String, pid: Int32?)
    /// Some of the store's files have a second name.
    case linked(path: String, files: [String], isOpen: Bool)
    case newerSchema(path: String, found: Int, known: Int)
    case notAStore(path: String, found: String)
    /// A restore was interrupted while it exchanged files.
    case halfRestored(path: String)
    case damaged(String)
    /// SQLite or the disk failed; nothing was saved.
    case unavailable(String)
    /// The machine keeps the store from being written; nothing was saved.
    case faulty(MachineFault)

    /// Whether the same call may succeed later.
    package var isUnavailable: Bool { if case .unavailable = self { true } else { false } }

    package var description: String {
        switch self {
        case .noSuchPost(let name): "There is no post “\(name)”. “galley post list” shows them all."
        case .ambiguous(let start, let ids):
            "“\(start)” begins more than one id: \(ids.map(\.text).joined(separator: ", ")). Write more of it."
        case .noSuchRevision(let revision, let id): "The post \(id) has no revision \(revision.number)."
        case .noSuchDelivery(let id): "There is no delivery \(id.number). “galley queue” shows them."
        case .noSuchUser(let name): "There is no user “\(name)”. “galley user list” shows them."
        case .noSuchToken(let name):
            "There is no token “\(name)”. “galley token list” shows them; another user's needs --user."
        case .noSuchBackup(let number): "There is no backup \(number). “GET /v1/backups” lists them."
        case .noSuchSession(let number): "There is no session \(number). “galley session list” shows them."
        case .noSuchWindow(let id): "There is no window “\(id)”. “galley window list” shows them."
        case .noSuchArrangement(let name):
            "There is no arrangement “\(name)”. “galley panel list” names them, and “galley panel save NAME” makes one."
        case .nameTaken(let name): "The name “\(name)” is taken. Choose another."
        case .badName(let error): error.description
        case .uidTaken(let uid, let name): "The user id \(uid) is that of “\(name)”. Give each user one of their own."
        case .noSuchMedia(let name): "There is no picture “\(name)”. “galley media list” shows them."
        case .ambiguousMedia(let start): "“\(start)” begins the ids of several pictures. Write more of it."
        case .staleMedia(let current):
            "The picture's words were changed meanwhile; they are at revision \(current.number) now. "
                + "Read them again, then save."
        case .mediaInUse(let id, let names):
            "The picture \(id) stays, because it is named by "
                + (names.isEmpty
                    ? "what was made ready for a target or sent to one."
                    : names.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
                        + (names.count > 3 ? " and \(names.count - 3) more" : "") + ", perhaps in an older revision.")
        case .stale(let current):
            "The post was changed meanwhile; it is at revision \(current.number) now. Read it again, then save."
        case .deleted(let id): "The post \(id) is deleted. Undelete it first."
        case .slugTaken(let slug, let id?): "The slug “\(slug)” belongs to the post \(id). Choose another."
        case .slugTaken(let slug, nil): "The slug “\(slug)” is taken by another user. Choose another."
        case .pathTaken(let path, let id?): "The path “\(path)” belongs to the post \(id). Choose another."
        case .pathTaken(let path, nil): "The path “\(path)” is taken by another user. Choose another."
        case .keyReused(let key): "The idempotency key “\(key)” was used for another request. Use a new one."
        case .unstorable(let field): "The \(field) contains the character U+0000. Remove it."
        case .badCursor: "The cursor is not one of this list. Start again without it."
        case .refused(let words): words
        case .panelRefused(let refusal): refusal.reason
        case .staleArrangement(let name, let current):
            "The arrangement “\(name)” is at revision \(current.number); the one you read is not of this store. "
                + "Read it again, then save."
        case .staleWindow(let current):
            "The panels were arranged meanwhile; they are at revision \(current.number) now. "
                + "Read the window again, then send the command again."
        case .newerArrangement(let name):
            "The arrangement “\(name)” was saved by a newer Galley, and would lose what this one cannot read. "
                + "Install the newer Galley again, or detach the window, which then has an arrangement of its own."
        case .inUse(let path, let pid):
            "The store \(path) is in use by another galleyd\(pid.map { " (process \($0))" } ?? ", perhaps under another path"). "
                + "Stop that one first."
        case .linked(let path, let files, let isOpen):
            "The store \(path) has a second name, a hard link: a galleyd at each name would not see the other's posts. "
                + (isOpen
                    ? "One has it open under the other name; for a copy, run “galley backup FILE” there, and here “galley restore FILE”."
                    : "All names: \(StoreFile.showNames(files.first ?? path)). For a copy, choose the name that was used last: "
                        + StoreFile.separate(files))
        case .newerSchema(let path, let found, let known):
            "The store \(path) was written by a newer Galley: its schema is \(found), and this one knows \(known). "
                + "Nothing was changed. Install the newer Galley again."
        case .notAStore(let path, let found): "\(path) is not a store of Galley: \(found). Name another file."
        case .halfRestored(let path):
            "A restore of the store \(path) was interrupted. Run the same “galley restore” again; nothing is lost."
        case .damaged(let words): "The store is damaged: \(words)"
        case .pausedByAdministrator(let target):
            "An administrator paused \(target.map { "“\($0)”" } ?? "everything"). Ask them to resume it."
        case .unavailable(let words): words
        case .faulty(let fault): "\(fault.description) \(fault.advice)"
        }
    }
}
