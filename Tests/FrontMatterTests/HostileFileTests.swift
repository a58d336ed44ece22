import Posts
import Testing

@testable import FrontMatter

/// Broken and malicious files.
@Suite struct HostileFileTests {
    @Test(
        "a broken file is refused with the line and the reason",
        arguments: [
            ("---\ntitle: x\n", 1, "never ends"), ("+++\ntitle = 'x'\n---\n", 1, "never ends"),
            ("---", 1, "never ends"),
            ("---\ntitle: a: b\n---\n", 2, "second “: ”"), ("---\ntitle: \"open\n---\n", 3, "not YAML"),
            ("---\na: 1\nb: [1, 2\n---\n", 4, "not YAML"), ("---\na: 1\n\tb: 2\n---\n", 3, "tab"),
            ("---\na: @x\n---\n", 2, "quotation marks"), ("---\n- a\n- b\n---\n", 2, "no list of fields"),
            ("---\njust text\n---\n", 2, "no list of fields"), ("---\n? [a, b]\n: c\n---\n", 2, "no word"),
            ("---\na: 1\na: 2\n---\n", 2, "more than once"), ("---\nlang: en\nLang: de\n---\n", 3, "more than once"),
            ("---\na: *x\n---\n", 2, "“&x”"), ("---\na: b\n--- c\n---\n", 3, "not YAML: a second document"),
            ("---\na:\n  b: 1\n  b: 2\n---\n", 3, "more than once"), ("---\na: \"\\x\"\n---\n", 2, "not YAML"),
            ("+++\n[overrides.a]\ntext = 'x'\ncolour = 'red'\n+++\n", 4, "has no field “colour”"),
            ("+++\n[a]\n[a]\n+++\n", 3, "in line 2"), ("+++\na = [\n1 2]\n+++\n", 3, "The list that starts in line 2"),
            ("---\na: \u{7}\n---\n", 2, "not YAML"), ("---\na: b\nc: \0\n---\n", 3, "NUL"),
            ("+++\ntitle = \n+++\n", 2, "not TOML"), ("+++\na = 1\ntitle = x\n+++\n", 3, "not TOML"),
            ("+++\na = 1\na = 2\n+++\n", 3, "not TOML"), ("+++\na = \"\\u0000\"\n+++\n", 2, "is no character"),
            ("+++\ntitle: x\n+++\n", 2, "not TOML"), ("+++\nd = 2026-02-30\n+++\n", 2, "not TOML"),
        ])
    func refuses(file: String, line: Int, words: String) throws {
        let error = try #require(#expect(throws: FrontMatterError.self) { try MarkdownFile(file) })
        #expect(error.line == line, "\(error)")
        #expect(error.description.contains(words), "\(error)")
    }

    @Test("windows line ends do not move the line of an error")
    func countsLinesOfWindows() throws {
        for file in ["---\r\na: 1\r\nb: c: d\r\n---\r\n", "+++\r\na = 1\r\nb = \r\n+++\r\n"] {
            let error = #expect(throws: FrontMatterError.self) { try MarkdownFile(file) }
            #expect(error?.line == 3, "\(String(describing: error))")
        }
    }

    @Test("a file that is not UTF-8 is refused with the first invalid line")
    func refusesOtherEncodings() {
        let latin = Array("---\ntitle: x\n---\ncaf".utf8) + [0xE9, 0x0A]
        #expect(throws: FrontMatterError(line: 4, "The file is not in UTF-8. Save it as UTF-8.")) {
            try MarkdownFile(bytes: latin)
        }
        #expect(throws: FrontMatterError(line: 1, "The file is in UTF-16. Save it as UTF-8.")) {
            try MarkdownFile(bytes: [0xFF, 0xFE, 0x61, 0x00])
        }
    }

    @Test("aliases repeat what their anchors name, tables are merged, and a loop or a bomb is refused")
    func followsAliases() throws {
        let file = try MarkdownFile(
            "---\ntags: &t [a, b]\ntitle: &x Hello\nsummary: *x\ncategories: *t\nbase: &b {author: Ann}\n<<: *b\n---\n")
        #expect(file.texts[.title] == "Hello" && file.texts[.summary] == "Hello" && file.texts[.author] == "Ann")
        #expect(file.tags.map(\.text) == ["a", "b"])
        let lines = (1...40).map {
            "a\($0): &a\($0) [" + Array(repeating: "*a\($0 - 1)", count: 9).joined(separator: ",") + "]"
        }
        let bomb = "---\na0: &a0 [x]\n" + lines.joined(separator: "\n") + "\n---\n"
        let deep = (1...40).map { "d\($0): &d\($0) [*d\($0 - 1)]" }.joined(separator: "\n")
        for (file, line, words) in [
            (bomb, 6, "10000 values"), ("---\nd0: &d0 x\n\(deep)\n---\n", 34, "nested more than 32"),
            ("---\na: &x [*x]\n---\n", 2, "“*x”"), ("---\nb: *y\n---\n", 2, "“*y”"),
            ("---\na: &a\n  b: c\n? *a\n: d\n---\n", 4, "no word"),
        ] {
            let error = #expect(throws: FrontMatterError.self) { try MarkdownFile(file) }
            #expect(error?.line == line && error?.description.contains(words) == true, "\(error as Any)")
        }
    }

    @Test("an ampersand and an asterisk in a text are not aliases, and an unused anchor is harmless")
    func allowsSigns() throws {
        let quoted = try MarkdownFile("---\ntitle: '&x'\nsummary: \"say *x now\"\nauthor: &x Ann\n---\n")
        #expect(
            quoted.texts[.title] == "&x" && quoted.texts[.summary] == "say *x now" && quoted.texts[.author] == "Ann")
        let file = try MarkdownFile("---\ntitle: Q&A *today*\nsummary: |\n  * R&D\n  * &c.\n---\n")
        #expect(file.texts[.title] == "Q&A *today*")
        #expect(file.texts[.summary] == "* R&D\n* &c.")
    }

    @Test(
        "repetition up to the limit is accepted",
        arguments: [
            "[", "{", "- ", "? ", "a: ", "a: {", "\"", "'", "&a ", "!a ", "- a\n", "[[", "|\n", "%", "\t", "a: [\n",
            ",", "*", ": ",
            "{a: ", "- - - ", "a.", "a=[", "[[a]]\n", "[a.", "a={a=", "'''", "\"\"\"", "#", "\r", "é",
        ])
    func answersRepetitions(piece: String) {
        let many = String(repeating: piece, count: 60_000 / piece.utf8.count)
        for (fence, start) in [("---", ""), ("---", "a: "), ("+++", ""), ("+++", "a = ")] {
            _ = try? MarkdownFile("\(fence)\n\(start)\(many)\n\(fence)\nbody")
        }
        let keys = (0..<4000).map { "key\($0): \($0)" }.joined(separator: "\n")
        #expect((try? MarkdownFile("---\n\(keys)\n---\n"))?.unknown.count == 4000)
    }

    @Test("a front matter beyond the limit is refused, and so is deep nesting")
    func bounds() {
        let long = "---\na: " + String(repeating: "x", count: 70_000) + "\n---\n"
        #expect(throws: FrontMatterError.self) { try MarkdownFile(long) }
        let deep = "---\na: " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "\n---\n"
        #expect(throws: FrontMatterError(line: 2, "The front matter is nested more than 32 deep. Flatten it.")) {
            try MarkdownFile(deep)
        }
    }
}
