import AsyncAlgorithms
import BackupFile
import HTTPTypes
import Hummingbird
import NIOPosix
import PostStore
import Posts
import Wire

/// `/v1/backups`: the whole desk as one file, for administrators.
struct BackupRoutes: ServiceRoutes {
    let service: PostService
    let version: String

    /// The longest location, in Unicode scalars, so that a list of a hundred backups stays small.
    static let placeMax = 1000

    func add(to book: inout RouteTable) {
        book.answer(API.listBackups, list)
        book.answer(API.makeBackup, make)
        book.answer(API.keepBackup, keep)
    }

    @Sendable private func list(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<BackupBody>> {
        try call.page(of: try await store.backups().map { body($0) })
    }

    /// The server does not keep the archive, so it can only make a lost response again; see `noteBackup`. Once the
    /// backup's location is recorded, a repetition gets the record instead of another archive. A repetition while the
    /// first is being made is refused like any other request.
    @Sendable private func make(_ call: Call<Nothing, Nothing>) async throws -> Reply<BackupBody> {
        let key = try call.requestKey()
        if let key, let record = try await store.backup(madeBy: key), record.keptAt != nil {
            return try .json(body(record))
        }
        let stream = BackupStream(
            store: store, permit: try store.backupPermit(), version: version, key: key, seconds: service.now().seconds)
        let headers: HTTPFields = [
            .contentType: "application/x-tar", .contentDisposition: "attachment; filename=\"galley.tar\"",
            .xAccelBuffering: "no",
        ]
        return Reply(Response(status: .ok, headers: headers, body: ResponseBody { try await stream.write(to: &$0) }))
    }

    @Sendable private func keep(_ call: Call<Nothing, BackupKeptBody>) async throws -> Reply<BackupBody> {
        let number = try call.number("number")
        let place = try await call.body().place
        guard !place.isEmpty else { throw Problem.badField("place", "Say where the backup lies, such as its path.") }
        guard place.unicodeScalars.count <= BackupRoutes.placeMax else {
            throw Problem.badField(
                "place",
                "The place has \(place.unicodeScalars.count) characters. The limit is \(BackupRoutes.placeMax).")
        }
        return try .json(body(try await store.noteBackupKept(number, at: place)))
    }

    private func body(_ record: BackupRecord) -> BackupBody {
        BackupBody(
            number: record.number, madeAt: times.text(record.madeAt), bytes: record.bytes,
            keptAt: record.keptAt.map(times.text), place: record.place)
    }
}

/// Streams a backup to the caller. While the store makes the copy, comments keep the connection alive and report the
/// progress.
private struct BackupStream: Sendable {
    let store: PostStore
    let permit: BackupPermit
    let version: String
    let key: RequestKey?
    /// The time of the comments, in seconds since 1970.
    let seconds: Int64

    private static let beat = Duration.seconds(5)

    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        let (news, progress) = AsyncStream.makeStream(of: String?.self, bufferingPolicy: .bufferingNewest(2))
        let work = Task { [store, permit, version, key] in
            defer { progress.yield(nil) }
            return try await store.makeBackup(permit, version: version, once: key) { progress.yield($0) }
        }
        try await writer.write(comment("Copying the store …"))
        let beats = AsyncTimerSequence(interval: BackupStream.beat, clock: .continuous).map { _ in String?("…") }
        for try await line in merge(news, beats) {
            guard let line else { break }
            try await writer.write(comment(line))
        }
        do {
            try await send(try await work.value, to: &writer)
        } catch let error as StoreError {
            // The reader finds the reason in place of the archive. In the middle of a file it would be taken for content.
            try await writer.write(failure(error))
        }
        try await writer.finish(nil)
    }

    @concurrent private func send(_ copy: BackupCopy, to writer: inout any ResponseBodyWriter) async throws {
        while let part = try await NIOThreadPool.singleton.runIfActive({ try nextPart(of: copy) }) {
            try await writer.write(ByteBuffer(bytes: part))
        }
    }

    private func comment(_ words: String) -> ByteBuffer { ByteBuffer(bytes: TarEntry.comment(words, at: seconds)) }

    private func failure(_ error: StoreError) -> ByteBuffer {
        let words = Array(error.description.utf8)
        let entry = TarEntry(name: BackupName.failure, size: words.count, modifiedAt: seconds)
        return ByteBuffer(bytes: entry.header + words + TarEntry.padding(after: words.count) + TarEntry.end)
    }
}

/// Reads the copy. A failure in the middle of the archive breaks the connection, because no error message can follow.
private func nextPart(of copy: BackupCopy) throws -> [UInt8]? {
    do { return try copy.next() } catch { throw BrokenBackup(words: error.description) }
}

private struct BrokenBackup: Error, CustomStringConvertible {
    let words: String
    var description: String { words }
}
