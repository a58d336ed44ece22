import FoundationEssentials
import GRDB
import Glibc
package import Posts

/// What can be put right without touching a word or a delivery: everything here is derived, or was left behind.
extension PostStore {
    /// What is wrong with the index of the words; nil when nothing is.
    package func searchProblem() async throws(StoreError) -> String? {
        try await commit { transaction in
            do {
                // SQLite asks by an INSERT that changes nothing.
                try transaction.db.run("INSERT INTO search (search) VALUES ('integrity-check')")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                return "SQLite calls it damaged."
            }
            let lost = try transaction.db.count(
                """
                SELECT count(*) FROM post WHERE docId IS NOT NULL
                  AND NOT EXISTS (SELECT 1 FROM search_docsize WHERE id = post.docId)
                """)
            let ghosts = try transaction.db.count(
                """
                SELECT count(*) FROM search_docsize
                WHERE NOT EXISTS (SELECT 1 FROM post WHERE docId = search_docsize.id)
                """)
            if lost > 0 { return "It lacks \(lost) posts." }
            if ghosts > 0 { return "It has \(ghosts) entries that no post has made." }
            return nil
        }
    }

    /// Makes the index of the words anew. Searches find more and more while it grows.
    /// - Returns: how many posts are in it.
    package func rebuildSearch() async throws(StoreError) -> Int {
        try await commit { transaction in
            try transaction.db.run("INSERT INTO search (search) VALUES ('delete-all')")
            try transaction.db.run(
                "UPDATE post SET docId = NULL, indexedRevision = NULL, isIndexStale = (forgottenAt IS NULL)")
        }
        try await catchUpIndex()
        return try await read { try $0.count("SELECT count(*) FROM post WHERE docId IS NOT NULL") }
    }

    /// The posts to come whose date means another instant by now.
    package func datesToMove(
        _ resolve: @escaping @Sendable (WallClock, ZoneName) -> Instant?
    ) async throws(StoreError) -> [PostID] {
        let now = now()
        return try await read { db in
            let sql = "SELECT id, wall, zone, dateAt FROM post WHERE dateAt > ? AND forgottenAt IS NULL"
            return try db.all(sql, [now.microseconds]) { row -> PostID? in
                let post = row.columns(of: "post")
                let dateAt: Instant = try post["dateAt"]
                guard let meant = resolve(try post["wall"], try post["zone"]), meant != dateAt else { return nil }
                return try post["id"] as PostID
            }.compactMap { $0 }
        }
    }

    /// Files in the folder of pictures that began to arrive an hour ago and never came to an end, and files that no
    /// picture has.
    /// - Parameter removing: whether they are removed.
    /// - Returns: how many there are, and how many bytes they have.
    package func leftovers(removing: Bool) async throws(StoreError) -> (files: Int, bytes: Int) {
        // In the writer's turn: nobody adds a picture meanwhile whose file is there already.
        try await commit { [mediaFolder] transaction in
            let arriving = mediaFolder.staleArrivals(seconds: 3600)
            let orphans = try mediaFolder.digests().filter {
                try !transaction.db.has("SELECT 1 FROM media WHERE digest = ?", [$0])
            }.map(mediaFolder.file(of:))
            var bytes = 0
            for path in arriving + orphans {
                var status = stat()
                if unsafe stat(path, &status) == 0 { bytes += Int(status.st_size) }
                if removing { _ = unsafe unlink(path) }
            }
            return (arriving.count + orphans.count, bytes)
        }
    }
}

extension MediaFolder {
    /// What began to arrive so long ago that nobody can still be sending it.
    fileprivate func staleArrivals(seconds: Int) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: arrivals)) ?? []
        let now = time(nil)
        return names.map { "\(arrivals)/\($0)" }.filter { path in
            var status = stat()
            return unsafe stat(path, &status) == 0 && now - status.st_mtim.tv_sec > seconds
        }
    }
}
