import PostStore
import Posts

/// The action of an import for one source.
enum ImportStep: Equatable {
    case make
    /// The source has changed and the post has not: update the post.
    case renew(StoredPost)
    /// The post exists, but the daemon stopped before it published the post.
    case finish(StoredPost)
    case leave(ImportOutcome, PostID)

    /// - Parameter known: the record of an earlier import of this source; nil when there was none.
    init(fingerprint: String, known: KnownOrigin?) {
        guard let known else {
            self = .make
            return
        }
        guard let stored = known.stored, stored.post.deletedAt == nil else {
            self = .leave(.deletedHere, known.post)
            return
        }
        if fingerprint == known.fingerprint {
            self = known.isSettled ? .leave(.same, known.post) : .finish(stored)
        } else {
            self = known.isEdited ? .leave(.editedHere, known.post) : .renew(stored)
        }
    }
}

/// The outcome of one item, as the report names it.
enum ImportOutcome: String, Equatable {
    case new, changed, same, refused
    case editedHere = "edited-here"
    case deletedHere = "deleted-here"
    case leftOut = "left-out"
}
