import Foundation
import Posts
import SQL
import StoreSupport
import TestSupport
import Testing

@testable import PostStore

@Suite("Every save can be read again")
struct HistoryTests {
    @Test("a difference fits only a text that is as long as what it keeps")
    func misfit() {
        let delta = TextDelta(from: Array("abcd".utf8), to: Array("abXcd".utf8))
        #expect(delta.applied(to: Array("abcd".utf8)) == Array("abXcd".utf8))
        for other in ["", "a", "abc"] { #expect(delta.applied(to: Array(other.utf8)) == nil, "\(other)") }
        for wrong in [(-1, 0), (0, -1), (.max, .max)] as [(Int, Int)] {
            #expect(TextDelta(head: wrong.0, middle: [], tail: wrong.1).applied(to: [1, 2, 3]) == nil)
        }
    }

    @Test("after 500 random edits each of the revisions is read back exactly", arguments: [1, 2, 3] as [UInt64])
    func exact(seed: UInt64) async throws {
        let desk = try await StoreFixture()
        var random = SeededNumbers(seed: seed)
        var saved: [Draft] = [Draft(title: "0", body: "start")]
        let id = try await desk.store.create(saved[0], owner: desk.user).post.id
        while saved.count < 500 {
            var draft = saved[saved.count - 1]
            draft.body = edited(draft.body, &random)
            if random.next().isMultiple(of: 7) {
                draft.title = random.next().isMultiple(of: 3) ? nil : "T\(saved.count)"
            }
            if random.next().isMultiple(of: 9) {
                draft.tags = try (0..<Int(random.next() % 4)).map { try Tag("t\($0)") }
            }
            if draft != saved[saved.count - 1] { saved.append(draft) }
        }
        try await desk.save(saved.dropFirst(), as: id)
        for (index, draft) in saved.enumerated() {
            let read = try await desk.store.draft(of: id, at: Revision(Int64(index + 1))).draft
            #expect(read == draft, "revision \(index + 1)")
        }
        for number in [0, -1, 501, .max] as [Int64] {
            await #expect(throws: StoreError.noSuchRevision(Revision(number), of: id)) {
                try await desk.store.draft(of: id, at: Revision(number))
            }
        }
    }

    private func edited(_ text: String, _ random: inout SeededNumbers) -> String {
        var scalars = Array(text.unicodeScalars)
        let words = ["é", "e\u{301}", "\r\n", "🙂", "word ", "\0", "", String(repeating: "x", count: 300)]
        for _ in 0...(random.next() % 3) {
            let place = Int(random.next() % UInt64(scalars.count + 1))
            let end = min(scalars.count, place + Int(random.next() % 20))
            scalars.replaceSubrange(place..<end, with: words[Int(random.next() % 8)].unicodeScalars)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    @Test("a thousand saves of 20 KB that each change one place cost less than 6 MB")
    func size() async throws {
        let desk = try await StoreFixture(isFile: true)
        var words = (0..<4000).map { "w\($0 % 1000)" }
        let id = try await desk.store.create(Draft(body: words.joined(separator: " ")), owner: desk.user).post.id
        let drafts = (1...1000).map { save in
            words[save * 37 % 4000] = "s\(save)"
            return Draft(body: words.joined(separator: " "))
        }
        try await desk.save(drafts, as: id)
        desk.store.close()
        let size = try Data(contentsOf: URL(fileURLWithPath: desk.path)).count
        #expect(size < 6_000_000, "\(size) bytes")
    }

    @Test("no sitting ends a day before it began because the clock was set back")
    func sittingsOfAClockSetBack() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post("T", "0").post.id
        for (index, step) in [Span.minutes(1), .days(-1), .minutes(1)].enumerated() {
            desk.clock.advance(step)
            _ = try await desk.store.replace(id, with: Draft(body: "text \(index)"), ifRevision: nil)
        }
        let sittings = try await desk.store.sittings(of: id).items
        #expect(sittings.map { [$0.first.number, $0.last.number] } == [[3, 4], [1, 2]])
        #expect(sittings.allSatisfy { $0.endedAt - $0.startedAt == .minutes(1) })
    }

    @Test("saves of one person that follow each other closely are one sitting")
    func sittings() async throws {
        let desk = try await StoreFixture()
        let other = try await desk.store.commit { transaction in
            let sql = "INSERT INTO member (name, createdAt) VALUES ('bo', 0) RETURNING number"
            return UserID(try transaction.db.integer(sql) ?? 0)
        }
        let id = try await desk.post("T", "0").post.id
        let saves: [(Span, UserID)] = [
            (.minutes(9), desk.user), (.minutes(9), desk.user), (.minutes(10), desk.user), (.minutes(1), other),
            (.minutes(1), desk.user),
        ]
        for (index, save) in saves.enumerated() {
            desk.clock.advance(save.0)
            _ = try await desk.store.replace(id, with: Draft(body: "text \(index)"), by: save.1, ifRevision: nil)
        }
        let newest = try await desk.store.sittings(of: id, limit: 3)
        let oldest = try await desk.store.sittings(of: id, after: newest.next, limit: 3)
        let sittings = newest.items + oldest.items
        #expect(
            sittings.map { "\($0.first.number)-\($0.last.number) \($0.userName)" } == [
                "6-6 ana", "5-5 bo", "4-4 ana", "1-3 ana",
            ])
        #expect(newest.items.count == 3 && oldest.next == nil)
        #expect(sittings.last?.startedAt == noon && sittings.last?.endedAt == noon + .minutes(18))
        let revisions = try await desk.store.revisions(of: id, limit: 4)
        #expect(revisions.items.map(\.revision.number) == [6, 5, 4, 3])
        let rest = try await desk.store.revisions(of: id, after: revisions.next, limit: 4)
        #expect(rest.items.map(\.revision.number) == [2, 1] && rest.next == nil)
    }
}

extension StoreFixture {
    /// Saves them in one commit, which waits for the disk once.
    fileprivate func save(_ drafts: some Collection<Draft> & Sendable, as id: PostID) async throws {
        try await store.commit { transaction in
            for draft in drafts {
                let row = try transaction.db.postRow(id)
                let old = try row.draft(body: transaction.db.bodyText(row.number))
                try transaction.save(PreparedDraft(draft), over: old, row, by: nil)
            }
        }
    }
}
