import ArgumentParser
import Glibc
import Posts
import Wire

struct MediaList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the pictures, newest first.",
        discussion: """
            Examples:
              galley media list
              galley media list --limit 0 --json
            """)

    @OptionGroup var length: LengthOptions

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let none = "No pictures. `galley media add FILE` adds one."
        try length.show(DaemonCall(API.listMedia), from: client, on: output, none: none) {
            Self.table($0, output)
        }
    }

    static func table(_ pictures: [MediaBody], _ output: Output) -> String {
        output.table(pictures, "PICTURE", "SIZE", "BYTES", "FILE", "SHOWS", "USED BY", flexible: "SHOWS") { picture in
            [
                .init(picture.id, .strong), .init(picture.shape), .init(picture.weight), .init(picture.name, .faint),
                picture.alt.isEmpty ? .init("(no alternative text)", .faint) : .init(picture.alt),
                .init(picture.usesText, .faint),
            ]
        }
    }
}

struct MediaShow: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a picture's details, and what uses it.",
        discussion: """
            Examples:
              galley media show 3f2a
              galley media show 3f2a --file > picture.jpg
            """)
    @Argument(help: "The picture: its id or the start of its id.") var media: String
    @Flag(help: "Write the picture's bytes to standard output.") var file = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        if file {
            guard output.width == nil else {
                throw CommandFailure(
                    .misused, "A terminal cannot show a picture's bytes. Write them to a file: --file > picture.jpg")
            }
            return write(try client.bytes(DaemonCall(API.showMediaFile, media)), to: .results)
        }
        let found = try client.send(DaemonCall(API.showMedia, media))
        try output.show(found) { $0.facts(on: output) }
    }
}

struct MediaPrune: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Remove unused pictures.",
        discussion: """
            Pictures that a post, an older revision or a prepared delivery uses stay. Pictures of the last day stay \
            too, since you may be about to use them.

            Examples:
              galley media prune --dry-run
              galley media prune
            """)
    @Flag(help: "Only list what would be removed.") var dryRun = false
    @Flag(help: "Also remove unused pictures of the last day.") var recent = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let unused = try client.all(DaemonCall(API.listMedia)).filter {
            $0.isUnused && (recent || isOld($0))
        }
        if !dryRun { for picture in unused { try client.send(DaemonCall(API.removeMedia, picture.id)) } }
        let none = "Every picture is in use\(recent ? "" : ", or was added within the last day")."
        try output.show(all: unused, none: none) { MediaList.table($0, output) }
        guard !unused.isEmpty else { return }
        let count = counted(unused.count, "picture")
        remark(dryRun ? "\(count) would be removed." : "\(count) removed.")
    }

    private func isOld(_ picture: MediaBody) -> Bool {
        guard let added = try? RFC3339.instant(picture.createdAt) else { return false }
        return Instant(seconds: Int64(time(nil))) - added > .days(1)
    }
}
