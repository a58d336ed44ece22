import Glibc
import Moving
import Posts
import Wire

/// A file with many posts: an export of WordPress or Ghost, or a feed.
struct FeedFile {
    private let path: String
    private let folder: String
    private let name: String
    private let format: ImportFormat
    private let address: String?
    private let privacy: PrivacyRules

    /// The largest file of JSON in bytes. It is read as a whole.
    private static let jsonBytesMax = 256_000_000
    private static let pieceBytes = 1 << 16

    /// - Parameters:
    ///   - address: the address of the site from which the posts come.
    ///   - privacy: which elements of a feed keep a post from the public.
    init(
        _ path: String, format: ImportFormat, address: String?, privacy: PrivacyRules
    ) throws(CommandFailure) {
        guard let found = FolderWalk.resolved(path) else {
            throw CommandFailure(
                .misused, "The file “\(path.oneLine)” cannot be read: \(systemError()). Check its name.")
        }
        var information = stat()
        guard unsafe lstat(found, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(.misused, "“\(path.oneLine)” is not a regular file. Name the exported file.")
        }
        self.path = found
        self.format = format
        self.address = address
        self.privacy = privacy
        let parts = found.split(separator: "/")
        folder = "/" + parts.dropLast().joined(separator: "/")
        name = parts.last.map(String.init) ?? ""
    }

    /// Looks for pictures in the folder of the file.
    func uploader(_ client: DaemonClient, isDryRun: Bool) -> PictureUploader {
        PictureUploader(root: folder, address: address, client: client, isDryRun: isDryRun)
    }

    func send(to sender: ImportSender, _ uploader: PictureUploader) throws {
        if format == .wordpress { sender.know(OldFeeds.wordPress.paths) }
        if format == .ghost { sender.know(OldFeeds.ghost.paths) }
        switch format {
        case .markdown: break
        case .wordpress, .rss, .atom: try sendXML(to: sender, uploader)
        case .jsonfeed, .ghost: try sendJSON(to: sender, uploader)
        }
    }

    private func sendJSON(to sender: ImportSender, _ uploader: PictureUploader) throws {
        guard let bytes = try? FolderWalk.read(path, bytesMax: FeedFile.jsonBytesMax) else {
            throw CommandFailure(.refused, "“\(path.oneLine)” is larger than 256 MB or cannot be read.")
        }
        let posts: [ReadPost]
        do {
            if format == .ghost {
                let file = try GhostFile(bytes, address: address)
                sender.adopt(zone: file.zone)
                posts = file.posts
                refuse(file.failures, "post", sender)
            } else {
                let feed = try JSONFeedFile(bytes, address: address, privacy: privacy)
                uploader.adopt(feed.address)
                posts = feed.posts
                refuse(feed.failures, "item", sender)
                for number in feed.itemsWithoutID {
                    sender.refuse(
                        "\(name):item \(number)",
                        "It has no “id”, so a later import could not recognize it. Give it one, and import again.")
                }
            }
        } catch {
            throw CommandFailure(.refused, "“\(path.oneLine)” cannot be imported. \(error.words)")
        }
        for post in posts { try add(post, to: sender, uploader) }
    }

    private func refuse(_ failures: [ItemFailure], _ item: String, _ sender: ImportSender) {
        for failure in failures {
            sender.refuse("\(name):\(item) \(failure.number)", "\(failure.words) It was not imported.")
        }
    }

    private func sendXML(to sender: ImportSender, _ uploader: PictureUploader) throws {
        var hasItems = false
        var lists = OldLists()
        func take(_ reading: ItemReading, line: Int, of site: String) throws {
            hasItems = true
            uploader.adopt(site)
            switch reading {
            case .post(let post): try add(post, to: sender, uploader)
            case .leftOut(let words): sender.leaveOut("\(name):\(line)", words)
            case .attachment(let address): tell(address, at: "\(name):\(line)", uploader, sender)
            }
        }
        func refuse(_ failure: ExportFailure) {
            sender.refuse("\(name):\(failure.line ?? 1)", "\(failure.words) Correct the file and import it again.")
        }
        do {
            if format == .atom {
                let file = try AtomFile(failed: refuse) { entry, feed in
                    let reading = AtomPosts.reading(entry, in: feed, address: address, privacy: privacy)
                    try take(reading, line: entry.line, of: feed.address)
                }
                try pieces { bytes, isLast in try file.read(bytes, isLast: isLast) }
            } else {
                let pictures = format == .wordpress ? try pictures() : WordPressPictures()
                let file = try WXRFile(failed: refuse) { item, channel in
                    if format == .wordpress { lists.add(item) }
                    let reading =
                        format == .rss
                        ? ItemReading.post(RSSPosts.post(item, in: channel, address: address, privacy: privacy))
                        : WordPressPosts.reading(item, in: channel, address: address, pictures)
                    try take(reading, line: item.line, of: channel.address)
                }
                try pieces { bytes, isLast in try file.read(bytes, isLast: isLast) }
            }
            sender.know(lists)
        } catch let failure as ExportFailure {
            // The posts read so far are imported.
            let end =
                hasItems
                ? "The posts above were imported. Correct the file and import it again."
                : "Nothing was imported."
            sender.refuse("\(name):\(failure.line ?? 1)", "\(failure.words) \(end)")
        }
    }

    /// The pictures of the whole file, which may stand behind the posts that show them.
    private func pictures() throws -> WordPressPictures {
        var pictures = WordPressPictures()
        let file = try WXRFile { item, _ in pictures.add(item) }
        // The file is read again for the posts, and an error reported then.
        do { try pieces { bytes, isLast in try file.read(bytes, isLast: isLast) } } catch is ExportFailure {}
        return pictures
    }

    /// Adds a note about an attachment whose file is missing. The other files are uploaded with the posts that show
    /// them.
    private func tell(_ address: String, at place: String, _ uploader: PictureUploader, _ sender: ImportSender) {
        guard !uploader.has(address) else { return }
        let folder = "wp-content/uploads"
        sender.note(
            place,
            "“\(address)” is not in the export, so posts still show it from there. To import it, put the folder \(folder) "
                + "of the old server beside “\(name)”.", what: "an attachment")
    }

    private func add(_ post: ReadPost, to sender: ImportSender, _ uploader: PictureUploader) throws {
        var (item, notes) = (post.item, post.notes)
        var links: [LinkReferences.Link] = []
        item.path = "\(name):\(item.path)"
        if let body = item.draft?.body {
            guard body.utf8.count <= ImportSender.postBytesMax else {
                return sender.refuse(item.path, "Its text is larger than 2.5 MB. It was not imported.")
            }
            var fingerprint = Fingerprint(item.fingerprint.utf8)
            let (text, pictures) = try uploader.collect(
                body, of: name, from: 0, embedded: post.pictures, fingerprint: &fingerprint)
            item.draft?.body = text
            item.pictures = pictures.isEmpty ? nil : pictures
            item.fingerprint = fingerprint.text
            notes += uploader.notes
            let all = LinkReferences.all(in: body).map { LinkReferences.Link(address: $0.address, line: nil) }
            let (others, files) = uploader.withoutFiles(all, of: name)
            links = others
            notes += files
        }
        try sender.add(item, notes: notes, links: links, of: uploader.address)
    }

    /// Reads the file in pieces, because it may be larger than the memory.
    private func pieces(_ take: ([UInt8], Bool) throws -> Void) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            throw CommandFailure(.misused, "“\(path.oneLine)” cannot be read: \(systemError()). Check its permissions.")
        }
        defer { close(descriptor) }
        var piece = [UInt8](repeating: 0, count: FeedFile.pieceBytes)
        while true {
            let count = unsafe Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandFailure(.refused, "“\(path.oneLine)” cannot be read: \(systemError()).")
            }
            try take(Array(piece[..<count]), count == 0)
            if count == 0 { return }
        }
    }
}
