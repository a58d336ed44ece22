import PostStore
import Posts

/// What an import does with one source.
enum ImportStep: Equatable {
    case make
    /// The source has changed, and the post has not.
    case renew(StoredPost)
    /// The post was made, and the daemon ended before it was published.
    case finish(StoredPost)
    case leave(ImportOutcome, PostID)

    /// - Parameter known: what is known of the source; nil when it was never imported.
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

/// How an item of an import ended, as the report says it.
enum ImportOutcome: String, Equatable {
    case new, changed, same, refused
    case editedHere = "edited-here"
    case deletedHere = "deleted-here"
    case leftOut = "left-out"
}
