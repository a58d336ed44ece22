import PostStore
import Posts

/// The action of an import for one source.
enum ImportStep: Equatable {
    case make
    /// The source has changed and the post has not: update the post.
    /// - Parameter isRecalled: whether an import unpublished it, so that this one may publish it again.
    case renew(StoredPost, isRecalled: Bool)
    /// The post exists, but the daemon stopped before it published the post.
    case finish(StoredPost)
    case leave(ImportOutcome, PostID)

    /// - Parameters:
    ///   - known: the record of an earlier import of this source; nil when there was none.
    ///   - imported: what was read from the source.
    init(fingerprint: String, known: KnownOrigin?, imported: ImportedPost) {
        guard let known else {
            self = .make
            return
        }
        guard let stored = known.stored, stored.post.deletedAt == nil else {
            self = .leave(.deletedHere, known.post)
            return
        }
        // Of a source as it was, this version or the blog's present configuration may read another post.
        if fingerprint == known.fingerprint, known.isEdited || imported.isRead(as: stored.post) {
            self = known.isSettled || !imported.wantsPublication ? .leave(.same, known.post) : .finish(stored)
        } else {
            self = known.isEdited ? .leave(.editedHere, known.post) : .renew(stored, isRecalled: known.isRecalled)
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
