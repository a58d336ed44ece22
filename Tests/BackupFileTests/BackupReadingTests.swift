import Digests
import Testing

@testable import BackupFile

@Suite("a backup is read completely")
struct BackupReadingTests {
    static let picture = String(repeating: "ab", count: 32)

    /// A handmade backup with a store and one picture.
    static func backup(changing change: (inout [(String, [UInt8])]) -> Void = { _ in }) throws -> [UInt8] {
        let facts = BackupFacts(version: "1.0.0", schema: 10, madeAt: 5_000_000, number: 3, bytes: 1310, missing: [])
        var files = [
            (BackupName.facts, try facts.encoded()), (BackupName.store, [UInt8](repeating: 7, count: 1300)),
            (BackupName.picture(picture), Array("a picture".utf8)),
        ]
        var digests = DigestList()
        for (name, bytes) in files {
            let digest = RunningDigest()
            digest.add(bytes)
            digests.note(name, digest.finish().hexadecimal)
        }
        files.append((BackupName.digests, digests.bytes))
        change(&files)
        let archive = TarEntry.comment("Copying the store: 40 %", at: 5)
        return files.reduce(archive) { archive, file in
            let entry = TarEntry(name: file.0, size: file.1.count, modifiedAt: 5)
            return archive + entry.header + file.1 + TarEntry.padding(after: file.1.count)
        } + TarEntry.end
    }

    private func read(_ bytes: [UInt8], inPiecesOf length: Int = 777) throws -> (facts: BackupFacts, steps: [String]) {
        var reading = BackupReading()
        var steps: [String] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            try reading.read(bytes[start..<min(start + length, bytes.count)]) { step in
                switch step {
                case .comment(let words): steps.append("# \(words)")
                case .facts(let facts): steps.append("facts \(facts.number)")
                case .begins(let name, let size): steps.append("\(name) \(size)")
                case .bytes: break
                case .ends(let digest): steps.append("\(digest.count)")
                }
            }
        }
        return (try reading.finish(), steps)
    }

    @Test("however its bytes are split, its files come in order", arguments: [1, 511, 512, 513, 100_000])
    func order(length: Int) throws {
        let (facts, steps) = try read(try Self.backup(), inPiecesOf: length)
        #expect(facts.schema == 10 && facts.madeAt == 5_000_000)
        let name = BackupName.picture(Self.picture)
        #expect(steps == ["# Copying the store: 40 %", "facts 3", "galley.db 1300", "64", "\(name) 9", "64"])
    }

    @Test("a backup that is cut off anywhere is rejected")
    func cutOff() throws {
        let whole = try Self.backup()
        for length in stride(from: 0, to: whole.count - 1024, by: 97) {
            #expect(throws: BackupFault.brokenOff) { try read(Array(whole[..<length])) }
        }
    }

    /// Foundation's decoder recurses and crashes the process at its own limit of 512; a small stack may overflow
    /// earlier.
    @Test(
        "a backup's facts are rejected if they are nested deeper than a request may be",
        arguments: [101, 512, 200_000])
    func deep(levels: Int) throws {
        let open = Array(String(repeating: #"{"format":"#, count: levels / 2).utf8)
        let lists = Array(String(repeating: "[", count: levels).utf8)
        for facts in [open + lists, lists, lists + Array(String(repeating: "]", count: levels).utf8)] {
            let backup = try Self.backup { $0[0].1 = facts }
            #expect(throws: BackupFault.notABackup("its “\(BackupName.facts)” cannot be read")) { try read(backup) }
        }
    }

    @Test("a backup's facts have a limit in bytes, and a list of missing pictures stays below it")
    func large() throws {
        let digests = [String](repeating: Self.picture, count: BackupFacts.missingMax + 1)
        let facts = BackupFacts(version: "1", schema: 1, madeAt: 0, number: 1, bytes: 0, missing: digests)
        let encoded = try facts.encoded()
        #expect(facts.missing.count == BackupFacts.missingMax && encoded.count <= BackupFacts.bytesMax)
        let whole = try Self.backup { $0[0].1 = encoded }
        // Its digest differs from that of the list, which comes later.
        #expect(throws: BackupFault.damaged(BackupName.facts)) { try read(whole, inPiecesOf: 1 << 18) }
        let endless = try Self.backup { $0[0].1 = [UInt8](repeating: 0x20, count: BackupFacts.bytesMax + 1) }
        #expect(throws: BackupFault.damaged(BackupName.facts)) { try read(endless, inPiecesOf: 1 << 18) }
    }

    @Test("a changed byte is reported with the name of its file", arguments: [1, 2])
    func changed(file: Int) throws {
        let names = [BackupName.facts, BackupName.store, BackupName.picture(Self.picture)]
        let damaged = try Self.backup { $0[file].1[4] ^= 1 }
        #expect(throws: BackupFault.damaged(names[file])) { try read(damaged) }
    }

    @Test("a missing file and a surplus file are reported")
    func differentFiles() throws {
        let without = try Self.backup { $0.remove(at: 2) }
        #expect(throws: BackupFault.damaged(BackupName.picture(Self.picture))) { try read(without) }
        let strange = try Self.backup { $0.insert(("etc/passwd", [1]), at: 2) }
        #expect(throws: BackupFault.notABackup("it contains “etc/passwd”")) { try read(strange) }
        let climbing = try Self.backup { $0.insert(("media/ab/../../../etc", [1]), at: 2) }
        #expect(throws: BackupFault.self) { try read(climbing) }
        let after = try Self.backup { $0.append(("galley.db", [1])) }
        #expect(throws: BackupFault.self) { try read(after) }
    }

    @Test("the daemon's own error is passed on")
    func failed() throws {
        let words = "The disk is full."
        let bytes = Array(words.utf8)
        let entry = TarEntry(name: BackupName.failure, size: bytes.count, modifiedAt: 5)
        let archive = TarEntry.comment("…", at: 5) + entry.header + bytes + TarEntry.padding(after: bytes.count)
        #expect(throws: BackupFault.failed(words)) { try read(archive + TarEntry.end) }
    }

    @Test("a file that is not a backup is rejected at once", arguments: ["", "Dear diary", "x"])
    func foreign(text: String) {
        let bytes = [UInt8](String(repeating: text, count: 600).utf8)
        #expect(throws: BackupFault.self) { try read(bytes) }
    }

    @Test("a backup of an unknown format asks for a newer Galley")
    func newer() throws {
        let newer = try Self.backup { $0[0].1 = Array(#"{"format":2}"#.utf8) }
        #expect(throws: BackupFault.newerFormat(2)) { try read(newer) }
    }

    @Test("sizes beyond eight gibibytes survive a header", arguments: [0, 511, (1 << 33) - 1, 1 << 33, 1 << 40])
    func sizes(size: Int) {
        let entry = TarEntry(name: "galley.db", size: size, modifiedAt: 1_796_126_400)
        #expect(TarEntry(entry.header) == entry)
        #expect(TarEntry.padding(after: size).count == (512 - size % 512) % 512)
    }

    @Test("a header with any bit changed is invalid")
    func headerBits() {
        let header = TarEntry(name: "galley.db", size: 5, modifiedAt: 5).header
        // Except the space after the checksum, which has no meaning.
        for index in 0..<345 where index != 155 {
            var other = header
            other[index] ^= 0x10
            if let entry = TarEntry(other) { #expect(entry != TarEntry(header), "byte \(index)") }
            #expect(TarEntry(other) == nil, "byte \(index)")
        }
    }
}
