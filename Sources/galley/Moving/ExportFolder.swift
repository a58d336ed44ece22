import FoundationEssentials
import Glibc
import Posts
import Wire

/// The destination of an export. Existing files with other contents stay unless the author allows replacing them.
final class ExportFolder {
    let root: String
    private let mayReplace: Bool
    private let client: DaemonClient
    private let owner: String?
    private var written: Set<String> = []
    private var pictures: Set<String> = []
    private(set) var files = 0
    /// Existing files with the same contents.
    private(set) var same = 0
    private var noted = 0
    private(set) var kept: [String] = []

    /// - Parameter owner: the user whose pictures are written; nil for the caller.
    init(_ root: String, mayReplace: Bool, client: DaemonClient, owner: String?) {
        self.root = root
        self.mayReplace = mayReplace
        self.client = client
        self.owner = owner
    }

    /// The path, with the id added when this export has already used it.
    func free(_ path: String, id: String) -> String {
        guard written.contains(path) else { return path }
        let dot = path.lastIndex(of: ".") ?? path.endIndex
        return path[..<dot] + "-\(id)" + path[dot...]
    }

    func write(_ bytes: [UInt8], to path: String) throws {
        // The names come from the desk. Nothing may be written outside the folder.
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(""), !parts.contains("."), !parts.contains(".."), !path.utf8.contains(0) else {
            throw CommandFailure(.refused, "“\(path.oneLine)” leads out of the folder. It was not written.")
        }
        written.insert(path)
        let file = root + "/" + path
        let old = try? FolderWalk.read(file, bytesMax: max(bytes.count, 1))
        if old == bytes {
            same += 1
            return
        }
        guard try !OutputFile(path: file).exists() || mayReplace else { return kept.append(path) }
        do {
            let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: file), options: .atomic)
            files += 1
        } catch {
            throw CommandFailure(
                .refused,
                "“\(file.oneLine)” cannot be written: \(ExportFolder.reason(error)). Make room, or choose another folder."
            )
        }
    }

    /// The system error inside a Foundation error has a better message.
    private static func reason(_ error: any Error) -> String {
        guard let system = (error as? CocoaError)?.underlying as? POSIXError,
            let words = unsafe strerror(system.code.rawValue)
        else { return "\(error)" }
        if system.code == .EEXIST || system.code == .ENOTDIR { return "a file stands where a folder has to be" }
        return unsafe String(cString: words)
    }

    /// Writes a picture once.
    /// - Parameters:
    ///   - media: `media:ID`
    ///   - path: the file to write, without its extension when `needsEnding`.
    /// - Returns: the path of the file; nil when the desk has no such picture.
    func picture(_ media: String, at path: String, needsEnding: Bool = false) throws -> String? {
        let id = String(media.dropFirst("media:".count))
        do {
            var path = path
            if needsEnding {
                let facts: MediaBody = try client.get(DaemonCall("media", id).asking("owner", owner))
                let endings = ["image/jpeg": "jpg", "image/svg+xml": "svg"]
                path += "." + (endings[facts.type] ?? String(facts.type.dropFirst("image/".count)))
            }
            guard pictures.insert(path).inserted else { return path }
            try write(client.bytes("GET", DaemonCall("media", id, "file").asking("owner", owner)), to: path)
            return path
        } catch let problem as ProblemBody where problem.status == 404 {
            return nil
        }
    }

    /// Counts the posts whose private notes stay in Galley.
    func leaveNotes(of posts: [ExportedPostBody]) { noted += posts.count { $0.hasPrivateNotes == true } }

    private var notesLeft: String {
        guard noted > 0 else { return "" }
        return "The private notes of \(counted(noted, "post")) are in no file; a backup has them.\n"
    }

    func report(_ posts: Int, _ output: Output) throws {
        let already = same > 0 ? "; \(counted(same, "file was", "files were")) there already" : ""
        let result = ExportResult(posts: posts, written: files, same: same, kept: kept, withoutNotes: noted)
        try output.show(result) { _ in
            "Exported \(counted(posts, "post")) to \(root.oneLine): \(counted(files, "file")) written\(already).\n"
                + notesLeft
        }
        guard kept.isEmpty else {
            let names = kept.prefix(5).joined(separator: ", ") + (kept.count > 5 ? " and \(kept.count - 5) more" : "")
            throw CommandFailure(
                .refused,
                "These files already exist and differ, and were not overwritten: \(names). "
                    + "Choose an empty folder, or use --replace.")
        }
    }
}

/// The output of `galley export --json`.
private struct ExportResult: Codable {
    let posts, written, same: Int
    /// Existing files that were not replaced.
    let kept: [String]
    /// The number of posts with private notes, which are in no file.
    let withoutNotes: Int
}
