import Moving
import Posts
import Wire

/// A folder of Markdown files in the layout of Hugo or Jekyll.
struct MarkdownFolder {
    private let walk: FolderWalk
    private let address: String?
    /// The configuration of the generator, if the folder has one.
    private let site: OldSite?
    let files: [String]
    private let privacy: PrivacyRules
    /// Whether all files are of a vault of Obsidian, whatever stands above them.
    private let isVault: Bool
    private let permalink: OldPermalink?

    /// - Parameters:
    ///   - address: the address of the site from which the posts come.
    ///   - privacy: which entries of a front matter keep a post from the public.
    ///   - isVault: whether all files are of a vault of Obsidian, whatever stands above them.
    ///   - permalink: the form of the old addresses of posts, if the author states it.
    init(
        _ path: String, address: String?, privacy: PrivacyRules, isVault: Bool, permalink: OldPermalink? = nil
    ) throws(CommandFailure) {
        walk = try FolderWalk(path)
        (self.address, self.permalink) = (address, permalink)
        (self.privacy, self.isVault) = (privacy, isVault)
        let root = walk.root
        let site = OldSite(walk.files, privacy: privacy) { MarkdownFolder.text($0, in: root) }
        self.site = site
        // A site has pages for readers, and some generators put the texts beside them.
        let output = site?.output.map { $0 + "/" }
        files = walk.files.filter { file in
            ExportedFile.post.hasEnding(of: file) && output.map { !file.hasPrefix($0) } != false
        }
    }

    private func text(_ file: String) -> String? { MarkdownFolder.text(file, in: walk.root) }

    private static func text(_ file: String, in root: String) -> String? {
        let bytes = try? FolderWalk.read(root + "/" + file, bytesMax: 1_000_000)
        return bytes.flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Whether some text refers to other posts, so that their addresses are needed.
    var hasReferences: Bool {
        var vaults = ObsidianVaults(root: walk.root)
        return files.contains { file in
            let bytes = try? FolderWalk.read(walk.root + "/" + file, bytesMax: ImportSender.postBytesMax)
            let text = String(decoding: bytes ?? [], as: UTF8.self)
            return PostReferences.occur(in: text) || (text.contains("[[") && (isVault || vaults.contain(file)))
        }
    }

    /// - Parameters:
    ///   - uploader: nil to leave pictures alone.
    ///   - addresses: of the posts, by their files.
    func send(to sender: ImportSender, _ uploader: PictureUploader?, addresses: [String: String] = [:]) throws {
        let references = PostReferences(files, addresses: addresses)
        sender.know(feeds)
        if let site { sender.know(OldLists(of: site, files, read: text)) }
        let hidden = site.map { HiddenFiles(of: $0, files, read: text) }
        let patterns = site.map { OldAddressPatterns(of: $0, files) }
        let pages = site.map { UndatedPages(of: $0, files, read: text) }
        var vaults = ObsidianVaults(root: walk.root)
        let names = ObsidianNames(walk.files)
        for (path, words) in walk.skipped { sender.leaveOut(path, words) }
        for (path, words) in unreadPosts { sender.leaveOut(path, words) }
        for (path, problem) in (site?.problems ?? [:]).sorted(by: <) {
            sender.note(
                path,
                "\(problem) Galley assumes what the generator does without this file, and knows no old addresses.",
                what: "an unread configuration")
        }
        for file in files {
            let bytes: [UInt8]
            do {
                bytes =
                    headBeside(file)
                    + (try FolderWalk.read(walk.root + "/" + file, bytesMax: ImportSender.postBytesMax))
            } catch {
                sender.refuse(file, "\(MarkdownFolder.words(error)) It was not imported.")
                continue
            }
            guard let written = String(validating: bytes, as: UTF8.self) else {
                sender.refuse(file, "It is not in UTF-8. It was not imported.", line: MarkdownFolder.brokenLine(bytes))
                continue
            }
            var fingerprint = Fingerprint(bytes)
            let start = MarkdownFolder.bodyStart(bytes)
            let isVault = isVault || vaults.contain(file)
            let read = MarkdownText(written, of: file, from: start, isVault: isVault, names) { addresses[$0] }
            func address(_ reference: String) -> String? { references.address(of: reference, in: file) }
            let resolved = Shortcodes.resolved(in: read.text, from: start, address: address)
            let linked = LinkReferences.resolvingFiles(in: resolved.text, from: start, address)
            var links = read.links.filter { !LinkReferences.namesFile($0.address) || address($0.address) == nil }
            var notes = read.notes
            var item = ImportItemBody(source: source(of: file), fingerprint: "", path: file)
            (item.privateNotes, item.tags) = (read.privateNotes, read.tags.isEmpty ? nil : read.tags)
            for change in read.changes { fingerprint.add(change.utf8) }
            item.markdown = linked
            item.oldAddress = patterns?.pattern(of: file, text: written)
            if let defaults = site?.frontMatter(of: file), !defaults.isEmpty {
                item.defaults = defaults
                fingerprint.add("\(defaults.sorted { $0.key < $1.key })".utf8)
            }
            if let permalink { fingerprint.add("old permalink \(permalink.text)".utf8) }
            if !isVault, pages?.contains(file) == true {
                item.isPage = true
                fingerprint.add("page".utf8)
            }
            if hidden?.contains(file, text: written) == true {
                item.isPublished = false
                fingerprint.add("hidden".utf8)
            }
            if let uploader {
                let (body, pictures) = try uploader.collect(linked, of: file, from: start, fingerprint: &fingerprint)
                item.markdown = body
                item.pictures = pictures.isEmpty ? nil : pictures
                let (others, files) = uploader.withoutFiles(links, of: file)
                links = others
                notes += uploader.notes + files
            }
            item.fingerprint = fingerprint.text
            try sender.add(
                item, notes: notes, links: links, of: self.address ?? site?.address,
                group: MarkdownFolder.group(of: file), lines: resolved.lines.after(read.lines))
        }
    }

    /// The head of a post of Nikola in a file of its own, with an empty line; else nothing.
    private func headBeside(_ file: String) -> [UInt8] {
        guard site?.generator == .nikola, let dot = file.lastIndex(of: "."),
            let head = text(String(file[..<dot]) + ".meta"), head.hasPrefix(".. ")
        else { return [] }
        return Array((head.trimmed + "\n\n").utf8)
    }

    /// Texts in formats that Galley does not read, with the reason.
    private var unreadPosts: [(path: String, words: String)] {
        walk.files.compactMap { file in
            guard let ending = MarkdownFolder.unread.first(where: { file.lowercased().hasSuffix($0) }) else {
                return nil
            }
            let isHTML = ending == ".html"
            // A page of HTML without front matter is a file like a picture.
            guard !isHTML || hasFence(file) else { return nil }
            let words = isHTML ? "It is a post or a template in HTML" : "It is a text in another format (\(ending))"
            return (file, "\(words), and was not imported. “pandoc -t gfm” converts it to Markdown; import that.")
        }
    }

    private static let unread = [".org", ".adoc", ".asciidoc", ".rst", ".textile", ".rmd", ".ipynb", ".html"]

    private func hasFence(_ file: String) -> Bool {
        let bytes = try? FolderWalk.read(walk.root + "/" + file, bytesMax: ImportSender.postBytesMax)
        return bytes?.starts(with: "---".utf8) == true || bytes?.starts(with: "+++".utf8) == true
    }

    func uploader(_ client: DaemonClient, isDryRun: Bool) -> PictureUploader {
        PictureUploader(root: walk.root, address: address ?? site?.address, client: client, isDryRun: isDryRun)
    }

    /// The source is named by the site's address, else by the path of the folder, because two blogs may each have an
    /// `about.md`.
    private func source(of file: String) -> String {
        "\(address ?? "file://" + walk.root)/\(file)".boundedSource
    }

    /// `hello.md` and `hello.pt.md` are one post in two languages.
    private static func group(of file: String) -> String {
        let start = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
        return String(file[..<(file[start...].firstIndex(of: ".") ?? file.endIndex)])
    }

    /// The language of files that name none, as the settings of Hugo or Zola state it.
    var language: String? { site?.language }

    /// The program that made the blog, if the folder has its configuration.
    var generator: String? { site?.generator.rawValue }

    /// Where the blog had its feed, as far as known.
    var feeds: [FeedPath] { site?.feeds(of: files).paths ?? [] }

    /// The address of the blog, if its feed has the ids that its generator makes of it.
    var feedAddress: String? { site?.hasOwnFeedIDs == true ? address ?? site?.address : nil }

    /// The folder of each language in its addresses.
    var languageFolders: [String: String]? { site?.languageFolders }

    /// The zone of dates without one, as the settings of Hugo or Jekyll state it, if this machine knows it.
    var zone: String? { site?.zone?.knownZone }

    private static func words(_ failure: FolderWalk.Unread) -> String {
        switch failure {
        case .tooLarge: "It is larger than 2.5 MB."
        case .noPlainFile: "It is not a regular file."
        case .refused(let reason): "It cannot be read: \(reason)."
        }
    }

    private static func brokenLine(_ bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }

    /// The start of the text after the front matter, in which pictures are not replaced.
    static func bodyStart(_ bytes: [UInt8]) -> Int {
        let closings = ["---": ["---", "..."], "+++": ["+++"]].reduce(into: [[UInt8]: [[UInt8]]]()) {
            $0[Array($1.key.utf8)] = $1.value.map { Array($0.utf8) }
        }
        func line(at start: Int) -> [UInt8] {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            return Array(bytes[start..<(bytes[start..<end].lastIndex { $0 > 0x20 } ?? start - 1) + 1])
        }
        let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let closing = closings[line(at: first)] else { return 0 }
        var position = first
        while let end = bytes[position...].firstIndex(of: 0x0A) {
            position = end + 1
            if closing.contains(line(at: position)) { return position }
        }
        return 0
    }
}

extension String {
    /// The name of a zone in the settings of another program, if this machine knows it.
    var knownZone: String? {
        guard let name = try? ZoneName(self) else { return nil }
        return Zone(fixed: name) != nil || FolderWalk.resolved("/usr/share/zoneinfo/\(name)") != nil ? self : nil
    }
}
