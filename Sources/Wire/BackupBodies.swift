/// A backup that was made.
package struct BackupBody: Codable, Hashable, Sendable {
    package let number: Int64
    /// The backup contains everything committed before this time.
    package let madeAt: String
    /// The size of the store and its pictures.
    package let bytes: Int
    /// When a checked copy was recorded at `place`; absent when none was.
    package let keptAt: String?
    package let place: String?

    package init(number: Int64, madeAt: String, bytes: Int, keptAt: String?, place: String?) {
        self.number = number
        self.madeAt = madeAt
        self.bytes = bytes
        self.keptAt = keptAt
        self.place = place
    }
}

/// `PUT /v1/backups/{number}`: records that the backup was read back and is complete.
package struct BackupKeptBody: Codable, Hashable, Sendable {
    /// The location of the copy in words, such as a path and a machine.
    package let place: String

    package init(place: String) { self.place = place }
}
