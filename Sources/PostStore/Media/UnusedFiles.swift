import SQL
import Synchronization

/// The files of pictures that perhaps no row names any more.
///
/// A file is removed only once the last row's removal is on disk, because a commit that fails brings the row back: it
/// would have lost its picture. A crash between the two leaves the file to `sweepMedia`. The removal belongs to the
/// writer's turn, so that the picture cannot be added again meanwhile.
final class UnusedFiles: Sendable {
    private let digests = Mutex<Set<String>>([])

    func add(_ more: Set<String>) { digests.withLock { $0.formUnion(more) } }

    /// Removes the files without a row. Call it in the writer's turn, when all that was written is on disk.
    /// - Parameter isKept: whether a backup under way still reads the file.
    func remove(from folder: MediaFolder, in db: any Database, unless isKept: (String) -> Bool) {
        let found = digests.withLock { digests in
            defer { digests = [] }
            return digests
        }
        for digest in found {
            // A file that stays by mistake is swept up at the next start.
            guard let hasRow = try? db.hasMedia(digest), !hasRow, !isKept(digest) else { continue }
            folder.remove(digest)
        }
    }
}
