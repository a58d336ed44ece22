import ArgumentParser
import Moving
import Posts
import Wire

/// The formats that Galley exports.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
    case markdown, wordpress, jsonfeed
}

struct Export: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write your posts to files for other programs.",
        discussion: """
            markdown: a folder with a file for each post. An imported post gets its own file back, with its keys, \
            comments, order and line endings; only what you changed in Galley differs, and a date that was read in another \
            zone than the desk's names its zone.
            wordpress: a file that WordPress imports (WXR). jsonfeed: a JSON Feed 1.1. Both hold the texts as HTML, \
            and Galley's own record of each post, so that `galley import` can restore it completely; pictures go into \
            a folder beside the file.

            Examples:
              galley export markdown ~/posts
              galley export markdown ~/blog --replace && git -C ~/blog diff
            """)

    @Argument(help: "markdown, wordpress or jsonfeed.") var format: ExportFormat

    @Argument(help: "The folder, or the file.", completion: .file()) var path: String

    @Flag(help: "Overwrite files that differ.") var replace = false

    @Option(help: ArgumentHelp("For administrators: another user's posts, such as --owner bo.", valueName: "name"))
    var owner: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        guard path != "-" else {
            throw ValidationError("An export has pictures beside it: name a file, not standard output.")
        }
    }

    func run(_ client: DaemonClient, _ output: Output) throws {
        do { try write(client, output) } catch let error as UnwritableName {
            // Of the one file that the author named, or of its folder with pictures.
            throw CommandFailure(.refused, error.words)
        }
    }

    private func write(_ client: DaemonClient, _ output: Output) throws {
        switch format {
        case .markdown:
            let folder = ExportFolder(path, mayReplace: replace, client: client, owner: owner)
            var count = 0
            try client.pages(DaemonCall(API.listExports).asking(ExportsQuery(owner: owner))) { page in
                for item in page.items { try write(item, to: folder) }
                folder.leaveNotes(of: page.items)
                count += page.items.count
                return true
            }
            try folder.report(count, output)
        case .wordpress:
            var writer = WordPressWriter()
            try writeFile(client, output, head: writer.head, foot: writer.foot, divider: "") {
                try writer.item($0, markdown: $1, html: $2)
            }
        case .jsonfeed:
            let writer = JSONFeedWriter()
            try writeFile(client, output, head: writer.head, foot: writer.foot, divider: ",\n") {
                try writer.item($0, markdown: $1, html: $2)
            }
        }
    }

    /// Writes all posts to one file, and their pictures to a folder next to it.
    private func writeFile(
        _ client: DaemonClient, _ output: Output, head: String, foot: String, divider: String,
        _ item: (ExportedPostBody, _ markdown: String, _ html: String) throws -> String
    ) throws {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, !name.isEmpty else {
            throw ValidationError("Name the file to write.")
        }
        let folder = ExportFolder(
            parts.count > 1 ? parts.dropLast().joined(separator: "/") : ".", mayReplace: replace, client: client,
            owner: owner)
        var (text, count) = (head, 0)
        try client.pages(DaemonCall(API.listExports).asking(ExportsQuery(html: true, owner: owner))) { page in
            for post in page.items {
                let names = try pictures(of: post, in: "\(name).files", folder)
                func restored(_ text: String) -> String {
                    PictureReferences.restoring(in: text, [], others: { names[$0] ?? $0 })
                }
                let written = try item(post, restored(post.post.body), restored(post.html ?? ""))
                text += (count == 0 ? "" : divider) + written
                count += 1
            }
            folder.leaveNotes(of: page.items)
            return true
        }
        try folder.write(Array((text + foot).utf8), to: String(name))
        try folder.report(count, output)
    }

    private func pictures(
        of post: ExportedPostBody, in place: String, _ folder: ExportFolder
    ) throws -> [String: String] {
        var names: [String: String] = [:]
        for media in PictureReferences.media(in: post.post.body) {
            names[media] = try folder.picture(
                media, at: "\(place)/\(media.dropFirst("media:".count))", needsEnding: true)
        }
        return names
    }

    /// Writes a post with its pictures. What has a name that cannot be used is reported, and the others go on.
    private func write(_ item: ExportedPostBody, to folder: ExportFolder) throws {
        do {
            try ExportedFile.post.check(item.path)
            try write(item, at: folder.free(item.path, id: item.post.id), in: folder)
        } catch let error as ExportedFileError {
            folder.leaveOut(item.path, of: item.post, error.description)
        } catch let error as UnwritableName {
            folder.leaveOut(item.path, of: item.post, error.words)
        }
    }

    private func write(_ item: ExportedPostBody, at path: String, in folder: ExportFolder) throws {
        let named = try item.pictures.filter { try write($0, of: item.post, to: folder) }
        let place = path.split(separator: "/").dropLast().joined(separator: "/")
        var others: [String: String] = [:]
        for media in PictureReferences.media(in: item.markdown) where !named.contains(where: { $0.media == media }) {
            let name = (place.isEmpty ? "" : place + "/") + "media/" + media.dropFirst("media:".count)
            guard let file = try folder.picture(media, at: name, needsEnding: true) else { continue }
            others[media] = String(file.dropFirst(place.isEmpty ? 0 : place.count + 1))
        }
        let text = PictureReferences.restoring(
            in: item.markdown, named.map { ($0.reference, $0.media) }, others: { others[$0] ?? $0 })
        try folder.write(Array(text.utf8), to: path)
    }

    /// - Returns: whether the picture has the name that its post knows; otherwise the post gets another one.
    private func write(_ picture: ImportPictureBody, of post: PostBody, to folder: ExportFolder) throws -> Bool {
        let instead = "Its picture is in “media” beside the post instead."
        do {
            try ExportedFile.picture.check(picture.file)
            _ = try folder.picture(picture.media, at: picture.file)
            return true
        } catch let error as ExportedFileError {
            folder.leaveOut(picture.file, of: post, error.description, instead: instead)
        } catch let error as UnwritableName {
            folder.leaveOut(picture.file, of: post, error.words, instead: instead)
        }
        return false
    }
}
