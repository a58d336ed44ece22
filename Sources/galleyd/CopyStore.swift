import ArgumentParser
import FoundationEssentials
import JSONTree
import OpenMetrics
import PostStore
import Posts
import Wire

/// The implementation of `galley store copy`.
struct CopyStore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy-store", abstract: "Copy the store to a database or a file while the daemon is stopped.")
    @OptionGroup var options: SettingsOptions
    @Option(help: "The address of an empty database, or the path of a new file.") var to: String
    @Option(help: "The folder of the copy's pictures.", completion: .directory) var media: String?
    @Flag(help: "Print JSON for programs: one object.") var json = false

    func run() async throws {
        do {
            let source = try StoreSettings.found(by: options.config)
            if case .file(let path) = source, !isThere(path) {
                throw StoreError.refused("There is no store \(path). “--config” names other settings.")
            }
            let place = try target()
            let store = try PostStore.open(
                source, boot: BootID("copy \(Components.newWord())"), agreeing: { "" }, timings: Metrics().commits
            ) { complain($0) }
            defer { store.close() }
            try await takeOver(store)
            let report = try store.copy(to: place, media: media.map(absolute)) { line in
                if !json { complain(line) }
            }
            if json { return print(try JSONCoding.text(Body(report, to: shownTarget))) }
            print(words(report), terminator: "")
        } catch {
            if json {
                complain(as: ProblemBody("refused", "\(error)", status: 422))
            } else {
                complain("\(error)")
            }
            throw ExitCode(after: error)
        }
    }

    /// A daemon that was killed has not said that it has ended.
    private func takeOver(_ store: PostStore) async throws {
        let start = ContinuousClock.now
        while case .heldBy(let daemon) = try await store.takeOver() {
            guard ContinuousClock.now - start < CopyStore.patience else {
                throw StoreError.refused(
                    "The galleyd on \(daemon?.host ?? "another machine") works with the store. Stop all of them, then try again."
                )
            }
            try await Task.sleep(for: .seconds(1))
        }
    }

    private static let patience = Duration.seconds(20)

    private var shownTarget: String { to.contains("://") ? to : absolute(to) }
    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func target() throws -> CopyPlace {
        guard to.contains("://") else {
            guard media == nil else {
                throw StoreError.refused("A store in a file has its pictures beside it. Leave out --media.")
            }
            return .file(absolute(to))
        }
        return .server(url: to, password: try StoreSettings.passwordOfServer())
    }

    private func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    private func words(_ report: CopyReport) -> String {
        var lines = [
            "Copied     \(counted(report.posts, "post")), \(counted(report.deliveries, "delivery", "deliveries")); "
                + "\(counted(report.rows, "row")) in all, the same in both.",
            "Pictures   "
                + (report.pictures == 0
                    ? "stay in \(report.media)" : "\(counted(report.pictures, "file")) copied to \(report.media)")
                + (report.missingPictures == 0
                    ? "." : "; \(counted(report.missingPictures, "file is", "files are")) missing."),
        ]
        if to.contains("://") {
            lines.append("Next       write this under [store] in galley.toml, in place of “path”, then start galleyd:")
            lines.append("             url = \"\(to)\"")
            lines.append("             media = \"\(report.media)\"")
            lines.append(
                "           At that start Galley looks before it sends what was due since, and all users sign in again."
            )
        } else {
            lines.append(
                "Next       write path = \"\(shownTarget)\" under [store] in galley.toml, in place of “url”, then start galleyd."
            )
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private struct Body: Encodable {
        let to: String
        let rows, posts, deliveries, pictures, missingPictures: Int
        let media: String

        init(_ report: CopyReport, to: String) {
            self.to = to
            (rows, posts, deliveries) = (report.rows, report.posts, report.deliveries)
            (pictures, missingPictures, media) = (report.pictures, report.missingPictures, report.media)
        }
    }
}
