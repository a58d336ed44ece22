import ArgumentParser
import Wire

/// What posts are moved in and out as.
enum MovingFormat: String, ExpressibleByArgument, CaseIterable {
    case markdown, wordpress, jsonfeed
}

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take in posts of Hugo, Jekyll, WordPress, JSON Feed.",
        discussion: """
            markdown: a folder, with everything below it. Dates in file names, drafts, bundles with their pictures, \
            categories and old addresses are understood.
            wordpress: the file that WordPress exports (Tools, Export). Texts become Markdown.
            jsonfeed: the file of a JSON Feed, version 1 or 1.1.

            What was published is published here, on your sites only: nothing is sent to any other target unless --to \
            names it. To repeat an import does no harm: what is known makes no second post, what has changed there is \
            taken over, and what was edited here stays.

            Examples:
              galley import markdown ~/blog --dry-run
              galley import markdown ~/blog
              galley import wordpress export.xml --from-address https://old.example.org
            """)

    @Argument(help: "markdown, wordpress or jsonfeed.") var format: MovingFormat

    @Argument(help: "The folder, or the file.", completion: .file()) var path: String

    @Flag(help: "Say what would happen, and change nothing.") var dryRun = false

    @Option(help: "Where what is published goes, such as --to blog; may be repeated. Default: every site.")
    var to: [String] = []

    @Option(
        help: ArgumentHelp(
            "The address that the posts come from, such as --from-address https://old.example.org.",
            discussion: "By it they are known again wherever the files lie, and their pictures are found.",
            valueName: "address"))
    var fromAddress: String?

    @Option(
        help: ArgumentHelp(
            "For dates without a zone, such as --zone Europe/Lisbon. Default: the desk's.", valueName: "name"))
    var zone: String?

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func validate() throws {
        if let fromAddress, !fromAddress.hasPrefix("https://"), !fromAddress.hasPrefix("http://") {
            throw ValidationError("Found “\(fromAddress)”. The address begins with https:// or http://.")
        }
    }

    func run() throws {
        let (client, output) = (try desk.client(), desk.output)
        let wish = ImportBody(
            format: format.rawValue, items: [], to: to.isEmpty ? nil : to, isDryRun: dryRun, zone: zone)
        let (report, pictures) = try send(wish, client, isSilent: output.isJSON)
        try output.show(all: report.results) { _ in
            report.text(output.style, isDryRun: dryRun, pictures: pictures)
        }
        guard report.refused == 0 else {
            let count = "\(report.refused) \(report.refused == 1 ? "was" : "were")"
            throw Complaint(.refused, "\(count) not imported; the report says why.")
        }
    }

    private func send(
        _ wish: ImportBody, _ client: DeskClient, isSilent: Bool
    ) throws -> (report: ImportReport, pictures: Int) {
        let address = fromAddress.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        switch format {
        case .markdown:
            let folder = try MarkdownFolder(path, address: address)
            let progress = ProgressLine(total: folder.files.count, isSilent: isSilent)
            let sender = ImportSender(client, wish, progress)
            let tray = folder.tray(dryRun ? nil : client)
            try folder.send(to: sender, tray)
            return (try sender.finish(), tray.count)
        case .wordpress, .jsonfeed:
            let file = try FeedFile(path, format: format, address: address)
            let sender = ImportSender(client, wish, ProgressLine(total: nil, isSilent: isSilent))
            let tray = file.tray(dryRun ? nil : client)
            try file.send(to: sender, tray)
            return (try sender.finish(), tray.count)
        }
    }
}
