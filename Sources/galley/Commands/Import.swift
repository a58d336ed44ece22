import ArgumentParser
import Posts
import Wire

/// The formats that Galley imports.
enum ImportFormat: String, ExpressibleByArgument, CaseIterable {
    case markdown, wordpress, ghost, atom, rss, jsonfeed

    /// Programs whose blogs are folders of Markdown. Galley tells them by their files, so that their names only help to
    /// find the command.
    private static let generators = ["hugo", "jekyll", "zola", "eleventy", "pelican", "nikola", "hexo"]

    init?(argument: String) {
        self.init(rawValue: ImportFormat.generators.contains(argument) ? ImportFormat.markdown.rawValue : argument)
    }

    static var allValueStrings: [String] { allCases.map(\.rawValue) + generators }
}

struct Import: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import posts from Hugo, Jekyll, WordPress, Ghost or a feed.",
        discussion: """
            markdown (or hugo, jekyll, zola, eleventy, pelican, nikola, hexo, which mean the same): a folder, with everything \
            below it. Galley understands dates in file names, drafts, bundles with \
            their pictures, categories, the common shortcodes of Hugo, Jekyll and Zola, and old addresses.
            wordpress: the file that WordPress exports (Tools, Export). HTML becomes Markdown.
            ghost: the JSON file that Ghost exports (Settings, Migration tools, Export).
            atom, rss, jsonfeed: the file of a feed. A feed holds only its newest posts, and some hold no full texts.

            Published posts are published here too, but only on your sites: nothing goes to another target unless --to \
            names it. Importing again is safe: known posts are not duplicated, changes in the source are taken over, \
            and posts that you edited in Galley stay as they are.

            A post that its file does not show to everyone becomes a draft: by draft, published, private, status, \
            visibility, password or the like, in any spelling, with any value that does not say “public”; also by an \
            unknown key that looks like these. Comments of an Obsidian vault never reach readers.

            Examples:
              galley import markdown ~/blog --dry-run
              galley import markdown ~/blog
              galley import wordpress export.xml --from-address https://old.example.org
            """)

    @Argument(help: "markdown, wordpress, ghost, atom, rss or jsonfeed; or hugo, jekyll and the like for markdown.")
    var format: ImportFormat

    @Argument(help: "The folder, or the file.", completion: .file()) var path: String

    @Flag(help: "Print the report of the import, and change nothing.") var dryRun = false

    @Flag(help: "Print every note of the report. Otherwise, of many alike the first three are shown.") var verbose =
        false

    @Option(
        help: "The targets for published posts, such as --to blog; repeatable. Default: every site.",
        completion: .targets)
    var to: [String] = []

    @Option(
        help: ArgumentHelp(
            "The address that the posts come from, such as --from-address https://old.example.org.",
            discussion: "Galley uses it to recognise the posts and to find their pictures, wherever the files are.",
            valueName: "address"))
    var fromAddress: String?

    @Option(
        help: ArgumentHelp(
            "A key that says nothing about who may see a post, such as --public-key searchHidden; repeatable.",
            discussion: """
                Without it, a post with such a key in its front matter becomes a draft, because the key looks like \
                “private” or “draft”. The report counts these posts by key.
                """,
            valueName: "key"))
    var publicKey: [String] = []

    @Flag(
        help: ArgumentHelp(
            "The files are notes of Obsidian: comments (%%…%%) go to the private notes of the posts.",
            discussion: "Galley assumes it where a folder .obsidian stands beside the files or above them."))
    var obsidian = false

    @Option(
        help: ArgumentHelp(
            "Where markdown posts were on the old site, such as --old-permalink /web/:slug/.",
            discussion: """
                Galley knows it for Hugo, Jekyll, Zola and Hexo. For others, the report counts posts whose old address is \
                unknown. Placeholders: :year, :month, :day, :slug, :title, :name and :filename (of the file, without and \
                with its date), :section and :sections (its first folder, and all).
                """,
            valueName: "pattern"))
    var oldPermalink: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "For dates without a zone, such as --zone Europe/Lisbon. Default: that of the blog's configuration, else the desk's.",
            discussion: """
                An offset from UTC is a zone, too: --zone +05:30. \
                A date with an offset keeps the day that is written. Jekyll, Hexo and Ghost show all dates by the clocks of the \
                site; so does Galley if their zone is known. Feeds write most times in UTC, which is converted.
                """,
            valueName: "name"))
    var zone: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        if let fromAddress, !fromAddress.hasPrefix("https://"), !fromAddress.hasPrefix("http://") {
            throw ValidationError("Found “\(fromAddress)”. The address begins with https:// or http://.")
        }
        if let key = publicKey.first(where: PrivacyRules.alwaysCounts) {
            throw ValidationError("“\(key)” always says whether a post is public. Change it in the files.")
        }
        if obsidian, format != .markdown { throw ValidationError("--obsidian is for markdown.") }
        if oldPermalink != nil, format != .markdown { throw ValidationError("--old-permalink is for markdown.") }
        do throws(OldPermalinkError) { _ = try permalink } catch { throw ValidationError(error.description) }
    }

    private var permalink: OldPermalink? {
        get throws(OldPermalinkError) { if let oldPermalink { try OldPermalink(oldPermalink) } else { nil } }
    }

    func run(_ client: DaemonClient, _ output: Output) throws {
        var wish = ImportBody(
            format: format.rawValue, items: [], to: to.isEmpty ? nil : to, isDryRun: dryRun, zone: zone)
        wish.publicKeys = publicKey.isEmpty ? nil : publicKey
        let (report, pictures) = try send(wish, client, isSilent: output.isJSON)
        try output.show(all: report.results) { _ in
            report.text(output.style, isDryRun: dryRun, pictures: pictures, isVerbose: verbose)
        }
        guard report.refused == 0 else {
            let count = counted(report.refused, "was", "were")
            throw CommandFailure(.refused, "\(count) not imported; see the report above.")
        }
    }

    private func send(
        _ wish: ImportBody, _ client: DaemonClient, isSilent: Bool
    ) throws -> (report: ImportReport, pictures: Int) {
        let address = fromAddress.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        let privacy = PrivacyRules(publicKeys: publicKey)
        switch format {
        case .markdown:
            let folder = try MarkdownFolder(
                path, address: address, privacy: privacy, isVault: obsidian, permalink: permalink)
            let uploader = folder.uploader(client, isDryRun: dryRun)
            var wish = wish
            (wish.language, wish.oldPermalink) = (folder.language, oldPermalink)
            (wish.generator, wish.languageFolders) = (folder.generator, folder.languageFolders)
            wish.feedAddress = folder.feedAddress
            wish.zone = wish.zone ?? folder.zone
            let addresses = try addresses(in: folder, wish, client)
            let progress = ProgressLine(total: folder.files.count, isSilent: isSilent)
            let sender = ImportSender(client, wish, progress) { uploader.checked[$0] }
            try folder.send(to: sender, uploader, addresses: addresses)
            return (try sender.finish(), uploader.count)
        case .wordpress, .ghost, .atom, .rss, .jsonfeed:
            let file = try FeedFile(path, format: format, address: address, privacy: privacy)
            let uploader = file.uploader(client, isDryRun: dryRun)
            let progress = ProgressLine(total: nil, isSilent: isSilent)
            let sender = ImportSender(client, wish, progress) { uploader.checked[$0] }
            try file.send(to: sender, uploader)
            return (try sender.finish(), uploader.count)
        }
    }

    /// The addresses that the posts will have, by their files, if some text refers to them: a dry run tells.
    private func addresses(
        in folder: MarkdownFolder, _ wish: ImportBody, _ client: DaemonClient
    ) throws -> [String: String] {
        guard folder.hasReferences else { return [:] }
        var wish = wish
        (wish.isDryRun, wish.wantsAddresses) = (true, true)
        let sender = ImportSender(client, wish, ProgressLine(total: nil, isSilent: true))
        try folder.send(to: sender, nil)
        _ = try sender.finish()
        return sender.addresses
    }
}
