import ArgumentParser
import FoundationEssentials
import Glibc
import JSONTree
import PostStore
import Posts
import Wire

/// The implementation of `galley restore`: only the daemon's program knows where the store is and how to open it.
struct RestoreStore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a backup while the daemon is stopped.")
    @OptionGroup var options: SettingsOptions
    @Argument(help: "The backup's file.", completion: .file()) var file: String
    @Flag(help: "Check the backup and report what would happen; change nothing.") var dryRun = false
    @Option(help: "The store to restore into. Default: the one that the settings name.", completion: .file())
    var store: String?
    @Flag(help: "Print JSON for programs: one object.") var json = false

    func run() throws {
        do {
            let place = try store.map { StoreSettings.file($0) } ?? foundStore()
            let report: RestoreReport
            switch place {
            case .file(let path):
                report = try Restoration(of: file, to: path, now: systemClock()).run(isTrial: dryRun)
            case .server(let server):
                report = try Restoration(of: file, to: server.state + "/galley.db", now: systemClock()).run(
                    intoServer: server.url, password: server.password, media: server.media, isTrial: dryRun)
            }
            let words = RestoreWords(
                report: report, file: file, isTrial: dryRun,
                isService: place.ownPaths.contains { $0.hasPrefix("/var/lib/") })
            print(json ? try words.json : words.text, terminator: "")
        } catch {
            let words = "\(error)\(next(after: error))"
            if json { complain(as: ProblemBody("refused", words, status: 422)) } else { complain(words) }
            throw ExitCode(after: error)
        }
    }

    /// If the service's socket stays open, the next request from a browser window starts the daemon again.
    private func next(after error: any Error) -> String {
        guard case .inUse(let path, _)? = error as? StoreError, path.hasPrefix("/var/lib/") else { return "" }
        return " Next: systemctl stop galleyd.socket galleyd"
    }

    private func foundStore() throws -> StoreSettings { try StoreSettings.found(by: options.config) }
}

/// The report of a restore.
struct RestoreWords {
    let report: RestoreReport
    let file: String
    let isTrial: Bool
    /// Whether a systemd service uses the store.
    let isService: Bool

    private var madeAt: String { RFC3339.text(report.madeAt, offset: .zero) }
    /// Without fractions of a second, for people.
    private var second: String { RFC3339.text(Instant(seconds: report.madeAt.seconds), offset: .zero) }

    var text: String {
        let bad = report.badPictures.count
        let verdict = bad == 0 ? "complete and intact" : "intact except for \(counted(bad, "picture"))"
        let facts = "a backup of \(second), made by Galley \(report.version); \(verdict)."
        var lines = [line("Backup", "\(file): \(facts)")]
        let counts = [
            counted(report.posts, "post"), counted(report.deliveries, "delivery", "deliveries"),
            counted(report.pictures, "picture"),
        ].joined(separator: ", ")
        lines.append(line(isTrial ? "Would put" : "Restored", counts + "."))
        if let kept = report.kept { lines.append(line("Before", "The old store is kept in \(kept).")) }
        if report.doubtful > 0 {
            let found = counted(report.doubtful, "delivery", "deliveries")
            lines.append(
                line(
                    "Doubt",
                    "\(found) may have been sent after the backup. Galley checks before it sends any of them, "
                        + "and asks where it cannot find out."))
        }
        if report.waiting > 0 {
            let found = counted(report.waiting, "delivery", "deliveries")
            lines.append(line("Waiting", "\(found) for later, as planned when the backup was made."))
        }
        if report.tokens > 0 {
            let found = counted(report.tokens, "token is valid as it was", "tokens are valid as they were")
            lines.append(line("Tokens", "\(found) then. Revoke again those that you revoked since."))
        }
        lines.append(line("Browsers", "All users must sign in again."))
        if bad > 0 {
            let found = counted(bad, "picture is", "pictures are")
            lines.append(
                line(
                    "Pictures",
                    "\(found) missing from the backup or damaged in it. After the restore, galley doctor gives names; "
                        + "galley media add repairs with the original."))
        }
        let next =
            isTrial
            ? "run the same without --dry-run; nothing has changed so far"
            : isService ? "systemctl start galleyd, then galley queue" : "start galleyd, then galley queue"
        lines.append(line("Next", next))
        return lines.joined()
    }

    private func line(_ name: String, _ words: String) -> String {
        name + String(repeating: " ", count: max(1, 11 - name.count)) + words + "\n"
    }

    var json: String {
        get throws {
            let body = Body(
                file: file, madeAt: madeAt, version: report.version, posts: report.posts,
                deliveries: report.deliveries, pictures: report.pictures, doubtful: report.doubtful,
                waiting: report.waiting, badPictures: report.badPictures, kept: report.kept, isTrial: isTrial)
            return try JSONCoding.text(body) + "\n"
        }
    }

    private struct Body: Encodable {
        let file, madeAt, version: String
        let posts, deliveries, pictures, doubtful, waiting: Int
        let badPictures: [String]
        let kept: String?
        let isTrial: Bool
    }
}
