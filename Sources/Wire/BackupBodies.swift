/// A backup that was made.
package struct BackupBody: Codable, Hashable, Sendable {
    package let number: Int64
    /// What was committed by then is in it.
    package let madeAt: String
    /// Of the store and its pictures.
    package let bytes: Int
    /// Since when a checked copy lies at `place`; absent while nobody said so.
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

/// `PUT /v1/backups/{number}`: it was read back and is whole.
package struct BackupKeptBody: Codable, Hashable, Sendable {
    /// Where it lies, in words, such as a path and a machine.
    package let place: String

    package init(place: String) { self.place = place }
}
