import JSONTree

/// A backup's description of itself: its first file, `galley-backup.json`.
package struct BackupFacts: Codable, Hashable, Sendable {
    /// The version of the archive format, not of the store in it.
    package static let format = 1

    package let format: Int
    /// The version of Galley that made it.
    package let version: String
    /// The schema of the store in it.
    package let schema: Int
    /// µs since 1970, UTC; the backup contains everything committed by then.
    package let madeAt: Int64
    /// The backup's number in the store's log of backups.
    package let number: Int64
    /// The total size in bytes of all files except this one and the list of digests.
    package let bytes: Int
    /// Known pictures whose files were missing; 64 hexadecimal digits each. The first `missingMax`.
    package let missing: [String]

    package init(version: String, schema: Int, madeAt: Int64, number: Int64, bytes: Int, missing: [String]) {
        format = BackupFacts.format
        self.version = version
        self.schema = schema
        self.madeAt = madeAt
        self.number = number
        self.bytes = bytes
        self.missing = Array(missing.prefix(BackupFacts.missingMax))
    }

    /// The limit of this file, which is read as a whole. A list of `missingMax` pictures stays far below it.
    static let bytesMax = 4_500_000
    static let missingMax = 50_000

    package func encoded() throws -> [UInt8] {
        try JSONCoding.encode(self, isPretty: true) + [UInt8(ascii: "\n")]
    }

    init(encoded bytes: [UInt8]) throws(BackupFault) {
        do {
            let found = try JSONCoding.decode(Format.self, from: bytes).format
            guard found == BackupFacts.format else { throw BackupFault.newerFormat(found) }
            self = try JSONCoding.decode(BackupFacts.self, from: bytes)
        } catch let fault as BackupFault {
            throw fault
        } catch {
            throw .notABackup("its “\(BackupName.facts)” cannot be read")
        }
    }

    private struct Format: Codable { let format: Int }
}

/// The names of the files in a backup.
package enum BackupName {
    package static let facts = "galley-backup.json"
    package static let store = "galley.db"
    /// In the format of `sha256sum`. It is the last file: an archive without it is incomplete.
    package static let digests = "SHA256SUMS"
    /// Replaces the rest if the backup failed; contains the reason.
    package static let failure = "FAILED"

    /// - Parameter digest: 64 hexadecimal digits.
    package static func picture(_ digest: String) -> String { "media/\(digest.prefix(2))/\(digest.dropFirst(2))" }

    /// The digest in a picture's name; nil for other names.
    package static func digest(ofPicture name: String) -> String? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "media", parts[1].utf8.count == 2, parts[2].utf8.count == 62 else {
            return nil
        }
        let digest = String(parts[1] + parts[2])
        return digest.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } ? digest : nil
    }
}
