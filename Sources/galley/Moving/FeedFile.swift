import Glibc
import Moving
import Wire

/// A file with many posts: a WordPress export or a JSON Feed.
struct FeedFile {
    private let path: String
    private let folder: String
    private let name: String
    private let format: MovingFormat
    private let address: String?

    /// The largest JSON Feed in bytes. A feed is read as a whole.
    private static let feedBytesMax = 256_000_000
    private static let pieceBytes = 1 << 16

    /// - Parameter address: the address of the site from which the posts come.
    init(_ path: String, format: MovingFormat, address: String?) throws(CommandFailure) {
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
        let parts = found.split(separator: "/")
        folder = "/" + parts.dropLast().joined(separator: "/")
        name = parts.last.map(String.init) ?? ""
    }

    /// Looks for pictures in the folder of the file.
    func tray(_ client: DaemonClient?) -> PictureTray { PictureTray(root: folder, address: address, client: client) }

    func send(to sender: ImportSender, _ tray: PictureTray) throws {
        switch format {
        case .markdown: break
        case .wordpress: try sendWordPress(to: sender, tray)
        case .jsonfeed: try sendFeed(to: sender, tray)
        }
    }

    private func sendFeed(to sender: ImportSender, _ tray: PictureTray) throws {
        guard let bytes = try? FolderWalk.read(path, bytesMax: FeedFile.feedBytesMax) else {
            throw CommandFailure(.refused, "“\(path.oneLine)” is larger than 256 MB or cannot be read.")
        }
        let feed: JSONFeedFile
        do {
            feed = try JSONFeedFile(bytes, address: address)
        } catch {
            throw CommandFailure(.refused, "“\(path.oneLine)” cannot be imported. \(error.words)")
        }
        tray.answer(for: feed.address)
        for post in feed.posts { try add(post, to: sender, tray) }
    }

    private func sendWordPress(to sender: ImportSender, _ tray: PictureTray) throws {
        var hasItems = false
        let file = try WXRFile { item, channel in
            hasItems = true
            tray.answer(for: channel.address)
            switch WordPressPosts.reading(item, in: channel, address: address) {
            case .post(let post): try add(post, to: sender, tray)
            case .leftOut(let words): sender.leaveOut(place(item), words)
            case .attachment(let address): tell(address, at: place(item), tray, sender)
            }
        }
        do {
            try pieces { bytes, isLast in try file.read(bytes, isLast: isLast) }
        } catch let failure as WXRFile.Failure {
            // The posts read so far are imported.
            let end =
                hasItems
                ? "The posts above were imported. Correct the file and import it again."
                : "Nothing was imported."
            sender.refuse("\(name):\(failure.line)", "\(failure.words) \(end)")
        }
    }

    private func place(_ item: WXRItem) -> String { "\(name):\(item.line)" }

    /// Adds a note about an attachment whose file is missing. The other files are uploaded with the posts that show
    /// them.
    private func tell(_ address: String, at place: String, _ tray: PictureTray, _ sender: ImportSender) {
        guard !tray.has(address) else { return }
        let folder = "wp-content/uploads"
        sender.note(
            place,
            "“\(address)” is not in the export, so posts still show it from there. To import it, put the folder \(folder) "
                + "of the old server beside “\(name)”.", what: "an attachment")
    }

    private func add(_ post: ReadPost, to sender: ImportSender, _ tray: PictureTray) throws {
        var (item, notes) = (post.item, post.notes)
        let place = item.path
        item.path = "\(name):\(place)"
        if let body = item.draft?.body {
            guard body.utf8.count <= ImportSender.postBytesMax else {
                return sender.refuse(item.path, "Its text is larger than 2.5 MB. It was not imported.")
            }
            var fingerprint = Fingerprint(item.fingerprint.utf8)
            let (text, pictures) = try tray.collect(body, of: name, from: 0, fingerprint: &fingerprint)
            item.draft?.body = text
            item.pictures = pictures.isEmpty ? nil : pictures
            item.fingerprint = fingerprint.text
            notes += tray.notes
        }
        try sender.add(item, notes: notes)
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
