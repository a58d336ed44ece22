import Posts
import Testing

@testable import FrontMatter

@Suite struct MarkdownFileTests {
    @Test(
        "a text without a front matter is the body, byte for byte",
        arguments: [
            "", "\n", "Hello", "\n---\ntitle: x\n---\n", "----\n", "--- x\n---\n", "Text\n---\nmore\n",
            "{\"title\": 1}\n",
            "\r\nline\r\n", " ---\n",
        ])
    func readsBareText(text: String) throws {
        let file = try MarkdownFile(text)
        #expect(file.block == nil)
        #expect(Array(file.body.utf8) == Array(text.utf8))
        #expect(file.texts[.title] == nil && file.tags.isEmpty && file.unknown.isEmpty)
    }

    @Test(
        "front matter and body are split at the fences, byte for byte",
        arguments: [
            ("---\ntitle: x\n---\nBody\n", "title: x\n", "---\n", "Body\n"),
            ("\u{FEFF}---\r\ntitle: x\r\n---\r\n\r\nBody\r\n", "title: x\r\n", "---\r\n\r\n", "Body\r\n"),
            ("---  \ntitle: x # why\n...\n\n\n  Body", "title: x # why\n", "...\n\n\n", "  Body"),
            ("---\n---\n", "", "---\n", ""), ("---\n---", "", "---", ""), ("+++\n+++\n---\n", "", "+++\n", "---\n"),
            ("---\n# nothing\n\n---\n---\n", "# nothing\n\n", "---\n", "---\n"),
        ])
    func divides(file: String, block: String, closing: String, body: String) throws {
        let read = try MarkdownFile(file)
        #expect(read.block?.text == block)
        #expect(read.block?.closing == closing)
        #expect(Array(read.body.utf8) == Array(body.utf8))
    }

    @Test("a Hugo file is understood in YAML and in TOML alike")
    func readsHugo() throws {
        let yaml = """
            ---
            title: "Hello: World"   # a comment
            date: 2026-12-01T09:00:00+01:00
            slug: hello
            tags: [Swift, news, swift]
            categories:
              - Notes
            description: >
              Two
              lines
            language: pt_BR
            draft: true
            author: Ann
            weight: 10
            params: {a: [1, two], b: null}
            ---
            Body
            """
        let toml = """
            +++
            title = "Hello: World"
            date = 2026-12-01T09:00:00+01:00
            slug = 'hello'
            tags = ["Swift", "news", "swift"]
            categories = ["Notes"]
            description = "Two lines"
            language = "pt-BR"
            draft = true
            author = "Ann"
            weight = 10
            [params]
            a = [1, "two"]
            +++
            Body
            """
        for file in [try MarkdownFile(yaml), try MarkdownFile(toml)] {
            #expect(file.texts[.title] == "Hello: World")
            #expect(file.date == .wall(try WallClock("2026-12-01T09:00"), zone: try ZoneName("+01:00")))
            #expect(file.slug?.text == "hello")
            #expect(file.tags.map(\.text) == ["Swift", "news", "Notes"])
            #expect(file.texts[.summary] == "Two lines")
            #expect(file.language?.tag == "pt-BR")
            #expect(file.isDraft == true)
            #expect(file.texts[.author] == "Ann")
            #expect(file.unknown.map(\.key) == ["weight", "params"])
            #expect(file.unknown.first?.value == .plain("10"))
            #expect(file.body == "Body")
        }
    }

    @Test("a Jekyll file is understood")
    func readsJekyll() throws {
        let file = try MarkdownFile(
            """
            ---
            layout: post
            title: 1984
            date: 2026-12-01 09:00:00 +0100
            categories: books, orwell
            permalink: /2026/12/nineteen-eighty-four.html
            excerpt: ''
            published: false
            canonical_url: https://example.com/1984
            redirect_from: [/old]
            ---
            """)
        #expect(file.kind == .post)
        #expect(file.texts[.title] == "1984")
        #expect(file.slug?.text == "nineteen-eighty-four")
        #expect(file.tags.map(\.text) == ["books", "orwell"])
        #expect(file.texts[.summary] == nil)
        #expect(file.isDraft == true)
        #expect(file.texts[.canonicalAddress] == "https://example.com/1984")
        #expect(file.texts[.path] == "/2026/12/nineteen-eighty-four.html")
        #expect(file.unknown.map(\.key) == ["redirect_from"])
        #expect(file.unknown.last?.line == 10)
    }

    @Test("targets can be listed, with text of their own")
    func readsTargets() throws {
        let named = try MarkdownFile("---\ntargets: blog, fediverse\noverrides:\n  fediverse: Hi\n---\n")
        #expect(named.targets?.map(\.text) == ["blog", "fediverse"])
        #expect(named.overrides[try TargetName("fediverse")]?.text == "Hi")
        let toml = try MarkdownFile(
            """
            +++
            [targets.fediverse]
            text = 'Hi'
            visibility = 'unlisted'
            warning = 'w'
            language = 'de'
            [targets.blog]
            +++
            """)
        #expect(Set(toml.targets?.map(\.text) ?? []) == ["blog", "fediverse"])
        let expected = TargetOverride(text: "Hi", warning: "w", visibility: .unlisted, language: try Language("de"))
        #expect(toml.overrides[try TargetName("fediverse")] == expected)
        #expect(try MarkdownFile("---\ntargets: []\n---\n").targets == [])
        #expect(try MarkdownFile("---\ntitle: x\n---\n").targets == nil)
    }

    @Test(
        "a value that its field cannot hold is refused with its line",
        arguments: [
            ("title: [a]", "“title” is a list. It needs one text."),
            ("slug: a b", "The slug contains “ ”. Use letters, digits, “-”, “_”, “.” and “~”."),
            ("date: soon", "“soon” is not a time."), ("date: tomorrow 09:00", "“tomorrow 09:00” is no date."),
            ("date: 2026-02-30", "2026-02 has no day 30. It has 28 days."), ("date: {a: b}", "“date” is a table."),
            ("zone: ../x", "is not the name of a time zone"), ("language: english language", "is not a language tag"),
            ("tags: {a: b}", "“tags” is a table. It needs a list"), ("tags: [a, [b]]", "“tags” contains a list."),
            ("tags: [\"a,b\"]", "The tag contains “,”."), ("draft: maybe", "“draft” needs true or false"),
            ("targets: Blog!", "The name of the target contains “B”."),
            ("overrides: x", "It needs a table of targets."),
            ("overrides: {a: {colour: red}}", "has no field “colour”"),
            ("overrides: {a: {visibility: secret}}", "Use one of public, unlisted, private, direct."),
            ("overrides: {a: {long: both}}", "Use one of link, thread."),
        ])
    func refusesValue(field: String, words: String) throws {
        let error = try #require(
            #expect(throws: FrontMatterError.self) { try MarkdownFile("---\nx: y\n\(field)\n---\n") })
        #expect(error.line == 3)
        #expect(error.problem.contains(words), "\(error)")
    }

    @Test(
        "dates are read in every form, and the file's own zone applies",
        arguments: [
            ("date: 2026-07-01", "2026-07-01T00:00:00Z"), ("date: 2026-07-01 09:00", "2026-07-01T09:00:00Z"),
            ("date: '2026-07-01T09:00Z'", "2026-07-01T09:00:00Z"),
            ("date: 2026-07-01t9:00:00.5-05:00", "2026-07-01T14:00:00.5Z"),
            ("date: 2026-07-01 09:00 Fixed/East", "2026-07-01T08:00:00Z"),
            ("date: 2026-07-01 09:00\nzone: Fixed/East", "2026-07-01T08:00:00Z"),
            ("date: 2025-01-01\npublishDate: 2026-07-01 09:00", "2026-07-01T09:00:00Z"),
        ])
    func readsDates(fields: String, expected: String) throws {
        let file = try MarkdownFile("---\n\(fields)\n---\n")
        let planned = try file.plannedTime(by: clock)
        #expect(planned?.instant == (try RFC3339.instant(expected)))
    }

    @Test("dates of TOML's own kinds are read")
    func readsTOMLDates() throws {
        for (value, expected) in [
            ("2026-07-01", "2026-07-01T00:00:00Z"), ("2026-07-01T09:00:00", "2026-07-01T09:00:00Z"),
            ("2026-07-01 09:00:00.25-03:30", "2026-07-01T12:30:00.25Z"),
            ("2026-07-01T09:00:00Z", "2026-07-01T09:00:00Z"), ("20261201", "2026-12-01T00:00:00Z"),
            ("1782896400", "2026-07-01T09:00:00Z"),
        ] {
            let file = try MarkdownFile("+++\ndate = \(value)\n+++\n")
            let planned = try file.plannedTime(by: clock)
            #expect(planned?.instant == (try RFC3339.instant(expected)), "\(value)")
        }
        #expect(throws: FrontMatterError.self) { try MarkdownFile("+++\ndate = 09:00:00\n+++\n") }
        #expect(throws: FrontMatterError.self) { try MarkdownFile("+++\ndate = 20261301\n+++\n") }
        #expect(throws: FrontMatterError.self) { try MarkdownFile("+++\ndate = 2026\n+++\n") }
    }

    @Test("an unknown zone is named when the date is planned")
    func namesUnknownZones() throws {
        let file = try MarkdownFile("---\ndate: 2026-07-01\nzone: Mars/Olympus\n---\n")
        #expect(throws: WhenError.unknownZone(try ZoneName("Mars/Olympus"))) {
            try file.plannedTime(by: clock)
        }
    }

    @Test("the store gets a draft with the file's content")
    func makesDrafts() throws {
        let file = try MarkdownFile("---\ntitle: About\ntype: page\nslug: about\n---\n\nHi\n")
        let draft = file.draft(date: nil)
        #expect(draft.kind == .page)
        #expect(draft.title == "About")
        #expect(draft.slug?.text == "about")
        #expect(draft.body == "Hi\n")
    }
}

private let clock = FileClock(zone: .utc, now: Instant(seconds: 0), lookUp: lookUp)

/// One hour east of UTC, all year round.
@Sendable private func lookUp(_ name: ZoneName) -> Zone? {
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    let counts = [UInt8](repeating: 0, count: 16) + [0, 0, 0, 1, 0, 0, 0, 4]
    let block = header + counts + [0, 0, 0x0E, 0x10, 0, 0] + Array("EST\0".utf8)
    guard name.text == "Fixed/East" else { return nil }
    return try? Zone(name: name, rules: ZoneRules(tzif: block + block + Array("\n\n".utf8)))
}
