import Foundation
import HTTPValues
import JSONTree
import Posts
import Site
import TargetSupport
import Testing

@testable import Pictures
@testable import Targets

/// A picture of the desk; `letter` distinguishes several.
private func media(
    _ letter: Character = "a", name: String = "harbour.jpg", alt: String = "", bytes: Int = 2_100_000,
    width: Int = 4032, height: Int = 3024, kind: PictureKind = .jpeg, focus: MediaNotes.Focus? = nil
) throws -> Media {
    let digest = String(repeating: letter, count: 64)
    return Media(
        id: try #require(MediaID(String(digest.prefix(16)))), owner: UserID(1), revision: Revision(1), digest: digest,
        facts: MediaFacts(kind: kind, bytes: bytes, width: width, height: height),
        notes: MediaNotes(name: name, alt: alt, focus: focus), createdAt: noon)
}

private func post(_ body: String, _ pictures: [Media], title: String? = "Boats") throws -> Manuscript {
    var post = try manuscript(title: title, body: body, tags: [], address: .none)
    post.summary = nil
    post.media = pictures
    return post
}

private let id = "media:aaaaaaaaaaaaaaaa"

@Suite("Pictures at a Mastodon")
struct MastodonPictureTests {
    private func parcel(_ manuscript: Manuscript, facts: [UInt8]? = facts("mastodon")) throws -> (Parcel, Preview) {
        let frozen = try http("mastodon").freeze(manuscript, as: .create, facts: facts, key: key)
        return (try Parcel(encoded: frozen.payload), frozen.preview)
    }

    private func prepare(
        _ parcel: Parcel, _ briefing: Briefing = briefing(facts("mastodon")),
        _ reply: @escaping (Question) -> Exchange
    ) throws -> (value: Preparation, asked: [Question]) {
        let kind = try http("mastodon")
        return try converse {
            kind.prepare(parcel, briefing, answers: $0)
        } reply: {
            reply($0)
        }
    }

    @Test(
        "pictures are attached in the order of the text, up to the server's limit, and removed from the text")
    func freezes() throws {
        let pictures = try "abcde".map { try media($0, alt: "Alt \($0)") }
        let body = "Look.\n\n" + pictures.map { "![](\($0.id.address))" }.joined(separator: "\n\n")
        let (parcel, preview) = try parcel(post(body, pictures, title: nil))
        #expect(parcel.pictures.map(\.alt) == ["Alt a", "Alt b", "Alt c", "Alt d"])
        let ids = pictures.prefix(4).map { "\"\($0.id.address)\"" }.joined(separator: ",")
        #expect(parcel.predictedBody.contains("\"media_ids\":[\(ids)]"))
        #expect(preview.text == "Look." && preview.pictures.count == 4)
        #expect(preview.pictures[0] == "“harbour.jpg” (4032 × 3024, 2.1 MB) goes along with the post.")
        let lost = "“harbour.jpg”: not sent, because service.example takes 4 pictures with a post."
        #expect(preview.losses == [lost])
        for (title, summary) in [("A title", nil), (nil, "A summary"), ("A title", "A summary")] as [(String?, String?)]
        {
            var announced = try post(body, pictures, title: title)
            announced.summary = summary
            #expect(try self.parcel(announced).1.losses.contains(lost), "\(title ?? "") \(summary ?? "")")
        }
        #expect(parcel.holes == [Parcel.picturesHole])
    }

    @Test("a number of pictures without practical limit, as Pleroma has it, is a large one", arguments: [6, 100, 1000])
    func many(count: Int) throws {
        let instance = #"{"version":"2","configuration":{"statuses":{"max_media_attachments":\#(count)}}}"#
        let facts = MastodonFacts(instance: try JSON(reading: Array(instance.utf8)), of: "", at: noon)
        #expect(facts?.picturesAtOnce == min(count, 100))
    }

    @Test("a post may consist of one picture")
    func alone() throws {
        let (parcel, preview) = try parcel(post("![Boats](\(id))", [try media()], title: nil))
        #expect(preview.text.isEmpty && parcel.pictures.map(\.alt) == ["Boats"])
    }

    @Test("the warning of a picture without words may arrive as the text, as at Mastodon")
    func warned() throws {
        var lonely = try post("![Boats](\(id))", [try media()], title: nil)
        lonely.override = TargetOverride(warning: "Food")
        let kind = try http("mastodon")
        let (parcel, _) = try parcel(lonely)
        let body = try parcel.filled([Parcel.picturesHole: "\"77\""])
        for (content, warning, isIt) in [("<p>Food</p>", "", true), ("", "Food", true), ("<p>Other</p>", "", false)] {
            let status =
                #"{"id":"5","uri":"u","content":"\#(content)","spoiler_text":"\#(warning)","#
                + #""created_at":"2026-12-01T09:00:00.000Z"}"#
            #expect((kind.outcome(of: answer(200, status), for: parcel, body: body).word == "accepted") == isIt)
            for source in [answer(404), answer(200, JSON.object(["text": .text(content.textOfHTML)]).written)] {
                let (finding, _) = try converse {
                    kind.lookUp(parcel, body: body, briefing(facts("mastodon"), sent: noon), answers: $0)
                } reply: {
                    $0.url.contains("/source") ? source : answer(200, $0.url.contains("max_id") ? "[]" : "[\(status)]")
                }
                #expect(finding == (isIt ? .found(RemotePost(id: "5")) : .absent))
            }
        }
    }

    @Test("a description is cut by code points, as servers count, and not within a character")
    func longDescription() throws {
        let family = "👩‍👩‍👧‍👦"
        let alt = String(repeating: family, count: 300)
        let (parcel, preview) = try parcel(post("Look ![](\(id))", [media(alt: alt)]))
        #expect(preview.pictures[0].hasSuffix("Its description has 2100 characters, and 1500 are sent."))
        let (_, asked) = try prepare(parcel) { _ in answer(200, #"{"id":"77"}"#) }
        let head = text(try #require(asked.first?.attachment).head)
        let sent = head.split(separator: "\r\n").first { $0.hasPrefix(family) } ?? ""
        // Each has seven code points, and the limit is 1500.
        #expect(sent == String(repeating: family, count: 214) + "…")
    }

    @Test("the text's description takes precedence over the picture's own; without either there is a warning")
    func words() throws {
        let said = try parcel(post("x ![In the *text*](\(id))", [try media(alt: "Own")])).0
        #expect(said.pictures.map(\.alt) == ["In the text"])
        #expect(try parcel(post("x ![](\(id))", [try media(alt: "Own")])).0.pictures.map(\.alt) == ["Own"])
        let silent = try parcel(post("x ![](\(id))", [try media()])).1
        #expect(silent.warnings.contains { $0.contains("“harbour.jpg” has no description") })
    }

    @Test("what the server would refuse is held back with the numbers")
    func limits() throws {
        var known = try #require(MastodonFacts(encodedByAny: facts("mastodon")))
        (known.pictureBytesMax, known.picturePixelsMax) = (2_000_000, 10_000_000)
        known.pictureTypes = ["image/jpeg", "image/png"]
        let cases: [(Media, String)] = [
            (try media(), "it has 2.1 MB, and 2.0 MB are taken"),
            (try media(bytes: 1000), "it has 12.2 million pixels, and 10.0 million are taken"),
            (try media(kind: .webp), "it is image/webp, and image/jpeg, image/png are taken"),
        ]
        for (picture, words) in cases {
            do {
                _ = try parcel(post("x ![](\(id))", [picture]), facts: known.encoded)
                Issue.record("\(words): it was frozen")
            } catch let error as FreezeError {
                #expect(error.description.contains(words))
            }
            // The limits may have become narrower since.
            let (parcel, _) = try parcel(post("x ![](\(id))", [picture]))
            guard
                case .ended(.refused(let found)) = try prepare(parcel, briefing(known.encoded), { _ in answer(500) })
                    .value
            else {
                Issue.record("it was sent")
                continue
            }
            #expect(found.contains(words))
        }
    }

    @Test("a picture is uploaded first, with its description and its focus, and polled until it is ready")
    func uploads() throws {
        let picture = try media(alt: "Two boats — \"at\" rest", focus: MediaNotes.Focus(x: 0.5, y: -1))
        let (parcel, _) = try parcel(post("Look ![](\(id))", [picture]))
        var looks = [206, 206, 200]
        let (preparation, asked) = try prepare(parcel) { request in
            if request.method == "POST" { return answer(202, #"{"id":"77","url":null}"#) }
            return answer(looks.removeFirst(), #"{"id":"77"}"#)
        }
        guard case .ready(let holes, _) = preparation else {
            Issue.record("\(preparation)")
            return
        }
        #expect(text(try parcel.filled(holes)).contains(#""media_ids":["77"],"#))
        #expect(asked.map(\.method) == ["POST", "GET", "GET", "GET"])
        #expect(asked[0].url == "https://service.example/api/v2/media" && asked[1].url.hasSuffix("/api/v1/media/77"))
        #expect(asked.dropFirst().allSatisfy { $0.pause > .zero })
        #expect(asked.allSatisfy { $0.carriesCredentials })
        let attachment = try #require(asked[0].attachment)
        #expect(attachment.digest == picture.digest)
        let head = text(attachment.head)
        #expect(head.contains("name=\"description\"\r\n\r\nTwo boats — \"at\" rest\r\n"))
        #expect(head.contains("name=\"focus\"\r\n\r\n0.5,-1.0\r\n"))
        #expect(head.hasSuffix("filename=\"galley-aaaaaaaaaaaaaaaa.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"))
        let boundary = try #require(asked[0].headers.first("Content-Type")?.split(separator: "=").last)
        #expect(text(attachment.tail) == "\r\n--\(boundary)--\r\n")
    }

    @Test("a picture that the server processes for two minutes is uploaded once")
    func slowProcessing() throws {
        let (parcel, _) = try parcel(post("Look ![](\(id))", [try media()]))
        var waited = Span.zero
        let (preparation, asked) = try prepare(parcel) { request in
            waited = waited + request.pause
            if request.method == "POST" { return answer(202, #"{"id":"77","url":null}"#) }
            return answer(waited < .minutes(2) ? 206 : 200, #"{"id":"77"}"#)
        }
        guard case .ready = preparation else {
            Issue.record("\(preparation)")
            return
        }
        #expect(asked.filter { $0.method == "POST" }.count == 1)
    }

    @Test("a picture with several alternative texts is uploaded once for each, under another name")
    func severalTexts() throws {
        let (parcel, preview) = try parcel(
            post("Look ![one](\(id)) ![two](\(id)) ![*one*](\(id)) ![](\(id)) ![two ](\(id))", [media(alt: "Own")]))
        #expect(parcel.pictures.map(\.alt) == ["one", "two", "Own"])
        #expect(parcel.predictedBody.contains(#""media_ids":["\#(id)","\#(id)-2","\#(id)-3"],"#))
        #expect(
            preview.pictures == [
                "“harbour.jpg” (4032 × 3024, 2.1 MB) goes along with the post.",
                "“harbour.jpg” (4032 × 3024, 2.1 MB, as “two”) goes along with the post.",
                "“harbour.jpg” (4032 × 3024, 2.1 MB, as “Own”) goes along with the post.",
            ])
        #expect(preview.losses == [])
        let (_, asked) = try prepare(parcel) { _ in answer(200, #"{"id":"77"}"#) }
        let heads = try asked.map { text(try #require($0.attachment).head) }
        #expect(heads.count == 3)
        for (number, words) in ["one", "two", "Own"].enumerated() {
            #expect(heads[number].contains("name=\"description\"\r\n\r\n\(words)\r\n"))
            let file = "galley-aaaaaaaaaaaaaaaa\(number == 0 ? "" : "-\(number + 1)").jpg"
            #expect(heads[number].contains("filename=\"\(file)\""))
        }
    }

    @Test("an alternative text for which the server has no room is a loss")
    func textsBeyondLimit() throws {
        let body = (1...6).map { "![text \($0)](\(id))" }.joined(separator: " ")
        let (parcel, preview) = try parcel(post(body, [media()]))
        #expect(parcel.pictures.map(\.alt) == (1...4).map { "text \($0)" })
        #expect(
            preview.losses.contains { $0.contains("“harbour.jpg” as “text 5”, “harbour.jpg” as “text 6”: not sent") })
    }

    @Test("an older server is asked at the older address")
    func older() throws {
        let (parcel, _) = try parcel(post("Look ![](\(id))", [try media()]))
        let (preparation, asked) = try prepare(parcel) {
            $0.url.hasSuffix("/v2/media") ? answer(404, "{}") : answer(200, #"{"id":7}"#)
        }
        #expect(preparation == .ready(holes: [Parcel.picturesHole: "\"7\""], facts: nil))
        #expect(asked.count == 2)
    }

    @Test("the server's answers about a picture are reported as what they are")
    func problems() throws {
        let (parcel, _) = try parcel(post("Look ![](\(id))", [try media()]))
        let cases: [(Exchange, String)] = [
            (answer(422, #"{"error":"Validation failed"}"#), "refused"), (answer(401), "denied"),
            (answer(403), "denied"),
            (answer(429), "busy"), (answer(500), "unknown"), (failure(.sent), "unknown"), (failure(.nothing), "unsent"),
            (answer(200, "<html>"), "unknown"), (answer(202, #"{"id":"7"}"#), "busy"),
        ]
        for (exchange, word) in cases {
            let (preparation, _) = try prepare(parcel) { $0.method == "POST" ? exchange : answer(206, "{}") }
            guard case .ended(let outcome) = preparation else {
                Issue.record("went on after \(exchange)")
                continue
            }
            #expect(outcome.word == word)
        }
    }

    @Test("a picture with an address is ready, also with the status of one that is still being processed")
    func readyAtOnce() throws {
        let (parcel, _) = try parcel(post("Look ![](\(id))", [try media()]))
        let (preparation, asked) = try prepare(parcel) { request in
            request.method == "POST"
                ? answer(202, #"{"id":"77","url":"https://service.example/media/77.jpg"}"#)
                : answer(403, #"{"error":"Insufficient permissions: read:media."}"#)
        }
        guard case .ready(let holes, _) = preparation else {
            Issue.record("\(preparation)")
            return
        }
        #expect(asked.count == 1 && holes[Parcel.picturesHole] == "\"77\"")
    }

    @Test("a retry sends the same request, and uploads nothing again")
    func repetition() throws {
        let (parcel, _) = try parcel(post("Look ![](\(id))", [try media()]))
        var again = briefing(facts("mastodon"))
        again.lastRequest = Array(parcel.predictedBody.utf8)
        let (preparation, asked) = try prepare(parcel, again) { _ in answer(500) }
        #expect(asked.isEmpty)
        guard case .ready = preparation else {
            Issue.record("\(preparation)")
            return
        }
    }

    @Test("a rehearsal goes through all steps")
    func rehearsal() throws {
        let kind = try http("mastodon")
        let (parcel, _) = try parcel(post("Look ![](\(id))", [try media()]))
        let (preparation, _) = try prepare(parcel) { .success(kind.rehearsalAnswer(to: $0.request, at: noon)) }
        guard case .ready(let holes, _) = preparation else {
            Issue.record("\(preparation)")
            return
        }
        let body = try parcel.filled(holes)
        let answer = kind.rehearsalAnswer(to: kind.request(parcel, body: body, at: noon), at: noon)
        #expect(kind.outcome(of: .success(answer), for: parcel, body: body).word == "accepted")
    }
}

@Suite("Pictures at a WordPress")
struct WordPressPictureTests {
    private let place = "https://service.example/wp-content/uploads/galley-aaaaaaaaaaaaaaaa.jpg"

    private func prepare(
        _ manuscript: Manuscript, repeats: Bool = false, media reply: @escaping (Question) -> Exchange
    ) throws -> (value: Preparation, asked: [Question], parcel: Parcel) {
        let kind = try http("wordpress")
        let parcel = try parcel(kind, manuscript)
        var briefing = briefing()
        if repeats { briefing.lastRequest = Array(parcel.predictedBody.utf8) }
        let (value, asked) = try converse {
            kind.prepare(parcel, briefing, answers: $0)
        } reply: { request in
            request.url.contains("/wp/v2/media") ? reply(request) : answer(200, "[]")
        }
        return (value, asked.filter { $0.url.contains("/wp/v2/media") }, parcel)
    }

    @Test("a picture is uploaded to the library with its description, and its address goes into the post")
    func uploads() throws {
        let (value, asked, parcel) = try prepare(
            post("Look ![Two & boats](\(id)) and `\(id)` again ![](\(id))", [try media()])
        ) { request in
            if request.method == "GET" { return answer(200, "[]") }
            return request.attachment == nil
                ? answer(200, #"{"id":5}"#) : answer(201, #"{"id":5,"source_url":"\#(place)"}"#)
        }
        guard case .ready(let holes, _) = value else {
            Issue.record("\(value)")
            return
        }
        let content = try #require(try JSON(reading: parcel.filled(holes))["content"]?.text)
        #expect(content.components(separatedBy: "src=\"\(place)\" width=\"4032\" height=\"3024\" alt=").count == 3)
        #expect(content.contains("<code>\(id)</code>"))
        #expect(asked.map(\.method) == ["GET", "POST", "POST"])
        #expect(asked[0].url.contains("slug=galley-aaaaaaaaaaaaaaaa"))
        #expect(asked[1].headers.first("Content-Type") == "image/jpeg")
        let disposition = asked[1].headers.first("Content-Disposition")
        #expect(disposition == "attachment; filename=\"galley-aaaaaaaaaaaaaaaa.jpg\"")
        #expect(asked[2].url.hasSuffix("/wp/v2/media/5"))
        #expect(text(asked[2].body) == #"{"alt_text":"Two & boats","title":"harbour.jpg"}"#)
    }

    @Test("each place in the post keeps its own alternative text, and the library has one picture")
    func severalTexts() throws {
        let frozen = try http("wordpress").freeze(
            post("![one](\(id)) ![two](\(id))", [media()]), as: .create, facts: nil, key: key)
        let parcel = try Parcel(encoded: frozen.payload)
        #expect(parcel.pictures.map(\.alt) == ["one"] && frozen.preview.pictures.count == 1)
        #expect(frozen.preview.text.contains("alt=\"one\"") && frozen.preview.text.contains("alt=\"two\""))
    }

    @Test("an existing one is used again, and gets a description if it had none")
    func finds() throws {
        for (words, count) in [("Known", 1), ("", 2)] {
            let found = #"[{"id":5,"source_url":"\#(place)","alt_text":"\#(words)"}]"#
            let (value, asked, _) = try prepare(post("![Boats](\(id))", [try media()])) {
                answer(200, $0.method == "GET" ? found : #"{"id":5}"#)
            }
            guard case .ready(let holes, _) = value else {
                Issue.record("\(value)")
                return
            }
            #expect(holes[id] == place && asked.count == count)
        }
    }

    @Test(
        "as many pictures and tags as a post may have fit into one preparation once the site has them; more are refused"
    )
    func manyPictures() throws {
        let pictures = try (0...WordPressTarget.picturesMax).map { number in
            let digest = String(repeating: "0", count: 60) + String(1000 + number)
            return Media(
                id: try #require(MediaID(String(digest.suffix(16)))), owner: UserID(1), revision: Revision(1),
                digest: digest, facts: try media().facts, notes: MediaNotes(name: "a.jpg", alt: ""), createdAt: noon)
        }
        func essay(_ count: Int) throws -> Manuscript {
            let shown = Array(pictures.prefix(count))
            return try post(shown.map { "![Boats](\($0.id.address))" }.joined(separator: "\n\n"), shown)
        }
        let kind = try http("wordpress")
        var largest = try essay(WordPressTarget.picturesMax)
        let names = (0..<WordPressTarget.termsMax).map { "tag\($0)" }
        largest.tags = try names.map { try Tag($0) }
        let terms = names.enumerated().map { "{\"id\":\($0 + 1),\"name\":\"\($1)\"}" }.joined(separator: ",")
        let parcel = try parcel(kind, largest)
        // What a courier asks at most.
        let (value, asked) = try converse(stepsMax: 512) {
            kind.prepare(parcel, briefing(), answers: $0)
        } reply: { request in
            if request.url.contains("/wp/v2/tags") { return answer(200, "[\(terms)]") }
            let isPicture = request.url.contains("/wp/v2/media")
            return answer(200, isPicture ? #"[{"id":5,"source_url":"\#(place)","alt_text":"Known"}]"# : "[]")
        }
        guard case .ready(let holes, _) = value else {
            Issue.record("\(value)")
            return
        }
        #expect(asked.count { $0.url.contains("/wp/v2/media") } == WordPressTarget.picturesMax && holes.count > 300)
        #expect {
            try kind.freeze(essay(WordPressTarget.picturesMax + 1), as: .create, facts: nil, key: key)
        } throws: { "\($0)".contains("The post has 301 pictures; WordPress gets at most 300.") }
    }

    @Test("WordPress's reason for refusing a picture is passed on, with the picture's size")
    func problems() throws {
        let tooLarge =
            #"{"code":"rest_upload_sideload_error","message":"Exceeds upload_max_filesize","data":{"status":500}}"#
        let badType =
            #"{"code":"rest_upload_sideload_error","message":"Sorry, not this file type.","data":{"status":500}}"#
        let cases: [(Exchange, String)] = [
            (answer(500, tooLarge), "refused"), (answer(413, "<html>"), "refused"), (answer(403, "{}"), "denied"),
            (answer(500, badType), "refused"),
            (answer(500, "oops"), "unknown"), (answer(201, "<html>"), "unknown"), (failure(.nothing), "unsent"),
            (answer(201, #"{"id":5,"source_url":"javascript:alert(1)"}"#), "unknown"),
        ]
        for (exchange, word) in cases {
            let (value, _, _) = try prepare(post("![Boats](\(id))", [try media()])) {
                $0.method == "GET" ? answer(200, "[]") : exchange
            }
            guard case .ended(let outcome) = value else {
                Issue.record("went on after \(exchange)")
                continue
            }
            #expect(outcome.word == word)
            if ["refused", "denied"].contains(word) { #expect(outcome.words.contains("4032 × 3024, 2.1 MB")) }
            let isTooLarge = [answer(500, tooLarge), answer(413, "<html>")].contains(exchange)
            #expect(outcome.words.contains("Make it smaller") == isTooLarge)
        }
    }

    @Test("a retry uploads nothing, and a rehearsal goes through all steps")
    func others() throws {
        #expect(try prepare(post("![](\(id))", [try media()]), repeats: true) { _ in answer(500) }.asked.isEmpty)
        let kind = try http("wordpress")
        let (value, _, parcel) = try prepare(post("![x](\(id))", [try media()])) {
            .success(kind.rehearsalAnswer(to: $0.request, at: noon))
        }
        guard case .ready(let holes, _) = value else {
            Issue.record("\(value)")
            return
        }
        #expect(text(try parcel.filled(holes)).contains("/wp-content/uploads/galley-aaaaaaaaaaaaaaaa.jpg"))
    }
}

@Suite("Pictures in HTML")
struct PicturePlacingTests {
    private func place(_ html: String, alt: String = "Own") -> String {
        placingPictures(in: html) {
            $0.address == id ? PicturePlace(address: "/p.jpg", width: 4, height: 3, alt: alt) : nil
        }
    }

    @Test("addresses in tags are replaced, addresses in text are not")
    func places() {
        #expect(place("<img src=\"\(id)\" alt=\"a\" />") == #"<img src="/p.jpg" width="4" height="3" alt="a" />"#)
        #expect(place("<img src=\"\(id)\" alt=\"\" />") == #"<img src="/p.jpg" width="4" height="3" alt="Own" />"#)
        #expect(place("<img src=\"\(id)\" alt=\"\" />", alt: "").contains(#"alt="""#))
        #expect(place("<img src=\"\(id)\" alt=\"\">", alt: "\"<&").contains(#"alt="&quot;&lt;&amp;""#))
        #expect(place("<a href=\"\(id)\">x</a>") == #"<a href="/p.jpg">x</a>"#)
        for html in [
            "<p>\(id)</p>", "src=&quot;\(id)&quot;", "<img src=\"\(id)0\">", "<img src=\"media:bbbbbbbbbbbbbbbb\">",
            "<img src=\"media:", "=\"media:",
        ] {
            #expect(place(html) == html)
        }
    }

    @Test("the site's own pages show the pictures that go along")
    func site() throws {
        var settings = settings("site")
        settings.url = nil
        let theme = "../Sources/Site/themes/default"
        let folder = String(#filePath.split(separator: "/").dropLast(2).joined(separator: "/"))
        settings.site = Site(
            settings: try SiteSettings(name: "Mine", address: "https://example.org/blog", folder: "/srv/www"),
            theme: try Theme(defaultFolder: "/\(folder)/\(theme)"))
        let target = try Target(settings)
        let frozen = try target.freeze(
            post("![](\(id)) [large](\(id))", [try media(alt: "Boats")]), facts: nil, key: "")
        let entry = try SiteEntry(encoded: frozen.payload)
        #expect(
            entry.contentHTML.contains(
                #"src="/blog/media/aaaaaaaaaaaaaaaa.jpg" width="4032" height="3024" alt="Boats""#))
        #expect(entry.contentHTML.contains(#"loading="lazy""#))
        #expect(entry.contentHTML.contains(#"<a href="/blog/media/aaaaaaaaaaaaaaaa.jpg""#))
        #expect(entry.pictures?.map(\.file) == ["aaaaaaaaaaaaaaaa.jpg"])
        #expect(frozen.preview.pictures.count == 1)
        #expect(throws: FreezeError.self) { try target.freeze(post("![](\(id))", []), facts: nil, key: "") }
    }
}

@Suite("SVG drawings at targets")
struct DrawingAtTargetTests {
    @Test(
        "services get no drawing and the preview says so; other pictures and the words stay",
        arguments: ["mastodon", "bluesky", "wordpress"])
    func leavesOut(kind: String) throws {
        let drawing = try media("d", name: "chart.svg", alt: "Sales & costs", kind: .svg)
        let text = try post(
            "Look ![Sales](\(drawing.id.address)) here ![](\(drawing.id.address)) and ![Boats](\(id))",
            [media(bytes: 90_000), drawing],
            title: kind == "wordpress" ? "Boats" : nil)
        let target = try http(kind) { if kind == "bluesky" { $0.account = "ada.example" } }
        let frozen = try target.freeze(text, as: .create, facts: kind == "mastodon" ? facts("mastodon") : nil, key: key)
        let parcel = try Parcel(encoded: frozen.payload)
        #expect(parcel.pictures.map(\.address) == [id] && frozen.preview.pictures.count == 1)
        #expect(frozen.preview.losses.filter { $0.hasPrefix("“chart.svg”: not sent") }.count == 1)
        #expect(!frozen.preview.warnings.contains { $0.contains("chart.svg") })
        #expect(frozen.preview.text.contains("Look") && frozen.preview.text.contains("here"))
        guard kind == "wordpress" else { return }
        #expect(frozen.preview.text.contains("<p>Look Sales here Sales &amp; costs and <img src=\"\(id)\""))
    }

    @Test("a site gets the drawing's file")
    func onSite() throws {
        let drawing = try media("d", name: "chart.svg", alt: "Sales", width: 40, height: 30, kind: .svg)
        #expect(PictureLimits().problem(with: drawing.facts)?.contains("SVG") == true)
        #expect(!PictureLimits().fitsSmaller(drawing.facts) && drawing.facts.kind.fileEnding == "svg")
        #expect(PictureKind(mediaType: "image/svg+xml") == .svg)
    }
}
