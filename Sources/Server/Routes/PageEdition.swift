import Digests
import FoundationEssentials
import Posts
import Synchronization

/// The composer's files as they stand at one moment.
///
/// What is asked for by an edition's name never changes: as soon as any file does, the page names another edition. So a
/// browser that has the files asks for none of them again, and a daemon that was upgraded is never met by half of the old page.
struct PageEdition: Sendable {
    let name: String
    /// `index.html`, which asks for everything by the edition's name, and is nobody's yet.
    private let index: String

    /// Reads the disk, less than a millisecond while the files are those of `known`: not for a thread that others wait for.
    /// - Returns: nil when there is no page.
    static func read(_ folder: String, known: PageEdition? = nil) -> PageEdition? {
        guard case .file(let file) = ServedFile.open(["index.html"], in: folder, wantsFolder: false),
            let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder)
        else { return nil }
        let hash = RunningDigest()
        for path in paths.sorted() {
            guard let facts = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)"),
                facts[.type] as? FileAttributeType == .typeRegular
            else { continue }
            let written = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            hash.add("\(path) \(facts[.systemFileNumber] ?? 0) \(facts[.size] ?? 0) \(written)\n".utf8)
        }
        let name = hash.finish().prefix(8).map { String($0, radix: 36) }.joined()
        if let known, known.name == name { return known }
        let text = file.text.replacing(modulesMark, with: preloads(in: folder))
        return PageEdition(
            name: name, index: text.replacing("\"/composer/", with: "\"/composer/\(mark)\(name)/"))
    }

    /// The lines by which a browser asks for all modules at once.
    private static func preloads(in folder: String) -> String {
        ModuleGraph.paths(from: "composer.js") { path in
            let names = path.split(separator: "/").map(String.init)
            guard case .file(let file) = ServedFile.open(names, in: folder, wantsFolder: false) else { return nil }
            return file.text
        }
        .map { "<link rel=\"modulepreload\" href=\"/composer/\($0)\">" }.joined(separator: "\n")
    }

    /// The page of one user. What it keeps in the browser and asks of the daemon is that user's for as long as it is open,
    /// whoever signs in meanwhile.
    func index(for user: String) -> String {
        index.replacing(PageEdition.userMark, with: #"<meta name="galley-user" content="\#(user.htmlEscaped)">"#)
    }

    func entityTag(for user: UserID) -> String { "\"\(name)-\(user.number)\"" }

    /// The names of a file without the edition's, and what edition was asked for.
    static func parted(_ names: [String]) -> (names: [String], edition: String?) {
        guard names.count > 1, names[0].hasPrefix(mark) else { return (names, nil) }
        return (Array(names.dropFirst()), String(names[0].dropFirst(mark.count)))
    }

    private static let modulesMark = "<!-- modules -->"
    private static let userMark = #"<meta name="galley-user" content="">"#
    /// No file's name begins with it.
    private static let mark = "~"
}

/// The edition that stands in a folder, for the hundred files that a page asks for at its beginning: not looked at anew for
/// each of them.
final class PageEditionCache: Sendable {
    private let folder: String
    private let last = Mutex<(edition: PageEdition, readAt: ContinuousClock.Instant)?>(nil)

    /// A page that was replaced in this time is noticed after it.
    private static let patience = Duration.seconds(1)

    init(folder: String) { self.folder = folder }

    /// Reads the disk.
    func read() -> PageEdition? {
        let edition = PageEdition.read(folder, known: last.withLock { $0?.edition })
        last.withLock { $0 = edition.map { ($0, .now) } }
        return edition
    }

    /// Whether the files have this name. One that has not is never answered with them: half of one page and half of
    /// another do what neither was made for. Nor does another name lead to them.
    func has(_ name: String) -> Bool {
        let known = last.withLock { last in
            last.flatMap { $0.readAt.duration(to: .now) < PageEditionCache.patience ? $0.edition.name : nil }
        }
        return (known ?? read()?.name) == name
    }
}

extension ServedFile {
    /// All of it, as UTF-8.
    fileprivate var text: String { String(decoding: bytes(at: 0, count: size), as: UTF8.self) }
}
