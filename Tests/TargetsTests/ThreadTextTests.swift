import Copyfitting
import Pictures
import Posts
import TargetSupport
import Testing

@testable import Targets

@Suite("A post's text as a thread")
struct ThreadTextTests {
    private let sentence = "The boats leave the harbour before the light. "

    private func thread(_ post: Manuscript, _ form: ThreadText.Form = .init(rule: .bluesky)) throws -> ThreadText {
        let tree = try post.tree()
        return try ThreadText(of: post, tree: tree, pictures: try post.pictures(in: tree), form)
    }

    private func picture(_ letter: Character) throws -> Media {
        let digest = String(repeating: letter, count: 64)
        return Media(
            id: try #require(MediaID(String(digest.prefix(16)))), owner: UserID(1), revision: Revision(1),
            digest: digest, facts: MediaFacts(kind: .jpeg, bytes: 1000, width: 40, height: 30),
            notes: MediaNotes(name: "\(letter).jpg", alt: "", focus: nil), createdAt: noon)
    }

    @Test(
        "each picture stands once, in its order, on a part that fits",
        arguments: [CountingRule.bluesky, CountingRule(software: "mastodon"), CountingRule(software: "gotosocial")])
    func pictures(rule: CountingRule) throws {
        let pictures = try "abcdef".map(picture)
        for count in [1, 4, 9, 15, 30] {
            let words = String(repeating: sentence, count: count)
            let body = pictures.map { "\(words)\n\n![](\($0.id.address))" }.joined(separator: "\n\n")
            var post = try manuscript(title: nil, body: body, tags: [], address: .none)
            post.media = pictures
            let parts = try thread(post, .init(rule: rule)).parts
            #expect(parts.flatMap { $0.pictures.map(\.media.id) } == pictures.map(\.id))
            #expect(parts.allSatisfy { rule.fits($0.text) })
            let sent = parts.map(\.text).joined().filter { !$0.isWhitespace }
            #expect(sent == String(repeating: words, count: pictures.count).filter { !$0.isWhitespace })
        }
    }

    @Test("each part shows a picture with the alternative texts that stand in it, once each")
    func alternativeTexts() throws {
        let media = try picture("a")
        let images = { (texts: [String]) in texts.map { "![\($0)](\(media.id.address))" }.joined(separator: " ") }
        var post = try manuscript(
            title: nil, body: "One. \(images(["x", "y", "x"]))\n\n---\n\nTwo. \(images(["y", "z"]))", tags: [],
            address: .none)
        post.media = [media]
        let parts = try thread(post).parts
        #expect(parts.map { $0.pictures.map(\.alt) } == [["x", "y"], ["y", "z"]])
        let number = { (address: String) in address.dropFirst(media.id.address.count) }
        #expect(parts.map { $0.pictures.map { number($0.address) } } == [["", "-2"], ["-2", "-3"]])
        #expect(parts.map(\.text) == ["One.", "Two."])
    }

    @Test("the pictures of an author's own text stand on the first part")
    func ownText() throws {
        let media = try picture("a")
        var post = try manuscript(
            body: "![](\(media.id.address))", address: .none, override: TargetOverride(text: "One.\n---\nTwo."))
        post.media = [media]
        let parts = try thread(post, .init(rule: .bluesky, start: "Start. ", isTagged: true)).parts
        #expect(parts.map(\.text) == ["Start. One.", "Two."])
        #expect(parts.map(\.pictures.count) == [1, 0])
    }

    @Test("numbers have their room, however many digits they take", arguments: [3, 9, 10, 40, 120, 1200])
    func numbers(sentences: Int) throws {
        let post = try manuscript(
            title: nil, body: String(repeating: sentence, count: sentences), tags: [], address: .none)
        let texts = try thread(post, .init(rule: .bluesky, isNumbered: true)).parts.map(\.text)
        #expect(texts.allSatisfy { CountingRule.bluesky.fits($0) })
        for (index, text) in texts.enumerated() where texts.count > 1 {
            #expect(text.hasSuffix("\n\n\(index + 1)/\(texts.count)"))
        }
        #expect(texts.count > 1 || !(texts.first ?? "").contains("1/1"))
    }

    @Test(
        "a text that fits without a number is one post without a number",
        arguments: [CountingRule.bluesky, CountingRule(name: "Test", method: .codePointsOfText, limit: 60)])
    func unnumbered(rule: CountingRule) throws {
        for excess in -6...1 {
            let words = String(String(repeating: "word ", count: 80).prefix(rule.limit + excess - 1)) + "."
            let post = try manuscript(title: nil, body: words, tags: [], address: .none)
            let thread = try thread(post, .init(rule: rule, isNumbered: true, avoidsPairs: true))
            if excess <= 0 {
                #expect(thread.parts.map(\.texts) == [[words]])
                #expect(!thread.hasAvoidedPair)
            } else {
                #expect(thread.parts.count > 2 && thread.hasAvoidedPair)
                #expect(thread.parts[0].text.hasSuffix("\n\n1/\(thread.parts.count)"))
            }
        }
        let divided = try manuscript(title: nil, body: "One.\n\n---\n\nTwo.", tags: [], address: .none)
        let thread = try thread(divided, .init(rule: rule, isNumbered: true, avoidsPairs: true))
        #expect(thread.parts.map(\.text) == ["One.\n\n1/2", "Two.\n\n2/2"] && !thread.hasAvoidedPair)
    }

    @Test("an awaited address has room to become longer, in the author's text as after the last part")
    func address() throws {
        let mastodon = CountingRule(software: "gotosocial", limit: 100)
        let awaited = Manuscript.Address.awaited(predicted: "https://a.example/p/")
        for count in 1...40 {
            let words = String(repeating: "word ", count: count)
            let own = try manuscript(address: awaited, override: TargetOverride(text: words + "{{ url }} " + words))
            let written = try manuscript(title: "T", body: words, tags: [], address: awaited)
            let last = try thread(written, .init(rule: mastodon, ending: .address))
            for thread in [try thread(own, .init(rule: mastodon)), last] {
                #expect(thread.parts.map { $0.texts.count - 1 }.reduce(0, +) == 1)
                let longest = "https://a.example/p/" + String(repeating: "y", count: 20)
                #expect(thread.parts.allSatisfy { mastodon.fits($0.texts.joined(separator: longest)) })
            }
        }
    }

    @Test("an address at the end takes part in the balance", arguments: [true, false])
    func balancedAddress(hasPicture: Bool) throws {
        let picture = try picture("a")
        let address = "https://a.example/hello/"
        for count in 0..<80 {
            let words = (0..<count).map { "word\($0)" }.joined(separator: " ")
            var post = try manuscript(
                title: "Boats", body: hasPicture ? "\(words)\n\n![](\(picture.id.address))" : words, tags: [],
                address: .known(address))
            post.media = [picture]
            let form = ThreadText.Form(
                rule: .bluesky, avoidsPairs: true, ending: hasPicture ? .addressBelowPictures : .address)
            let parts = try thread(post, form).parts
            #expect(parts.count != 2)
            #expect(parts.last?.texts.count == 2)
            #expect(parts.last?.texts.first?.isEmpty == false, "\(count)")
            #expect(parts.map { $0.texts.joined(separator: address) }.allSatisfy { CountingRule.bluesky.fits($0) })
            let sent = parts.flatMap(\.texts).joined().filter { !$0.isWhitespace }
            #expect(sent == "Boats" + words.filter { !$0.isWhitespace })
        }
    }

    @Test("a break at the end of the text does not leave the address alone, and a long address is refused")
    func endsOfText() throws {
        let post = try manuscript(
            title: "Boats", body: "\(sentence)\n\n---\n\n", tags: [], address: .known("https://a.example/p"))
        let rule = CountingRule(software: "takahe")
        #expect(try thread(post, .init(rule: rule, ending: .address)).parts.count == 1)
        var long = post
        long.address = .awaited(predicted: "https://a.example/" + String(repeating: "p", count: 30))
        let narrow = CountingRule(name: "Test", method: .codePointsOfText, limit: 70)
        #expect(throws: FreezeError.self) {
            try thread(long, .init(rule: narrow, isNumbered: true, ending: .address))
        }
        #expect(try thread(long, .init(rule: narrow, ending: .address)).parts.last?.texts.count == 2)
    }

    @Test("a preview shows each picture with the part that has it", arguments: ["mastodon", "bluesky"])
    func previewed(kind: String) throws {
        let pictures = try "abc".map(picture)
        let images = pictures.map { "![](\($0.id.address))" }
        var post = try manuscript(
            title: nil,
            body: "One.\n\n\(images[0])\n\n---\n\nTwo.\n\n---\n\n![Boats](\(pictures[1].id.address))\n\(images[2])",
            tags: [], address: .none)
        post.media = pictures
        let target = try target(kind) {
            $0.long = "thread"
            if kind == "bluesky" { $0.account = "ada.example.org" }
        }
        let thread = try target.freeze(post, facts: nil, key: key).preview.thread
        #expect(
            thread.map(\.text) == ["One.\n\n[Picture: “a.jpg”]", "Two.", "[Picture: Boats]\n[Picture: “c.jpg”]"])
    }

    @Test("targets with the same form share a thread, and others make their own")
    func shared() throws {
        var post = try manuscript(
            title: "Boats", body: String(repeating: sentence, count: 40), tags: ["sea"],
            address: .known("https://a.example/p"))
        let mastodon = try target("mastodon") { $0.long = "thread" }
        let bluesky = try target("bluesky") { ($0.long, $0.account) = ("thread", "ada.example.org") }
        let alone = try [mastodon, bluesky].map { try $0.freeze(post, facts: nil, key: key) }
        post.threads = alone.compactMap(\.thread)
        #expect(post.threads.count == 2)
        #expect(try [mastodon, bluesky].map { try $0.freeze(post, facts: nil, key: key) } == alone)

        var others = [post, post, post, post]
        others[0].body += "More."
        others[1].title = "Ships"
        others[2].address = .known("https://a.example/q")
        others[3].override = TargetOverride(text: "Mine.")
        for other in others {
            var fresh = other
            fresh.threads = []
            for target in [mastodon, bluesky] {
                #expect(
                    try target.freeze(other, facts: nil, key: key) == target.freeze(fresh, facts: nil, key: key))
            }
        }
    }

    @Test("each part counts what is sent: its text, the warning, the address and the number")
    func counts() throws {
        let rule = CountingRule(software: "mastodon", limit: 200)
        let address = "https://a.example/" + String(repeating: "p", count: 80)
        let post = try manuscript(
            title: "Boats", body: String(repeating: sentence, count: 20), tags: [], address: .known(address))
        let form = ThreadText.Form(rule: rule, warning: "Storms", isNumbered: true, ending: .address)
        let parts = try thread(post, form).parts
        #expect(parts.count > 2)
        for part in parts {
            #expect(part.count == rule.count(part.texts.joined(separator: address), warning: "Storms"))
            #expect(part.count <= 200)
        }
    }

    @Test("a text that wants the address of a post without one is refused")
    func noAddress() throws {
        let post = try manuscript(address: .none, override: TargetOverride(text: "See {{url}}"))
        #expect(throws: FreezeError.self) { try thread(post) }
    }

    @Test(
        "each thematic break of Markdown begins a new part, and asterisks in a line of words do not",
        arguments: ["---", "***", "___", "- - -", "* * *", "*****"])
    func breaks(line: String) throws {
        let post = try manuscript(title: nil, body: "One.\n\n\(line)\n\nTwo *** two.", tags: [], address: .none)
        #expect(try thread(post, .init(rule: .bluesky)).parts.map(\.text) == ["One.", "Two *** two."])
    }

    @Test("a title begins the first part, and hashtags end the last")
    func ends() throws {
        let post = try manuscript(
            title: "Boats", body: String(repeating: sentence, count: 20), tags: ["sea"], address: .none)
        let texts = try thread(post, .init(rule: .bluesky, isTagged: true)).parts.map(\.text)
        #expect(texts.count > 1)
        #expect(texts.first?.hasPrefix("Boats\n\nThe boats") == true)
        #expect(texts.last?.hasSuffix("#sea") == true)
    }
}

extension ThreadText.Part {
    fileprivate var text: String { texts.joined(separator: "{{url}}") }
}
