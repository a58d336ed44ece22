import Foundation
import Pictures
import Posts
import SQL
import StoreSupport
import Synchronization
import TestSupport
import Testing

@testable import PostStore

@Suite("Pictures in the store")
struct MediaTests {
    /// Another `mark` gives another picture.
    static func file(_ mark: UInt8 = 1) -> [UInt8] { png(content: [mark]) }

    private func add(
        _ desk: StoreFixture, _ bytes: [UInt8], _ notes: MediaNotes = MediaNotes(), owner: UserID? = nil
    ) async throws -> (media: Media, isNew: Bool) {
        let draft = try desk.store.mediaFolder.draft()
        try draft.write(bytes, at: 0)
        let picture = try draft.picture()
        let clean = try desk.store.mediaFolder.draft()
        let digest = try draft.copy(picture, into: clean)
        return try await desk.store.addMedia(
            clean, digest: digest, MediaFacts(picture), notes, owner: owner ?? desk.user)
    }

    private func files(_ desk: StoreFixture) throws -> [String] {
        let found = FileManager.default.enumerator(atPath: desk.folder + "/media")?.compactMap { $0 as? String } ?? []
        return found.filter { $0.utf8.count == 65 }
    }

    @Test("a picture is kept under the name of its contents, and the same one twice is one")
    func keeps() async throws {
        let desk = try await StoreFixture()
        let (media, isNew) = try await add(desk, Self.file(), MediaNotes(name: "a.png"))
        #expect(isNew && media.facts.width == 30 && media.facts.kind == .png)
        #expect(try desk.store.mediaFolder.bytes(of: media.digest) == Self.file())
        #expect(try files(desk) == ["\(media.digest.prefix(2))/\(media.digest.dropFirst(2))"])
        // Empty notes are filled in.
        let again = try await add(desk, Self.file(), MediaNotes(name: "b.png", alt: "Boats"))
        #expect(
            !again.isNew && again.media.id == media.id && again.media.notes == MediaNotes(name: "a.png", alt: "Boats"))
        #expect(try await desk.store.media(of: desk.user).items.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder + "/media/arriving").isEmpty)
    }

    /// nil for a file that is missing.
    @Test(
        "a file with other contents, or none, is found with its post, and adding the picture again repairs it",
        arguments: [nil, [], Array("junk".utf8), MediaTests.file(2), MediaTests.file() + [0]])
    func badFiles(_ contents: [UInt8]?) async throws {
        // Given
        let desk = try await StoreFixture()
        let media = try await add(desk, Self.file(), MediaNotes(name: "a.png")).media
        let whole = try await add(desk, Self.file(3)).media
        _ = try await desk.post("Harbour", "![Boats](media:\(media.id))")
        #expect(try await desk.store.checkPictures() == PictureCheck(bad: [], unread: 0))
        let path = desk.store.mediaFolder.file(of: media.digest)
        try FileManager.default.removeItem(atPath: path)
        if let contents { try Data(contents).write(to: URL(fileURLWithPath: path)) }
        // Then
        let bad = BadPicture(id: media.id, isMissing: contents == nil, name: "a.png", post: "Harbour")
        #expect(try await desk.store.checkPictures() == PictureCheck(bad: [bad], unread: 0))
        // The newest is read first, and what is missing is noticed without reading.
        let brief = try await desk.store.checkPictures(bytesMax: 1)
        #expect(brief == PictureCheck(bad: contents == nil ? [bad] : [], unread: contents == nil ? 0 : 1))
        // When
        let again = try await add(desk, Self.file())
        // Then
        #expect(!again.isNew && again.media == media)
        #expect(try desk.store.mediaFolder.bytes(of: media.digest) == Self.file())
        #expect(try desk.store.mediaFolder.bytes(of: whole.digest) == Self.file(3))
        #expect(try await desk.store.checkPictures() == PictureCheck(bad: [], unread: 0))
    }

    @Test(
        "a picture is kept whatever letters the folders and the file of the store have",
        arguments: [
            "ü/galley.db", "Straße – über Ägypten/galley.db", "🚢🏴‍☠️/👩‍👩‍👧‍👦.db", "e\u{301}\u{302}\u{308}/galley.db",
            "\u{301}x/\u{301}galley.db", "日本語/\u{200D}.db",
        ])
    func foreignLetters(place: String) async throws {
        let temporary = try TemporaryStore()
        let path = temporary.folder + "/" + place
        let folder = String(
            decoding: path.utf8[..<(path.utf8.lastIndex(of: 0x2F) ?? path.utf8.endIndex)], as: UTF8.self)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let store = try PostStore.open(at: path, boot: BootID("1"), now: { noon })
        defer { store.close() }
        let user = try await store.firstUser(named: "ana").id
        for mark in UInt8(1)...2 {
            let draft = try store.mediaFolder.draft()
            try draft.write(Self.file(mark), at: 0)
            let clean = try store.mediaFolder.draft()
            let digest = try draft.copy(try draft.picture(), into: clean)
            let facts = MediaFacts(try draft.picture())
            let kept = try await store.addMedia(clean, digest: digest, facts, MediaNotes(), owner: user)
            #expect(try store.mediaFolder.bytes(of: kept.media.digest) == Self.file(mark))
        }
        let found = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(found.contains("media"))
    }

    @Test("two people have the same picture with words of their own, and its file goes with the last of them")
    func owners() async throws {
        let desk = try await StoreFixture()
        let other = try await desk.store.addUser(named: "bo").id
        let mine = try await add(desk, Self.file(), MediaNotes(alt: "Mine")).media
        let theirs = try await add(desk, Self.file(), MediaNotes(alt: "Theirs"), owner: other)
        #expect(theirs.isNew && theirs.media.id == mine.id)
        #expect(try await desk.store.media(named: mine.id.text, of: desk.user).media.notes.alt == "Mine")
        try await desk.store.removeMedia(mine.id, of: desk.user)
        #expect(try files(desk).count == 1)
        try await desk.store.removeMedia(mine.id, of: other)
        #expect(try files(desk).isEmpty)
        await #expect(throws: StoreError.noSuchMedia(mine.id.text)) {
            try await desk.store.media(named: mine.id.text, of: other)
        }
    }

    @Test("words change by revision")
    func edits() async throws {
        let desk = try await StoreFixture()
        let media = try await add(desk, Self.file()).media
        let notes = MediaNotes(name: "x.png", alt: "Boats", focus: MediaNotes.Focus(x: 0.5, y: -1))
        let edited = try await desk.store.editMedia(media.id, of: desk.user, notes: notes, ifRevision: Revision(1))
        #expect(edited.media.notes == notes && edited.media.revision == Revision(2))
        await #expect(throws: StoreError.staleMedia(current: Revision(2))) {
            try await desk.store.editMedia(media.id, of: desk.user, notes: notes, ifRevision: Revision(1))
        }
    }

    @Test("a picture is found by the start of its id")
    func names() async throws {
        let desk = try await StoreFixture()
        let media = try await add(desk, Self.file()).media
        #expect(try await desk.store.media(named: String(media.id.text.prefix(4)), of: desk.user).media == media)
        #expect(try await desk.store.media(named: media.id.address, of: desk.user).media == media)
        await #expect(throws: StoreError.noSuchMedia("../x")) {
            try await desk.store.media(named: "../x", of: desk.user)
        }
    }

    @Test("what a text, an older revision or a frozen payload names cannot be removed")
    func uses() async throws {
        let desk = try await StoreFixture()
        let (text, older, sent, free) = (
            try await add(desk, Self.file(1)).media, try await add(desk, Self.file(2)).media,
            try await add(desk, Self.file(3)).media,
            try await add(desk, Self.file(4)).media
        )
        let post = try await desk.post("Boats", "![x](\(older.id.address))").post
        _ = try await desk.store.replace(
            post.id, with: Draft(title: "Boats", body: "![x](\(text.id.address))"), ifRevision: nil)

        _ = try await desk.store.publish(
            post.id, ifRevision: nil, date: nil,
            deliveries: [try frozen("blog", payload: "{\"id\":\"\(sent.id.address)\"}")])
        let listing = try await desk.store.media(named: older.id.text, of: desk.user)
        #expect(listing.uses.map(\.isPresent) == [false] && listing.uses.map(\.heading) == ["Boats"])
        for (media, names) in [(text, ["Boats"]), (older, ["Boats"]), (sent, [])] {
            await #expect(throws: StoreError.mediaInUse(media.id.text, by: names)) {
                try await desk.store.removeMedia(media.id, of: desk.user)
            }
        }
        try await desk.store.removeMedia(free.id, of: desk.user)
        #expect(try files(desk).count == 3)
    }

    @Test("a forgotten post names nothing any more")
    func forgotten() async throws {
        let desk = try await StoreFixture()
        let media = try await add(desk, Self.file()).media
        let post = try await desk.post("Boats", "![x](\(media.id.address))").post
        _ = try await desk.store.delete(post.id)
        #expect(try await !desk.store.media(named: media.id.text, of: desk.user).isUnused)
        desk.clock.advance(.days(31))
        try await desk.store.tidy()
        try await desk.store.removeMedia(media.id, of: desk.user)
    }

    @Test("what a killed daemon left is swept up, and what has a row stays")
    func sweeps() async throws {
        let desk = try await StoreFixture(isFile: true)
        let media = try await add(desk, Self.file()).media
        let folder = desk.folder + "/media"
        try FileManager.default.createDirectory(atPath: folder + "/ab", withIntermediateDirectories: true)
        let orphan = "/ab/" + String(repeating: "0", count: 62)
        try FileManager.default.createDirectory(
            atPath: folder + "/arriving/y.making", withIntermediateDirectories: true)
        for name in ["/arriving/x", "/arriving/y.making/picture.png", orphan] {
            _ = FileManager.default.createFile(atPath: folder + name, contents: Data([1]))
        }
        try await desk.store.sweepMedia()
        #expect(try desk.store.mediaFolder.bytes(of: media.digest) == Self.file())
        #expect(try files(desk).count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/arriving").isEmpty)
    }

    @Test("a picture keeps its file when the commit fails that removes it, whoever else removes it at the same time")
    func failingCommits() async throws {
        let desk = try await StoreFixture(isFile: true)
        let (store, owners) = (desk.store, [desk.user, try await desk.store.addUser(named: "bo").id])
        var pictures: [MediaID] = []
        for mark in UInt8(1)...8 {
            for owner in owners { pictures.append(try await add(desk, Self.file(mark), owner: owner).media.id) }
        }
        // A commit fails, after all of its work was done, that leaves a row without the one it names.
        try store.onWriter {
            try $0.script(
                """
                CREATE TEMP TABLE ground (number INTEGER PRIMARY KEY);
                CREATE TEMP TABLE afloat (ground INTEGER REFERENCES ground (number) DEFERRABLE INITIALLY DEFERRED);
                CREATE TEMP TRIGGER failing AFTER DELETE ON media WHEN OLD.number % 3 = 0
                  BEGIN INSERT INTO afloat VALUES (1); END;
                """)
        }
        for id in Set(pictures) {
            await withTaskGroup(of: Void.self) { group in
                for owner in owners { group.addTask { try? await store.removeMedia(id, of: owner) } }
            }
        }
        try store.onWriter { try $0.script("DROP TRIGGER failing") }
        let left = try await store.media(of: owners[0]).items + store.media(of: owners[1]).items
        #expect(!left.isEmpty)
        for listing in left { #expect(try !store.mediaFolder.bytes(of: listing.media.digest).isEmpty) }
        #expect(try files(desk).count == Set(left.map(\.media.digest)).count)
        for listing in left { try await store.removeMedia(listing.media.id, of: listing.media.owner) }
        #expect(try files(desk).isEmpty)
    }

    @Test("a crash between the end of a row and the end of its file leaves a file that the next start removes")
    func crashBetween() async throws {
        let desk = try await StoreFixture(isFile: true)
        let (gone, stays) = (try await add(desk, Self.file(1)).media, try await add(desk, Self.file(2)).media)
        try await desk.store.commit { try $0.deleteMedia(gone) }
        desk.store.close()
        let store = try desk.reopened()
        defer { store.close() }
        #expect(try files(desk).count == 2)
        try await store.sweepMedia()
        #expect(try files(desk) == ["\(stays.digest.prefix(2))/\(stays.digest.dropFirst(2))"])
    }

    @Test("only the owner of a picture is notified of its events")
    func events() async throws {
        let desk = try await StoreFixture()
        let start = try await desk.store.newestEventID()
        let media = try await add(desk, Self.file()).media
        guard case .rows(let mine) = try await desk.store.events(after: start, for: desk.user),
            case .rows(let theirs) = try await desk.store.events(after: start)
        else {
            Issue.record("There are no events.")
            return
        }
        #expect(mine.map(\.kind) == [.mediaChanged] && mine.map(\.subject) == [media.id.text])
        #expect(theirs.isEmpty)
    }
}
