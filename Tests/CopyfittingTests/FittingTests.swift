import Rendering
import Testing

@testable import Copyfitting

@Suite struct FittingTests {
    private func pieces(
        _ markdown: String, title: String? = nil, summary: String? = nil, address: AddressPiece = .none,
        tags: [String] = []
    ) throws -> Pieces {
        let tree = try DocumentTree(markdown, smartPunctuation: false)
        return Pieces(title: title, summary: summary, tree: tree, address: address, tags: tags)
    }

    private func mastodon(_ limit: Int = 500, warning: String = "") -> Fitting {
        Fitting(rule: CountingRule(software: "mastodon", limit: limit), warning: warning)
    }

    private let blog = AddressPiece.awaited(predicted: "https://me.com/a/", widthMax: 40)

    @Test("a note that fits is sent whole, without its address")
    func whole() throws {
        let fitted = try mastodon().fit(pieces("Hello *world*", address: blog, tags: ["open source", "hello", "C++"]))
        #expect(fitted.text(address: "") == "Hello world\n\n#OpenSource #hello")
        #expect(fitted.count == 31)
        #expect(!fitted.isCut)
        #expect(fitted.losses.map(\.kind) == [.emphasis, .tag])
    }

    @Test("a titled post is announced with summary and address, and the placeholder is counted as reserved")
    func announced() throws {
        let fitted = try mastodon().fit(
            pieces("Long text", title: "Title", summary: "Sum", address: blog, tags: ["a b"]))
        #expect(fitted.segments == [.text("Title\n\nSum\n\n"), .address, .text("\n\n#AB")])
        #expect(fitted.count == 5 + 2 + 3 + 2 + 23 + 2 + 3)
        #expect(mastodon().rule.count(fitted.text(address: "https://me.com/a-2/")) == fitted.count)
        #expect(fitted.losses.map(\.message) == ["The summary is sent and not the text."])
    }

    @Test("where addresses count in full the placeholder is counted at its greatest width")
    func widestHole() throws {
        let fitting = Fitting(rule: CountingRule(software: "gotosocial", limit: 60))
        let fitted = try fitting.fit(pieces("Text", title: "Title", address: blog))
        #expect(fitted.count == 5 + 2 + 4 + 2 + 40)
        #expect(fitting.rule.count(fitted.text(address: "https://me.com/a/")) == fitted.count - 23)
        #expect(fitted.losses == [])
    }

    @Test("without a summary a long text is represented by its first sentences")
    func excerpted() throws {
        let long = String(repeating: "A sentence with *some* words. ", count: 40)
        let fitted = try mastodon(5000).fit(pieces(long, title: "Title", address: .known("https://me.com/a")))
        let text = fitted.text(address: "")
        #expect(text.hasPrefix("Title\n\nA sentence with some words. A"))
        #expect(text.hasSuffix("words. …\n\nhttps://me.com/a"))
        #expect(text.count < 350)
        #expect(fitted.losses.map(\.kind) == [.text])
    }

    @Test("a note that does not fit is cut at a sentence, keeps its address, and tags take a fifth at most")
    func cut() throws {
        let long = String(repeating: "A sentence with words. ", count: 60)
        let tags = (1...20).map { "tag number \($0)" }
        let fitted = try mastodon().fit(pieces(long, address: blog, tags: tags))
        let text = fitted.text(address: "URL")
        #expect(fitted.isCut)
        #expect(fitted.count <= 500 && fitted.count > 470)
        #expect(text.contains("words. …\n\nURL\n\n#TagNumber1 #TagNumber2 "))
        #expect(text.split(separator: "\n").last.map { $0.count <= 100 } == true)
        #expect(fitted.losses.map(\.kind) == [.tag, .text])
    }

    @Test("addresses behind the words of links do not count as length of the text")
    func hiddenAddresses() throws {
        let fitting = Fitting(rule: .bluesky)
        func pieces(_ markdown: String, title: String?) throws -> Pieces {
            Pieces(
                title: title, summary: nil, tree: try DocumentTree(markdown), address: .known("https://me.com/a"),
                isMarked: true)
        }
        let link = "My [essay](https://example.org/" + String(repeating: "a", count: 300) + ")"
        let whole = try fitting.fit(pieces(link, title: "Title"))
        #expect(whole.losses == [] && BlueskyText(whole.text(address: "")).text == "Title\n\nMy essay\n\nme.com/a")
        let cut = try fitting.fit(pieces(link + String(repeating: " word", count: 100), title: nil))
        #expect(cut.losses.map(\.message).contains { $0.contains(" of 508 characters") })
    }

    @Test("tags that the text contains are not repeated")
    func presentTags() throws {
        let fitted = try mastodon().fit(pieces("Text with #Swift in it", tags: ["swift", "other", "Other"]))
        #expect(fitted.text(address: "") == "Text with #Swift in it\n\n#other")
    }

    @Test("only losses of the part that is sent are reported")
    func lossesOfThePart() throws {
        let long = "*first* " + String(repeating: "word ", count: 200) + "\n\n![late](x.png)"
        let kinds = try mastodon().fit(pieces(long)).losses.map(\.kind)
        #expect(kinds == [.emphasis, .text])
    }

    @Test(
        "an empty text is refused, and so is a warning that leaves no room",
        arguments: ["", "![picture](x.png)", "<!-- -->"])
    func refused(markdown: String) throws {
        #expect(throws: FitError.nothingToSend) { try mastodon().fit(pieces(markdown, tags: ["tag"])) }
        #expect(throws: FitError.warningTooLong(count: 10, limit: 10, server: "Mastodon")) {
            try mastodon(10, warning: "0123456789").fit(pieces("text"))
        }
    }

    @Test("a text whose mentions count more in their place than alone is cut, not left out")
    func cutsGluedMentions() throws {
        let text = String(repeating: "x/@a@averylonghostname.example.org ", count: 100)
        let fitted = try mastodon().fit(pieces(text))
        #expect(fitted.isCut && fitted.count <= 500 && fitted.count > 250)
        #expect(fitted.text(address: "").hasPrefix("x/@a@averylonghostname.example.org "))
    }

    @Test("the author's own text is sent unchanged or refused with the numbers")
    func explicit() throws {
        let fitting = mastodon(20, warning: "cw")
        #expect(try fitting.check([.text("  exactly eighteen")]).segments == [.text("  exactly eighteen")])
        let error = FitError.tooLong(count: 21, limit: 20, server: "Mastodon", warningCount: 2)
        #expect(throws: error) { try fitting.check([.text("exactly nineteen 19")]) }
        #expect(
            error.description == "The text is too long by 1. Mastodon counts 21 characters, 2 of them in the content "
                + "warning, and takes 20. Shorten it.")
        #expect(throws: FitError.nothingToSend) { try fitting.check([.text(" \n")]) }
    }

    @Test("a template's text is split at the address")
    func template() throws {
        let segments = [Fitted.Segment]("New: T \u{1} and \u{1}", addressMark: "\u{1}")
        #expect(segments == [.text("New: T "), .address, .text(" and "), .address])
        let fitted = try mastodon().check(segments, address: blog)
        #expect(fitted.count == 7 + 23 + 5 + 23)
        #expect(throws: FitError.self) { try mastodon(57).check(segments, address: blog) }
    }

    @Test(
        "a cut never splits a unit",
        arguments: [
            ("word https://example.com/a/long/path/here more", 29, "word…"),
            ("see https://example.com/x more and more words", 30, "see https://example.com/x …"),
            ("hi @alice@example.com and others besides", 12, "hi @alice@example.com …"),
            ("日本語の文章です。もう一つの文章です。", 12, "日本語の文章です。 …"),
            ("日本語の文章日本語の文章", 8, "日本語の文章日…"),
            ("Internationalization", 6, "Inter…"),
            ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 2, "👨‍👩‍👧‍👦…"),
            ("One, two; three", 10, "One, two…"),
            ("Dr. J. S. Bach wrote music", 16, "Dr. J. S. Bach…"),
            ("First paragraph here.\n\nSecond one.", 30, "First paragraph here. …"),
            ("#hashtagthatislong", 6, nil),
            ("https://example.com/ (see there)", 27, "https://example.com/ …"),
            ("me@example.com", 5, nil),
            ("a", 0, nil),
            ("\u{202E}עברית", 3, "\u{202E}ע…"),
        ] as [(String, Int, String?)])
    func places(text: String, budget: Int, cut: String?) {
        let rule = CountingRule(software: "mastodon", limit: 500)
        #expect(Cut(text, to: budget, by: rule)?.text == cut)
    }
}
