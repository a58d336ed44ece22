import Digests
import FoundationEssentials
import OpenMetrics
import PostStore
import Posts
import Settings
import Wire

/// Where the store is.
enum StoreSettings: Hashable, Sendable {
    /// The path of its file.
    case file(String)
    case server(StoreServer)

    var password: String? { if case .server(let server) = self { server.password } else { nil } }
    var isServer: Bool { if case .server = self { true } else { false } }

    /// The files and folders that only Galley may read.
    var ownPaths: [String] {
        switch self {
        case .file(let path): [path, MediaFolder(beside: path).path]
        case .server(let server): [server.media]
        }
    }
}

/// A store on a PostgreSQL server.
struct StoreServer: Hashable, Sendable {
    /// Without a password.
    let url: String
    let password: String?
    /// How many connections it opens: one that writes, and readers.
    let connections: Int
    /// The folder of the pictures, which all daemons on this store see.
    let media: String
    /// The daemon's own folder.
    let state: String

    static let credential = "store-password"
}

extension StoreSettings {
    init(_ section: SettingsSection, directories: Directories, credentials: Credentials) {
        let path = section.text("path", default: "galley.db")
        let url = section.text("url", default: "")
        let connections = section.whole("connections", default: 5, in: 2...50)
        let media = section.text("media", default: "")
        guard url.isEmpty else {
            if section.has("path") {
                section.complain("path", "The store is either a file or a database. Leave out “path” or “url”.")
            }
            if let problem = PostStore.problem(ofAddress: url) { section.complain("url", problem) }
            self = .server(
                StoreServer(
                    url: url, password: StoreSettings.password(section, credentials), connections: connections,
                    media: directories.inState(media.isEmpty ? "media" : media), state: directories.state))
            return
        }
        for key in ["connections", "media"] where section.has(key) {
            section.complain(key, "This is for a store on a database. Add “url”, or leave it out.")
        }
        if ["", ".", ".."].contains(path.split(separator: "/", omittingEmptySubsequences: false).last) {
            section.complain("path", "Found “\(path)”. Name a file, such as “galley.db”.")
        }
        self = .file(directories.inState(path))
    }

    /// - Returns: nil if there is none: the server may know this user by the operating system.
    private static func password(_ section: SettingsSection, _ credentials: Credentials) -> String? {
        do throws(CredentialError) {
            return try credentials.secret(StoreServer.credential)
        } catch {
            if !error.isMissing { section.complain("url", error.words) }
            return nil
        }
    }
}

extension PostStore {
    /// - Parameters:
    ///   - settings: a digest of those that have to agree between daemons.
    ///   - report: see `open(at:)`.
    static func open(
        _ settings: StoreSettings, boot: BootID, agreeing: @escaping @Sendable () -> String, timings: Timings,
        report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) -> PostStore {
        switch settings {
        case .file(let path):
            return try open(at: path, boot: boot, now: systemClock, timings: timings, report: report)
        case .server(let server):
            let facts = DaemonFacts(
                host: ProcessInfo.processInfo.hostName, version: GalleyVersion.text, settings: agreeing,
                clock: systemClock)
            return try open(
                server: server.url, password: server.password, media: server.media, state: server.state, boot: boot,
                facts: facts,
                timings: timings, readers: server.connections - 1, report: report)
        }
    }
}

extension Settings {
    /// A digest of what has to agree between daemons on one store. Sockets, logs and ways to the store are each machine's own.
    var agreement: String {
        let own = ["http.listen", "http.socket", "http.composer", "log.level"]
        let lines = report.filter { !own.contains($0.name) && !$0.name.hasPrefix("store.") }
            .map { "\($0.name)=\($0.value)" }
        return SHA256.hash(Array(lines.joined(separator: "\n").utf8)).hexadecimal
    }
}
