import Testing

@testable import Posts

@Suite struct SlugTests {
    @Test(
        "text that cannot be the last part of an address, or a file name, is refused",
        arguments: [
            ("", SlugError.empty), (".", .badBeginning("“.”")), ("..", .badBeginning("“.”")),
            (".htaccess", .badBeginning("“.”")), ("a.", .badEnd), ("a/b", .badCharacter("“/”")),
            ("a\\b", .badCharacter("“\\”")), ("a b", .badCharacter("“ ”")), ("a\0b", .badCharacter("U+0000")),
            ("a\nb", .badCharacter("U+000A")), ("a\u{202E}b", .badCharacter("U+202E")),
            ("a\u{200B}b", .badCharacter("U+200B")), ("a%20b", .badCharacter("“%”")), ("a?b", .badCharacter("“?”")),
            ("a#b", .badCharacter("“#”")), ("🎉", .badCharacter("“🎉”")), ("a\u{3164}", .badCharacter("U+3164")),
            ("\u{301}a", .badBeginning("“\u{301}”")), ("a\u{200D}", .badCharacter("U+200D")),
            ("\u{200C}a", .badCharacter("U+200C")), ("a\u{FE0F}", .badCharacter("U+FE0F")),
            (String(repeating: "a", count: 81), .tooManyCharacters(81)),
            (String(repeating: "字", count: 81), .tooLong(bytes: 243)),
            ("a" + String(repeating: "\u{316}", count: 5000), .tooLong(bytes: 10_001)),
        ])
    func refuses(text: String, error: SlugError) {
        #expect(throws: error) { try Slug(checking: text) }
    }

    @Test(
        "slugs of other blogs and other scripts are accepted unchanged",
        arguments: [
            "a", "hello-world", "-a-", "a--b", "Hello_World", "index.html", "~draft", "2026", "été", "日本語",
            "привет-мир",
            "हिन्दी", "می\u{200C}خواهم", "straße", "x²", "ⅳ", String(repeating: "字", count: 80),
        ])
    func accepts(text: String) throws {
        #expect(try Slug(checking: text).text == text)
    }

    @Test("two spellings of one text are one slug, byte for byte")
    func composes() throws {
        let slug = try Slug(checking: "e\u{301}te\u{301}-\u{1100}\u{1161}")
        #expect(Array(slug.text.utf8) == Array("\u{E9}t\u{E9}-\u{AC00}".utf8))
    }

    @Test(
        "a title without letters or digits gives no slug",
        arguments: [
            "", " ", "!!!", "…", "🎉🎉", "\u{200B}", "\u{301}", "‘’", "---",
            "1\u{FE0F}\u{20E3}".filter { $0 != "1\u{FE0F}\u{20E3}" },
        ])
    func derivesNothing(title: String) {
        #expect(Slug.derived(from: title) == nil)
    }

    @Test(
        "a title gives a slug by the documented rules",
        arguments: [
            ("Hello, World!", "hello-world"), ("It's  a \t“quoted”\nday", "its-a-quoted-day"), ("It’s", "its"),
            ("R&D", "r-d"), ("C++ & C#", "c-c"), ("snake_case.txt", "snake-case-txt"),
            ("Swift 6.3 — new", "swift-6-3-new"),
            ("Ein Café in Übersee", "ein-café-in-übersee"), ("E\u{301}te\u{301}", "été"), ("İstanbul", "istanbul"),
            ("ПРИВЕТ, мир", "привет-мир"), ("日本語のタイトル", "日本語のタイトル"), ("你好，世界", "你好-世界"),
            ("हिन्दी में", "हिन्दी-में"), ("می\u{200C}خواهم", "می-خواهم"), ("col·lecció", "collecció"),
            ("party 🎉 time", "party-time"), ("🎉party", "party"), ("I ❤\u{FE0F} you", "i-you"),
            ("1\u{FE0F}\u{20E3} first", "1-first"),
            ("Wo\u{AD}rd", "word"), ("-- a --", "a"), ("../../etc/passwd", "etc-passwd"), ("a\u{202E}b", "ab"),
            ("e\u{34F}\u{301}", "é"), ("🏳\u{FE0F}\u{200D}🌈 pride", "pride"), ("½ price", "½-price"),
        ])
    func derives(title: String, slug: String) throws {
        let derived = try #require(Slug.derived(from: title))
        #expect(derived.text == slug)
        #expect(try Slug(checking: derived.text) == derived)
    }

    @Test("a long title is cut between words, or between characters if there is only one word")
    func cuts() throws {
        let words = try #require(Slug.derived(from: String(repeating: "seven77 ", count: 1000)))
        #expect(words.text == "seven77-seven77-seven77-seven77-seven77-seven77-seven77")
        #expect(Slug.derived(from: String(repeating: "a", count: 10_000))?.text.count == 60)
        let han = try #require(Slug.derived(from: String(repeating: "字", count: 10_000)))
        #expect(han.text.count == 60)
        let exact = String(repeating: "a", count: 29) + " " + String(repeating: "b", count: 30) + " more"
        #expect(Slug.derived(from: exact)?.text.count == 60)
        let early = "a " + String(repeating: "b", count: 100)
        #expect(Slug.derived(from: early)?.text == "a-" + String(repeating: "b", count: 58))
    }

    @Test("any title's slug passes the check, and so does its second copy")
    func derivesOnlyValid() throws {
        var random = SystemRandomNumberGenerator()
        let ranges: [ClosedRange<UInt32>] = [
            0...0x2FF, 0x300...0x36F, 0x590...0x6FF, 0x900...0x11FF, 0x2000...0x206F,
            0x3000...0x31FF, 0xAC00...0xD7FF, 0xFE00...0xFFFD, 0x1F000...0x1FAFF, 0xE0000...0xE01EF,
        ]
        for _ in 0..<1000 {
            var title = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...90, using: &random) {
                guard let range = ranges.randomElement(using: &random) else { continue }
                title.append(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "-")
            }
            guard let slug = Slug.derived(from: String(title)) else { continue }
            #expect(try Slug(checking: slug.text).text == slug.text, "from \(Array(title))")
            #expect(try Slug(checking: slug.numbered(2).text) == slug.numbered(2), "from \(Array(title))")
        }
    }

    @Test("a number is added within the limits")
    func numbers() throws {
        #expect(try Slug(checking: "slug").numbered(2).text == "slug-2")
        let long = try Slug(checking: String(repeating: "a", count: 75) + "-bbbb").numbered(1000)
        #expect(long.text == String(repeating: "a", count: 75) + "-1000")
        let han = try Slug(checking: String(repeating: "字", count: 80)).numbered(12)
        #expect(han.text == String(repeating: "字", count: 77) + "-12")
    }

    @Test("in an address only the unreserved characters stay unencoded")
    func encodes() throws {
        #expect(try Slug(checking: "a-Z_0.~x").text.percentEncoded() == "a-Z_0.~x")
        #expect(try Slug(checking: "été").text.percentEncoded() == "%C3%A9t%C3%A9")
        #expect(try Slug(checking: "日").text.percentEncoded() == "%E6%97%A5")
    }
}
