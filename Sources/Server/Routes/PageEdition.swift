import Crypto
import FoundationEssentials
import Glibc

/// The composer's files as they stand at one moment.
///
/// What is asked for by an edition's name never changes: as soon as any file does, the page names another edition. So a
/// browser that has the files asks for none of them again, and a daemon that was upgraded is never met by half of the old page.
struct PageEdition: Sendable {
    let name: String
    /// `index.html`, which asks for everything by the edition's name.
    let index: String

    /// Reads the disk, less than a millisecond: not for a thread that others wait for.
    /// - Returns: nil when there is no page.
    static func read(_ folder: String) -> PageEdition? {
        guard case .file(let file) = ServedFile.open(["index.html"], in: folder, wantsFolder: false),
            let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder)
        else { return nil }
        var hash = SHA256()
        for path in paths.sorted() {
            var status = stat()
            guard unsafe stat("\(folder)/\(path)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            let written = status.st_mtim
            let state = "\(path) \(status.st_ino) \(status.st_size) \(written.tv_sec) \(written.tv_nsec)\n"
            hash.update(data: Array(state.utf8))
        }
        let name = hash.finalize().prefix(8).map { String($0, radix: 36) }.joined()
        let text = String(decoding: file.bytes(at: 0, count: file.size), as: UTF8.self)
        return PageEdition(
            name: name, index: text.replacing("\"/composer/", with: "\"/composer/\(mark)\(name)/"))
    }

    var entityTag: String { "\"\(name)\"" }

    /// The names of a file without the edition's, and whether there was one.
    static func parted(_ names: [String]) -> (names: [String], isOfEdition: Bool) {
        guard names.count > 1, names[0].hasPrefix(mark) else { return (names, false) }
        return (Array(names.dropFirst()), true)
    }

    /// No file's name begins with it.
    private static let mark = "~"
}
