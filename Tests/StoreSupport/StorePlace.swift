import Foundation
import PostgresSupport
package import Posts
import SQL

@testable package import PostStore

/// Where a test keeps a store: a file in a folder, or a database of its own if `GALLEY_TEST_STORE` is “postgresql”.
package final class StorePlace: Sendable {
    package let folder: String
    private let database: TemporaryDatabase?

    /// Of a store that is a file.
    package var path: String { folder + "/galley.db" }

    private static let isServer = ProcessInfo.processInfo.environment["GALLEY_TEST_STORE"] == "postgresql"
    /// A database with all tables.
    private static let template = Result {
        let database = try TemporaryDatabase()
        let session = try database.session()
        try Schema.prepare(session, at: "the template")
        session.close()
        return database
    }

    /// - Parameters:
    ///   - folder: is created if it is missing, and not removed.
    ///   - isFile: for tests of what only a file has.
    package init(in folder: String, isFile: Bool = false) throws {
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        database = isFile || !StorePlace.isServer ? nil : try TemporaryDatabase(like: StorePlace.template.get().name)
    }

    /// - Parameter boot: the name of the daemon that opens it.
    package func open(
        _ boot: String = "boot 1", pageBytesMax: Int? = nil, now: @escaping @Sendable () -> Instant
    ) throws -> PostStore {
        let bytes = pageBytesMax ?? PageRoom.bytesMax
        guard let database else {
            return try PostStore.open(at: path, boot: BootID(boot), now: now, pageBytesMax: bytes)
        }
        let store = try PostStore.open(
            server: database.url(), password: nil, media: folder + "/media", state: folder,
            boot: BootID(boot), facts: .ofTests(now),
            now: now, pageBytesMax: bytes, readers: 2)
        guard try store.tryTakeOver() == nil else { throw StoreError.inUse(path: database.name, pid: nil) }
        return store
    }
}

extension DaemonFacts {
    package static func ofTests(_ now: @escaping @Sendable () -> Instant) -> DaemonFacts {
        DaemonFacts(host: "here", version: "1", settings: { "same" }, clock: now)
    }
}

extension PostStore {
    /// - Returns: nil once this daemon works with the store; else the one that does.
    package func tryTakeOver() throws -> BootID? {
        guard let server else { return nil }
        return try server.pool.writer.wait { try server.takeOver(server.writer($0)) }
    }
}
