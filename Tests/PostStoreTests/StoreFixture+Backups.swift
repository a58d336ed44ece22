import Foundation
import Pictures
import Testing

@testable import PostStore

extension StoreFixture {
    /// Writes a backup into a file in the fixture's folder.
    /// - Returns: its path.
    func backUp(to name: String = "backup.tar") async throws -> String {
        let copy = try await store.makeBackup(try store.backupPermit(), version: "1.0.0") { _ in }
        var bytes: [UInt8] = []
        while let part = try copy.next() { bytes += part }
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Stores a picture; another `mark` gives another one.
    @discardableResult
    func addPicture(_ mark: UInt8 = 1) async throws -> Media {
        let draft = try store.mediaFolder.draft()
        try draft.write(MediaTests.file(mark), at: 0)
        let picture = try draft.picture()
        let clean = try store.mediaFolder.draft()
        let digest = try draft.copy(picture, into: clean)
        return try await store.addMedia(clean, digest: digest, MediaFacts(picture), MediaNotes(), owner: user).media
    }
}
