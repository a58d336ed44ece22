import Digests
import FoundationEssentials
import JSONTree
import Posts
import Synchronization

/// The composer's files at one moment.
///
/// A file under an edition's name never changes: when any file changes, the page names another edition. So a browser
/// requests each file only once, and after an upgrade it never mixes files of the old page with the new one.
struct PageEdition: Sendable {
    let name: String
    /// `index.html`, which loads every file under the edition's name. It names no user yet.
    private let index: String
    /// The service worker, which caches all files of this edition. Its first line names them, so each edition is another
    /// worker. nil when the folder has none.
    let worker: String?

    /// Reads the disk, so do not call it on an event loop. It takes less than a millisecond while the files match
    /// `known`.
    /// - Returns: nil when the folder has no page.
    static func read(_ folder: String, known: PageEdition? = nil) -> PageEdition? {
        guard case .file(let file) = ServedFile.open(["index.html"], in: folder, wantsFolder: false),
            let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder)
        else { return nil }
        let hash = RunningDigest()
        var files: [String] = []
        for path in paths.sorted() {
            guard let facts = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)"),
                facts[.type] as? FileAttributeType == .typeRegular
            else { continue }
            let written = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            hash.add("\(path) \(facts[.systemFileNumber] ?? 0) \(facts[.size] ?? 0) \(written)\n".utf8)
            if isCached(path) { files.append(path) }
        }
        let name = hash.finish().prefix(8).map { String($0, radix: 36) }.joined()
        if let known, known.name == name { return known }
        let text = file.text.replacing(modulesMark, with: preloads(in: folder))
            .replacing(iconsMark, with: icons(in: folder))
        return PageEdition(
            name: name, index: text.replacing("\"/composer/", with: "\"/composer/\(mark)\(name)/"),
            worker: worker(of: name, files, in: folder))
    }

    /// Whether the service worker caches a file by its path: not hidden files, and not those that have another address or
    /// stand in the page.
    private static func isCached(_ path: String) -> Bool {
        let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
        return !isHidden && !["index.html", iconsName, workerName].contains(path)
    }

    private static func worker(of name: String, _ files: [String], in folder: String) -> String? {
        guard case .file(let file) = ServedFile.open([workerName], in: folder, wantsFolder: false),
            let page = try? JSONCoding.encode(JSON.object(["edition": .text(name), "files": .texts(files)]))
        else { return nil }
        return "const page = \(String(decoding: page, as: UTF8.self))\n\(file.text)"
    }

    /// The `modulepreload` links, by which a browser requests all modules at once.
    private static func preloads(in folder: String) -> String {
        ModuleGraph.paths(from: "composer.js") { path in
            let names = path.split(separator: "/").map(String.init)
            guard case .file(let file) = ServedFile.open(names, in: folder, wantsFolder: false) else { return nil }
            return file.text
        }
        .map { "<link rel=\"modulepreload\" href=\"/composer/\($0)\">" }.joined(separator: "\n")
    }

    /// The symbols that the page's buttons draw. In the page they are there at the first paint. Firefox before 132 refuses
    /// those of another file under `default-src 'none'`.
    private static func icons(in folder: String) -> String {
        guard case .file(let file) = ServedFile.open([iconsName], in: folder, wantsFolder: false) else { return "" }
        return file.text
    }

    /// The page for one user. What the page stores in the browser and requests from the daemon belongs to this user
    /// while the page is open, even if another user signs in meanwhile.
    /// - Parameter preferences: the page shows them from its first paint.
    func index(for user: String, _ preferences: Preferences) -> String {
        let choices = preferences.chosen.map { name, choice in " data-\(name)=\"\(choice)\"" }.joined()
        return index.replacing(PageEdition.userMark, with: #"<meta name="galley-user" content="\#(user.htmlEscaped)">"#)
            .replacing(PageEdition.startMark, with: #"<html lang="en"\#(choices)>"#)
    }

    /// Splits the names of a path into the file's names and the requested edition.
    static func parted(_ names: [String]) -> (names: [String], edition: String?) {
        guard names.count > 1, names[0].hasPrefix(mark) else { return (names, nil) }
        return (Array(names.dropFirst()), String(names[0].dropFirst(mark.count)))
    }

    private static let workerName = "service-worker.js"
    private static let iconsName = "icons.svg"
    private static let modulesMark = "<!-- modules -->"
    private static let iconsMark = "<!-- icons -->"
    private static let startMark = #"<html lang="en">"#
    private static let userMark = #"<meta name="galley-user" content="">"#
    /// The first character of an edition's path element. No file's name begins with it.
    private static let mark = "~"
}

/// The edition in a folder, cached so that the hundred requests of a page load do not each read the folder.
final class PageEditionCache: Sendable {
    private let folder: String
    private let last = Mutex<(edition: PageEdition, readAt: ContinuousClock.Instant)?>(nil)

    /// How long the cache may miss that the page was replaced.
    private static let patience = Duration.seconds(1)

    init(folder: String) { self.folder = folder }

    /// Reads the disk.
    func read() -> PageEdition? {
        let edition = PageEdition.read(folder, known: last.withLock { $0?.edition })
        last.withLock { $0 = edition.map { ($0, .now) } }
        return edition
    }

    /// Whether the current files have this edition name. A request for another edition gets no files, because half of
    /// one page and half of another do not work together.
    func has(_ name: String) -> Bool {
        let known = last.withLock { last in
            last.flatMap { $0.readAt.duration(to: .now) < PageEditionCache.patience ? $0.edition.name : nil }
        }
        return (known ?? read()?.name) == name
    }
}

extension ServedFile {
    /// The whole file as UTF-8.
    fileprivate var text: String { String(decoding: bytes(at: 0, count: size), as: UTF8.self) }
}
