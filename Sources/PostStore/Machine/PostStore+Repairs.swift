import FoundationEssentials
import Glibc
package import Posts
import SQL

/// Repairs that touch no text and no delivery: they concern derived data and leftover files.
extension PostStore {
    /// The fault of the search index; nil when it has none.
    package func searchProblem() async throws(StoreError) -> String? {
        try await commit { transaction in
            let index = transaction.db.words
            if let damage = try index.damage() { return damage }
            let (lost, ghosts) = try index.gaps()
            if lost > 0 { return "It lacks \(lost) posts." }
            if ghosts > 0 { return "It has \(ghosts) entries that no post has made." }
            return nil
        }
    }

    /// Rebuilds the search index. Meanwhile searches find the posts that are already in it.
    /// - Returns: the number of posts in it.
    package func rebuildSearch() async throws(StoreError) -> Int {
        try await commit { transaction in
            try transaction.db.words.clear()
            try transaction.db.tell(
                "UPDATE post SET docId = NULL, indexedRevision = NULL, isIndexStale = (forgottenAt IS NULL)")
        }
        try await catchUpIndex()
        return try await read { try $0.count("SELECT count(*) FROM post WHERE docId IS NOT NULL") }
    }

    /// The future posts whose date has become another instant, because the rules of its zone changed.
    package func datesToMove(
        _ resolve: @escaping @Sendable (WallClock, ZoneName) -> Instant?
    ) async throws(StoreError) -> [PostID] {
        try await tryOut { try $0.recomputeDates(resolve) }
    }

    /// Leftover files in the folder of pictures: uploads that began over an hour ago and did not finish, and files without a
    /// row.
    /// - Parameter removing: whether they are removed.
    /// - Returns: their number and their size in bytes.
    package func leftovers(removing: Bool) async throws(StoreError) -> (files: Int, bytes: Int) {
        // In the writer's turn, so that no picture is added meanwhile whose file exists already.
        try await commit { [mediaFolder, backupCoordinator, unusedFiles] transaction in
            let arriving = mediaFolder.staleArrivals(seconds: 3600)
            let orphans = try mediaFolder.digests().filter { digest in
                let isOrphan = try !transaction.db.hasMedia(digest)
                // A backup under way may still read it.
                return isOrphan && !(removing && backupCoordinator.keeps(digest))
            }
            let bytes = (arriving + orphans.map(mediaFolder.file(of:))).reduce(0) { $0 + (StoreFile.size(of: $1) ?? 0) }
            if removing {
                for path in arriving { _ = unsafe unlink(path) }
                unusedFiles.add(Set(orphans))
            }
            return (arriving.count + orphans.count, bytes)
        }
    }
}

extension MediaFolder {
    /// Uploads that began so long ago that they cannot still be under way.
    fileprivate func staleArrivals(seconds: Int) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: arrivals)) ?? []
        let now = time(nil)
        return names.map { "\(arrivals)/\($0)" }.filter { path in
            var status = stat()
            return unsafe stat(path, &status) == 0 && now - status.st_mtim.tv_sec > seconds
        }
    }
}
