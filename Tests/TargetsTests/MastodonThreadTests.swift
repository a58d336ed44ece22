import HTTPValues
import JSONTree
import Pictures
import Posts
import TargetSupport
import Testing

@testable import Targets

@Suite("Threads on the fediverse")
struct MastodonThreadTests {
    private let paragraphs = (1...12).map { number in
        "Paragraph \(number) is about the boats, which leave the harbour before the light and return with the evening tide."
    }

    private func kind(_ change: (inout TargetSettings) -> Void = { _ in }) throws -> any TargetKind {
        try http("mastodon") {
            $0.long = "thread"
            change(&$0)
        }
    }

    private func post(
        title: String? = nil, _ body: String? = nil, address: Manuscript.Address = .none,
        override: TargetOverride? = nil
    ) throws -> Manuscript {
        try manuscript(
            title: title, body: body ?? paragraphs.joined(separator: "\n\n"), tags: [], address: address,
            override: override)
    }

    private func frozen(
        _ post: Manuscript, as deed: DeliveryKind = .create, _ software: String = "mastodon", max: Int = 500,
        _ change: (inout TargetSettings) -> Void = { _ in }
    ) throws -> (Frozen, [Parcel]) {
        let frozen = try kind(change).freeze(post, as: deed, facts: facts(software, max: max), key: key)
        return (frozen, try Parcels(encoded: frozen.payload).all)
    }

    private func bodies(_ parcels: [Parcel]) throws -> [JSON] {
        try parcels.map { parcel in
            try JSON(
                reading: try parcel.filled([
                    Parcel.previousHole: "12", Parcel.addressHole: postAddress, Parcel.picturesHole: "1",
                ]))
        }
    }

    @Test("each part is a request with a key of its own, and answers to the part before it")
    func parts() throws {
        let (frozen, parcels) = try frozen(try post())
        #expect(frozen.parts == parcels.count && parcels.count >= 3)
        #expect(parcels.map(\.key) == [key] + (2...parcels.count).map { "\(key)-\($0)" })
        #expect(parcels.map { $0.headers.first("Idempotency-Key") } == parcels.map(\.key))
        let keyless = try self.frozen(try post(), "pleroma").1
        #expect(keyless.allSatisfy { $0.headers.first("Idempotency-Key") == nil })
        #expect(
            parcels.map { $0.holes.contains(Parcel.previousHole) } == [false]
                + Array(repeating: true, count: parcels.count - 1))
        let sent = try bodies(parcels)
        #expect(
            sent.first?["in_reply_to_id"] == nil && sent.dropFirst().allSatisfy { $0["in_reply_to_id"] == .text("12") })
        let words = sent.compactMap { $0["status"]?.text }.joined().filter { !$0.isWhitespace }
        #expect(words == paragraphs.joined().filter { !$0.isWhitespace })
    }

    @Test("a text that fits is one post, with the bytes that it always had")
    func single() throws {
        let short = try post("Short.")
        let (frozen, parcels) = try frozen(short)
        #expect(frozen.parts == 1 && parcels.count == 1)
        #expect(
            try frozen.payload
                == http("mastodon").freeze(short, as: .create, facts: facts("mastodon"), key: key).payload)
    }

    @Test(
        "the parts after the first are unlisted, and never more public than the first",
        arguments: [
            (Visibility.public, nil, Visibility.unlisted), (.public, "public", .public),
            (.unlisted, "public", .unlisted),
            (.private, nil, .private), (.direct, "unlisted", .direct), (.public, "private", .private),
        ])
    func visibility(first: Visibility, setting: String?, expected: Visibility) throws {
        let (_, parcels) = try frozen(try post()) {
            $0.visibility = first.rawValue
            $0.threadVisibility = setting
        }
        let seen = try bodies(parcels).map { $0["visibility"]?.text }
        #expect(seen.first == first.rawValue && Set(seen.dropFirst()) == [expected.rawValue])
        #expect(parcels.dropFirst().allSatisfy { $0.identity["visibility"] == expected.rawValue })
    }

    @Test("every part has the warning and the language, the warning counts, and a long one is refused")
    func warning() throws {
        let (frozen, parcels) = try frozen(
            try post(override: TargetOverride(warning: String(repeating: "w", count: 300))))
        let sent = try bodies(parcels)
        #expect(sent.allSatisfy { $0["spoiler_text"]?.text?.count == 300 && $0["language"] == .text("pt") })
        #expect(sent.allSatisfy { ($0["status"]?.text?.count ?? 501) <= 200 } && frozen.preview.count ?? 501 <= 500)
        #expect(throws: FreezeError.self) {
            try self.frozen(try post(override: TargetOverride(warning: String(repeating: "w", count: 460))))
        }
    }

    @Test("an article ends with its address, awaited or known, and each part within the limit has its number")
    func address() throws {
        for place in [Manuscript.Address.known(postAddress), .awaited(predicted: postAddress)] {
            let (frozen, parcels) = try frozen(try post(title: "Boats", address: place)) { $0.isNumbered = true }
            let texts = try bodies(parcels).compactMap { $0["status"]?.text }
            #expect(texts.first?.hasPrefix("Boats\n\nParagraph 1") == true)
            #expect(texts.last?.contains(postAddress) == true)
            for (index, text) in texts.enumerated() { #expect(text.hasSuffix("\n\n\(index + 1)/\(texts.count)")) }
            #expect(frozen.preview.count ?? 501 <= 500)
            #expect(frozen.preview.thread.map(\.text) == texts)
        }
    }

    @Test("each picture goes with the part in which it stands, four at most with one")
    func pictures() throws {
        let media = try "abcdef".map { letter in
            let digest = String(repeating: letter, count: 64)
            return Media(
                id: try #require(MediaID(String(digest.prefix(16)))), owner: UserID(1), revision: Revision(1),
                digest: digest, facts: MediaFacts(kind: .jpeg, bytes: 1000, width: 40, height: 30),
                notes: MediaNotes(name: "\(letter).jpg", alt: "\(letter)", focus: nil), createdAt: noon)
        }
        let images = media.map { "![](\($0.id.address))" }
        var first = try post(images[0] + "\n\n---\n\nWords.\n\n---\n\n" + images[1...].joined(separator: "\n\n"))
        first.media = media
        let (frozen, parcels) = try frozen(first)
        #expect(parcels.map { $0.pictures.count } == [1, 0, 4])
        #expect(frozen.preview.losses.contains { $0.contains("f.jpg") })
    }

    @Test("at most a hundred parts and 140,000 bytes are sent")
    func bounds() throws {
        let many = (1...101).map { "Part \($0)." }.joined(separator: "\n\n---\n\n")
        #expect(throws: FreezeError.self) { try frozen(try post(many)) }
        let hundred = (1...100).map { "Part \($0)." }.joined(separator: "\n\n---\n\n")
        #expect(try frozen(try post(hundred)).0.parts == 100)
        let large = (1...90).map { "\($0) " + String(repeating: "word ", count: 400) }.joined(separator: "\n\n---\n\n")
        #expect(throws: FreezeError.self) { try frozen(try post(large), max: 5000) }
    }

    @Test("an edit has a request for each part, which names neither what it answers to nor who sees it")
    func edit() throws {
        let (frozen, parcels) = try frozen(try post(), as: .edit)
        #expect(frozen.parts == parcels.count && parcels.count >= 3)
        #expect(parcels.allSatisfy { $0.method == "PUT" && $0.url.hasSuffix(Parcel.copyPlaceholder) })
        #expect(try bodies(parcels).allSatisfy { $0["in_reply_to_id"] == nil && $0["visibility"] == nil })
    }

    @Test("before a part is sent, Galley looks whether the one before it is still there")
    func previous() throws {
        let mastodon = try kind()
        let parcel = try Parcels(encoded: try frozen(try post()).0.payload).part(2)
        var known = briefing(facts("mastodon"))
        known.previousPart = RemotePost(id: "41")
        let gone = try converse({ mastodon.prepare(parcel, known, answers: $0) }) { question in
            question.url.hasSuffix("/api/v1/statuses/41")
                ? answer(404, "<h1>404 Not Found (snac/2.94)</h1>") : answer(200, #"{"id":"7","acct":"ada"}"#)
        }
        guard case .ended(.refused(let words)) = gone.value else {
            Issue.record("\(gone.value)")
            return
        }
        #expect(words.contains("deleted"))
        let there = try converse({ mastodon.prepare(parcel, known, answers: $0) }) { _ in answer(200, #"{"id":"41"}"#) }
        guard case .ready(let holes, _) = there.value else {
            Issue.record("\(there.value)")
            return
        }
        #expect(holes[Parcel.previousHole] == "41")
        // A web page may come from a proxy whose server is down.
        let away = try converse({ mastodon.prepare(parcel, known, answers: $0) }) { _ in answer(502, "<html>") }
        guard case .ended(let outcome) = away.value else {
            Issue.record("\(away.value)")
            return
        }
        #expect(outcome.word != "refused")
        guard case .done(.ended(.refused)) = mastodon.prepare(parcel, briefing(facts("mastodon")), answers: []) else {
            Issue.record("a part without the id of the one before it was prepared")
            return
        }
    }

    @Test("an answer that hangs the part elsewhere is told")
    func elsewhere() throws {
        let mastodon = try kind()
        let parcel = try Parcels(encoded: try frozen(try post()).0.payload).part(2)
        let body = try parcel.filled([Parcel.previousHole: "41"])
        let sent = try #require(mastodon.copies.standing(sent: body, parcel, facts: facts("mastodon")))
        func there(_ previous: String) throws -> Standing {
            let text = try #require(SentStatus(body)?.text)
            let json =
                #"{"id":"42","content":\#(JSON.quoted("<p>\(text)</p>")),"in_reply_to_id":\#(previous),"uri":"x"}"#
            let reply = HTTPAnswer(status: 200, headers: [], body: Array(json.utf8), receivedAt: noon)
            return try #require(mastodon.copies.standing(in: reply, of: parcel, facts: facts("mastodon")))
        }
        #expect(CopyMemory.remark(on: try there(#""41""#), sent: sent) == nil)
        #expect(CopyMemory.remark(on: try there("null"), sent: sent)?.contains("Previous there: nothing") == true)
    }

    @Test("settings that a thread cannot have are refused")
    func settingsRefused() {
        let wrong: [(inout TargetSettings) -> Void] = [
            { ($0.long, $0.text) = ("thread", "{{title}}") }, { $0.isNumbered = true },
            { $0.threadVisibility = "public" },
            { ($0.long, $0.threadVisibility) = ("thread", "secret") }, { $0.long = "both" },
        ]
        for change in wrong { #expect(throws: TargetSettingsError.self) { try target("mastodon", change) } }
    }
}

private let postAddress = "https://example.org/hello/"
