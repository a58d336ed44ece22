import Foundation
package import SQL
import Synchronization

/// The PostgreSQL server of the test program, which starts with the first database and ends with the program.
package final class PostgresServer: Sendable {
    private static let shared = Result { try PostgresServer() }
    private let url: String
    /// The server serves until this end is closed, however the program ends.
    private let life: FileHandle

    private init() throws {
        let (input, output, process) = (Pipe(), Pipe(), Process())
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py")
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-B", script.path()]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        life = input.fileHandleForWriting
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1) else { throw ServerEnded() }
            line += byte
        }
        url = String(decoding: line.dropLast(), as: UTF8.self)
    }

    private struct ServerEnded: Error {}

    /// A session at the database of this name.
    package static func session(at database: String = "postgres") throws -> PostgresDatabase {
        try PostgresDatabase(PostgresAddress(url(of: database), password: nil))
    }

    static func url(of database: String) throws -> String {
        try shared.get().url.replacing("/postgres?", with: "/\(database)?")
    }
}

/// A database of its own, which goes with this object.
package final class TemporaryDatabase: Sendable {
    package let name = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"

    /// - Parameter template: the database of which this one is a copy.
    package init(like template: String = "template0") throws {
        try PostgresServer.session().script("CREATE DATABASE \(name) TEMPLATE \(template)")
    }

    deinit { try? PostgresServer.session().script("DROP DATABASE \(name) WITH (FORCE)") }

    package func url() throws -> String { try PostgresServer.url(of: name) }
    package func session() throws -> PostgresDatabase { try PostgresServer.session(at: name) }
}
