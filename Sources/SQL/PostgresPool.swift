package typealias PostgresPool = ConnectionPool<PostgresDatabase>

extension ConnectionPool<PostgresDatabase> {
    /// - Parameters:
    ///   - label: of the queues, for debuggers.
    ///   - setUp: runs at the beginning of each session.
    ///   - prepare: is called with the writing connection before the others are opened.
    package convenience init(
        _ address: PostgresAddress, label: String, readers count: Int, setUp: String,
        prepare: (PostgresDatabase) throws -> Void
    ) throws {
        let writer = Connection(try PostgresDatabase(address, setUp: setUp), label: "\(label).writer")
        try writer.wait(prepare)
        let readers = try (1...count).map { number in
            Connection(try PostgresDatabase(address, setUp: setUp), label: "\(label).reader.\(number)")
        }
        self.init(writer, readers: readers)
    }
}
