package import Pictures
import Programs
import SQL

/// The result of looking at the files of all pictures.
package struct PictureCheck: Hashable, Sendable {
    /// The newest first.
    package let bad: [BadPicture]
    /// How many files were only looked for and not read.
    package let unread: Int
}

/// A picture whose file is missing, or has other contents than were stored.
package struct BadPicture: Hashable, Sendable {
    package let id: MediaID
    package let isMissing: Bool
    /// Of the uploaded file; may be empty.
    package let name: String
    /// The title of a post that uses it, else the beginning of its text; nil when none does.
    package let post: String?
}

extension PostStore {
    /// How much of the pictures a check reads: some ten seconds on a slow disk. A backup reads all of them.
    package static let picturesReadMax = 1_000_000_000

    /// Looks for the files of all pictures, and reads the newest to compare them with their digests.
    /// - Parameter bytesMax: how much is read; the file with which this is reached is read to its end.
    package func checkPictures(bytesMax: Int = picturesReadMax) async throws(StoreError) -> PictureCheck {
        let digests = try await read { db in
            try db.all("SELECT digest FROM media GROUP BY digest ORDER BY max(number) DESC") { row in
                (try row.columns(of: "media")["digest"] as StoredDigest).text
            }
        }
        let (bad, unread): ([(digest: String, isMissing: Bool)], Int)
        do {
            (bad, unread) = try await onOwnThread { [mediaFolder] in
                mediaFolder.badFiles(of: digests, bytesMax: bytesMax)
            }
        } catch {
            throw StoreError(error)
        }
        let sql = "SELECT \(Media.columns) FROM media WHERE digest = ? ORDER BY number"
        return try await read { db in
            // A picture that was removed meanwhile has no row any more.
            let found = try bad.flatMap { file in
                try db.all(sql, [file.digest], Media.init(row:)).map { media in
                    BadPicture(
                        id: media.id, isMissing: file.isMissing, name: media.notes.name,
                        post: try db.listing(of: media).uses.first?.heading)
                }
            }
            return PictureCheck(bad: found, unread: unread)
        }
    }
}

extension MediaFolder {
    fileprivate func badFiles(
        of digests: [String], bytesMax: Int
    ) -> (bad: [(digest: String, isMissing: Bool)], unread: Int) {
        var (bad, unread, bytes) = ([(digest: String, isMissing: Bool)](), 0, 0)
        for digest in digests {
            guard let size = StoreFile.size(of: file(of: digest)) else {
                bad.append((digest, true))
                continue
            }
            guard bytes < bytesMax else {
                unread += 1
                continue
            }
            bytes += size
            if !isWhole(digest) { bad.append((digest, false)) }
        }
        return (bad, unread)
    }
}
