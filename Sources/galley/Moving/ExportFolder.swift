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
    /// What was not written under its name, because of that name.
    private var leftOut: [LeftOutFile] = []

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

    /// - Parameter path: below the folder; checked, if it comes from the desk.
    /// - Throws: `UnwritableName`, when a file of this name cannot be written but others can.
    func write(_ bytes: [UInt8], to path: String) throws {
        written.insert(path)
        let file = root + "/" + path
        let old = try? FolderWalk.read(file, bytesMax: max(bytes.count, 1))
        if old == bytes {
            same += 1
            return
        }
        do throws(CommandFailure) {
            guard try !OutputFile(path: file).exists() || mayReplace else { return kept.append(path) }
        } catch {
            throw UnwritableName(words: error.sentences)
        }
        do { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) } catch {
            throw CommandFailure(.refused, ExportFolder.words(error, at: root))
        }
        do {
            try FileManager.default.createDirectory(atPath: file.parentFolder, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: file), options: .atomic)
            files += 1
        } catch  where ExportFolder.isOfName(error) {
            throw UnwritableName(words: ExportFolder.words(error, at: file))
        } catch {
            throw CommandFailure(.refused, ExportFolder.words(error, at: file))
        }
    }

    /// Reports a file that is not written under its name, and goes on.
    /// - Parameter instead: what happens with its content; a sentence.
    func leaveOut(_ path: String, of post: PostBody, _ words: String, instead: String = "It was not written.") {
        leftOut.append(LeftOutFile(post: post.id, slug: post.slug, path: path, words: "\(words) \(instead)"))
    }

    private static func words(_ error: any Error, at file: String) -> String {
        "“\(file.oneLine)” cannot be written: \(reason(error)). Make room, or choose another folder."
    }

    /// The system error inside a Foundation error has a better message.
    private static func reason(_ error: any Error) -> String {
        guard let code = code(of: error), let words = unsafe strerror(code.rawValue) else { return "\(error)" }
        if code == .EEXIST || code == .ENOTDIR { return "a file stands where a folder has to be" }
        return unsafe String(cString: words)
    }

    private static func code(of error: any Error) -> POSIXErrorCode? {
        ((error as? CocoaError)?.underlying as? POSIXError)?.code
    }

    /// Whether a file of another name could be written.
    private static func isOfName(_ error: any Error) -> Bool {
        switch code(of: error) {
        case .EEXIST?, .ENOTDIR?, .EISDIR?, .ENAMETOOLONG?, .ELOOP?, .EILSEQ?, .EINVAL?: true
        default: false
        }
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
                let facts = try client.send(DaemonCall(API.showMedia, id).asking(MediaQuery(owner: owner)))
                let endings = ["image/jpeg": "jpg", "image/svg+xml": "svg"]
                path += "." + (endings[facts.type] ?? String(facts.type.dropFirst("image/".count)))
            }
            guard pictures.insert(path).inserted else { return path }
            try write(client.bytes(DaemonCall(API.showMediaFile, id).asking(MediaQuery(owner: owner))), to: path)
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
        let result = ExportResult(
            posts: posts, written: files, same: same, kept: kept, leftOut: leftOut, withoutNotes: noted)
        try output.show(result) { _ in
            "Exported \(counted(posts, "post")) to \(root.oneLine): \(counted(files, "file")) written\(already).\n"
                + notesLeft
        }
        let complaints = [keptWords, leftOutWords].compactMap(\.self)
        guard complaints.isEmpty else { throw CommandFailure(.refused, complaints.joined(separator: "\n")) }
    }

    private var keptWords: String? {
        guard !kept.isEmpty else { return nil }
        let names = kept.prefix(5).joined(separator: ", ") + (kept.count > 5 ? " and \(kept.count - 5) more" : "")
        return "These files already exist and differ, and were not overwritten: \(names.oneLine). "
            + "Choose an empty folder, or use --replace."
    }

    private var leftOutWords: String? {
        guard !leftOut.isEmpty else { return nil }
        let lines = leftOut.prefix(100).map { "\n  \($0.slug.oneLine): \($0.words.oneLine)" }
        let more = leftOut.count > 100 ? "\n  and \(leftOut.count - 100) more; --json lists all" : ""
        return "\(counted(leftOut.count, "file has a name", "files have names")) that cannot be used here."
            + lines.joined() + more
    }
}

/// A file that cannot be written under its name, whereas others can.
struct UnwritableName: Error {
    let words: String
}

/// A file that was not written under its name.
private struct LeftOutFile: Codable {
    let post, slug, path, words: String
}

/// The output of `galley export --json`.
private struct ExportResult: Codable {
    let posts, written, same: Int
    /// Existing files that were not replaced.
    let kept: [String]
    /// Files with names that cannot be used, each with its post.
    let leftOut: [LeftOutFile]
    /// The number of posts with private notes, which are in no file.
    let withoutNotes: Int
}
