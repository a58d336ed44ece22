import Hummingbird
import Logging
import NIOPosix
import Pictures
import PostStore
import Posts
import Wire

/// `/v1/media`: adds pictures, describes them, lists the posts that use them, and serves the files.
struct MediaRoutes: ServiceRoutes {
    let service: PostService
    let settings: ServerSettings
    let log: Logger
    private let threads = NIOThreadPool.singleton

    func add(to book: inout RouteTable) {
        book.answer(API.listMedia, list)
        book.answer(API.addMedia, create)
        book.answer(API.showMedia, show)
        book.answer(API.editMedia, edit)
        book.answer(API.removeMedia, remove)
        book.answer(API.showMediaFile, file)
    }

    @Sendable private func list(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<MediaBody>> {
        let page = try await store.media(
            of: try call.user, after: call.cursor, limit: call.limit())
        return try .page(page) { MediaBody($0, times) }
    }

    @Sendable private func show(_ call: Call<MediaQuery, Nothing>) async throws -> Reply<MediaBody> {
        try answer(try await found(call, of: call.query.owner))
    }

    /// Takes the file in the body; `?name=`, `&alt=` and `&focus=` describe it. Uploading the same picture again
    /// returns the existing one, so a repetition is safe.
    @Sendable private func create(_ call: Call<NewMediaQuery, Bytes>) async throws -> Reply<MediaBody> {
        let notes = try MediaNotes(call.query)
        let arrived = try await upright(try await arrival(call))
        let (draft, digest, facts) = try await store.writingPictures { folder in
            let picture = try arrived.picture()
            let clean = try folder.draft()
            return (clean, try arrived.copy(picture, into: clean), MediaFacts(picture))
        }
        if call.query.isDryRun == true {
            return try answer(try await store.mediaAfterAdding(digest, facts, notes, owner: try call.user))
        }
        let key = try call.requestKey(for: MediaUpload(digest, notes))
        let kept = try await store.addMedia(draft, digest: digest, facts, notes, owner: try call.user, once: key)
        var response = try answer(
            try await store.media(named: kept.media.id.text, of: try call.user), status: kept.isNew ? .created : .ok)
        response.response.headers[.location] = "/v1/media/\(kept.media.id)"
        return response
    }

    /// Writes the body to a file as it arrives.
    private func arrival(_ call: Call<some Any, some Any>) async throws -> MediaDraft {
        let draft = try await store.writingPictures { try $0.draft() }
        var size = 0
        try await call.stream(limit: settings.mediaBytesMax, tooLarge) { part in
            let offset = size
            size += part.readableBytes
            try await store.writingPictures { _ in try draft.write(part.readableBytesView, at: offset) }
        }
        return draft
    }

    /// The picture in upright position. If it cannot be turned, it keeps its EXIF orientation, which browsers and
    /// services understand.
    private func upright(_ arrived: MediaDraft) async throws -> MediaDraft {
        let picture = try await threads.runIfActive { try arrived.picture() }
        guard let makeUpright = settings.makeUpright, picture.orientation != 1, !picture.isAnimated else {
            return arrived
        }
        let turned = store.mediaFolder.newArrival
        do {
            try await makeUpright(arrived.path, turned, picture.kind)
            return try await store.writingPictures { try $0.draft(at: turned) }
        } catch {
            log.warning("A picture was stored without turning it upright.", metadata: ["error": "\(error)"])
            return arrived
        }
    }

    /// - Parameter found: nil when the sender did not state the size and the server stopped reading.
    private func tooLarge(_ found: Int?) -> Problem {
        let size = found.map { "has \(ByteCount($0).text) (\($0) bytes)" } ?? "is larger"
        let max = settings.mediaBytesMax
        return .tooLarge(
            "The file \(size). The limit is \(ByteCount(max).text) (\(max) bytes). "
                + "Make the picture smaller, or raise `bytes_max` in [media].")
    }

    @Sendable private func edit(_ call: Call<Nothing, MediaNotesBody>) async throws -> Reply<MediaBody> {
        let condition = try call.condition
        guard condition != .none else { throw Problem.revisionMissing }
        let request = try await call.body()
        var triesLeft = 3
        while true {
            let media = try await found(call).media
            let notes = try media.notes.changed(request)
            do {
                // The request leaves out fields, which keep the values read here. So the write requires the same
                // revision.
                let wanted = condition.revision ?? media.revision
                return try answer(
                    try await store.editMedia(media.id, of: media.owner, notes: notes, ifRevision: wanted))
            } catch StoreError.staleMedia(let current) {
                triesLeft -= 1
                guard condition.revision == nil, triesLeft > 0 else { throw StoreError.staleMedia(current: current) }
            }
        }
    }

    @Sendable private func remove(_ call: Call<Nothing, Nothing>) async throws -> Reply<Nothing> {
        let wanted = try call.condition.revision
        let media = try await found(call).media
        try await store.removeMedia(media.id, of: media.owner, ifRevision: wanted)
        return .nothing
    }

    /// A browser may keep the file, but asks each time: another user may have signed in since. Nothing in it can run,
    /// whatever it contains; a drawing has its own styles and pictures.
    @Sendable private func file(_ call: Call<MediaQuery, Nothing>) async throws -> Reply<Bytes> {
        let media = try await found(call, of: call.query.owner).media
        let path = store.mediaFolder.file(of: media.digest)
        let found = try await threads.runIfActive { ServedFile.open(file: path, type: media.facts.kind.mediaType) }
        guard case .file(let file) = found else {
            throw StoreError.unavailable("The file of the picture \(media.id) is missing. Restore it from a backup.")
        }
        let headers: HTTPFields = [
            .contentSecurityPolicy:
                "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"
        ]
        var response = file.response(to: call, headers: headers, threads: threads)
        response.headers[.cacheControl] = "private, no-cache"
        return Reply(response)
    }

    private func found(_ call: Call<some Any, some Any>, of owner: String? = nil) async throws -> MediaListing {
        let owner = try await call.owner(named: owner, in: store) ?? call.user
        return try await store.media(named: try call.name("media"), of: owner)
    }

    private func answer(_ listing: MediaListing, status: HTTPResponse.Status = .ok) throws -> Reply<MediaBody> {
        try .json(
            MediaBody(listing, times), status: status, headers: [.eTag: listing.media.revision.entityTag])
    }
}

/// The content by which a repeated upload is recognized.
private struct MediaUpload: Encodable {
    let digest, name, alt: String
    let focus: [Double]

    init(_ digest: String, _ notes: MediaNotes) {
        (self.digest, name, alt) = (digest, notes.name, notes.alt)
        focus = notes.focus.map { [$0.x, $0.y] } ?? []
    }
}
