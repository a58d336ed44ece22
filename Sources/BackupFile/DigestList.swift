/// The last file of a backup: the SHA-256 of every other file, in the format that `sha256sum --check` reads.
package struct DigestList: Sendable {
    private var lines: [String: String] = [:]

    package init() {}

    package var count: Int { lines.count }

    package mutating func note(_ name: String, _ digest: String) { lines[name] = digest }

    package var bytes: [UInt8] {
        Array(lines.sorted { $0.key < $1.key }.map { "\($0.value)  \($0.key)\n" }.joined().utf8)
    }

    /// - Throws: the first file that differs or is in only one of the lists.
    func compare(with text: [UInt8]) throws(BackupFault) {
        var listed: [String: String] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let digest = line.prefix(64)
            guard digest.utf8.count == 64, line.dropFirst(64).hasPrefix("  ") else {
                throw .damaged(BackupName.digests)
            }
            listed[String(line.dropFirst(66))] = String(digest)
        }
        for name in Set(listed.keys).union(lines.keys).sorted() where listed[name] != lines[name] {
            throw .damaged(name)
        }
    }
}
