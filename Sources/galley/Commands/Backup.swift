import ArgumentParser
import BackupFile
import FoundationEssentials
import Glibc
import Posts
import Transfer
import Wire

struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Back up all posts, deliveries and pictures into one file.",
        discussion: """
            The daemon keeps running. The file is a tar archive with a list of SHA-256 digests; the command reads it \
            back and checks it before it gets its name. It holds the posts of all users and the hashes of tokens, so \
            only you can read it. Settings and credentials are separate files and not part of it. A picture whose file \
            is missing or damaged is named, and does not keep the rest from being backed up. Needs an administrator.

            Examples:
              galley backup galley.tar
              galley backup --into /var/lib/galley-backup --keep 14
            """)

    @Argument(help: "The file to write; it must not exist yet.", completion: .file()) var file: String?
    @Option(
        help: ArgumentHelp(
            "Write into this folder, under a name with the time, such as --into /srv/backups.",
            valueName: "folder"),
        completion: .directory)
    var into: String?
    @Option(help: "With --into: keep only this many of the newest backups, such as --keep 14.") var keep: Int?
    @Flag(help: "Replace the file if it exists.") var force = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        guard (file == nil) != (into == nil) else {
            throw ValidationError("Say where to write: either a file, or a folder with --into.")
        }
        guard file != "-" else {
            throw ValidationError("A backup is read back and checked: name a file, not standard output.")
        }
        if let keep, keep < 1 { throw ValidationError("--keep needs a number from 1.") }
        if keep != nil, into == nil { throw ValidationError("--keep goes with --into.") }
    }

    func run() throws {
        if let file, try OutputFile(path: file).exists(), !force {
            throw CommandFailure(.refused, "“\(file)” exists already. Name another file, or replace it with --force.")
        }
        let (client, output) = (try daemon.client(), daemon.output)
        let draft = try BackupDraft(in: file?.parentFolder ?? into ?? ".")
        let (facts, damaged) = try receive(client, into: draft)
        let madeAt = Instant(microseconds: facts.madeAt)
        let name = BackupFolder.name(madeAt: madeAt)
        let path = file ?? "\(into ?? ".")/\(name)"
        do {
            try draft.keep(as: path)
        } catch let fault as BackupFault {
            throw CommandFailure(.refused, "\(fault) The disk may be failing; nothing was kept.")
        }
        let removed =
            into.flatMap { folder in keep.map { BackupFolder(path: folder).prune(keeping: $0, latest: name) } } ?? []
        report(facts, path, to: client)
        let result = BackupResult(
            file: path, madeAt: RFC3339.text(madeAt), bytes: facts.bytes, missingPictures: facts.missing.count,
            damagedPictures: damaged.count, removed: removed)
        let bad = damaged.map { ($0, "damaged") } + facts.missing.map { ($0, "missing") }
        try output.show(result) { result in
            result.text(bad.prefix(BackupResult.namesMax).map { "\(words(for: $0, from: client)) is \($1)." })
        }
    }

    /// - Returns: the backup's description, and the digests of the pictures that do not have the contents of their name.
    private func receive(_ client: DaemonClient, into draft: BackupDraft) throws -> (BackupFacts, damaged: [String]) {
        var (reading, ticker, total, received) = (BackupReading(), Ticker(), 0, 0)
        var (picture, damaged) = (String?.none, [String]())
        defer { ticker.clear() }
        do {
            let stream = try client.stream(DaemonCall(API.makeBackup))
            while let bytes = try stream.next() {
                try reading.read(bytes[...]) { step in
                    switch step {
                    case .comment(let words): if words != "…" { ticker.show(words) }
                    case .facts(let facts): total = facts.bytes
                    case .bytes(let part): received += part.count
                    case .begins(let name, _): picture = BackupName.digest(ofPicture: name)
                    case .ends(let digest): if let picture, picture != digest { damaged.append(picture) }
                    }
                }
                if total > 0 { ticker.show("\(ByteCount(received).text) of \(ByteCount(total).text)") }
                try draft.write(bytes)
            }
            return (try reading.finish(), damaged)
        } catch let fault as BackupFault {
            throw CommandFailure(.tryAgain, "No backup was made. \(fault)")
        } catch let error as TransferError {
            throw CommandFailure(error, place: client.address.place)
        }
    }

    /// The picture's address, and for a picture of the caller its name and the first post that uses it.
    private func words(for digest: String, from client: DaemonClient) -> String {
        // The id is the beginning of the digest.
        let id = String(digest.prefix(16))
        guard let media = try? client.send(DaemonCall(API.showMedia, id)) else { return "media:\(id)" }
        let name = media.name.isEmpty ? "" : " (\(media.name.oneLine))"
        let post = media.uses.first.map { " in “\($0.title.oneLine)”" } ?? ""
        return media.address + name + post
    }

    /// Records the backup at the daemon. The backup is good even if this fails.
    private func report(_ facts: BackupFacts, _ path: String, to client: DaemonClient) {
        do {
            let call = try DaemonCall(API.keepBackup, "\(facts.number)").carrying(BackupKeptBody(place: place(path)))
            try client.bytes(call)
        } catch {
            remark("The daemon could not record where the backup is, so `galley status` does not list it.")
        }
    }

    private func place(_ path: String) -> String {
        var name = [CChar](repeating: 0, count: 256)
        let isKnown = unsafe gethostname(&name, 255) == 0
        let host = isKnown ? String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
        let whole = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        return host.isEmpty ? whole : "\(host):\(whole)"
    }
}

private struct BackupResult: Encodable {
    let file: String
    let madeAt: String
    /// The size of the store and its pictures.
    let bytes: Int
    let missingPictures: Int
    let damagedPictures: Int
    let removed: [String]

    /// At most this many bad pictures are named.
    static let namesMax = 20

    /// - Parameter bad: a sentence about each bad picture, of the first `namesMax`.
    func text(_ bad: [String]) -> String {
        let size = "\(file.oneLine): \(ByteCount(bytes).text), read back"
        let count = missingPictures + damagedPictures
        var lines = ["\(size) and whole."]
        if count > 0 {
            lines = ["\(size) and whole except for \(counted(count, "picture")):"]
            lines += bad.map { "  " + $0 }
            if count > bad.count { lines.append("  And \(count - bad.count) more.") }
            lines.append("Next: galley media add FILE, with the original of each, then make another backup")
        }
        if !removed.isEmpty { lines.append("Older ones removed: \(removed.joined(separator: ", ")).") }
        return lines.map { $0 + "\n" }.joined()
    }
}
