import Testing

@testable import FrontMatter

@Suite struct TOMLSyntaxTests {
    @Test(
        "what TOMLKit would abort on, or cut short, is refused with its place",
        arguments: [
            ("a = 1\n[=]", 2, 2), ("[été]", 1, 2), ("[ [a]]", 1, 3), ("[]", 1, 2), ("a = 2026-12-01Tnoon", 1, 5),
            ("a = 1.", 1, 5), ("a = ]", 1, 5), ("a =\nb = 1", 1, 4), ("a = 1 2", 1, 7), ("a = 1_", 1, 5),
            ("a = 01", 1, 5),
            ("a = \"\\u0000\"", 1, 8), ("a = \"\\ud800\"", 1, 8), ("a = \"\\x\"", 1, 6), ("a = \"x", 1, 5),
            ("a = '''x''", 1, 5),
            ("a = [1 2]", 1, 8), ("a = [1,,2]", 1, 8), ("a = {b = 1,}", 1, 12), ("a = {b = 1\n}", 1, 11), ("= 1", 1, 1),
            ("a.  = 1", 1, 5), ("a = \u{1}", 1, 5), ("a = 1 # \u{7F}", 1, 9), ("\"\"\"a\"\"\" = 1", 1, 2),
            ("a = yes", 1, 5),
            ("a = '\r'", 1, 5), ("a = 1979-05-27 07:32", 1, 5),
        ])
    func refuses(text: String, line: Int, column: Int) throws {
        let error = try #require(#expect(throws: TOMLSyntaxError.self) { try TOMLSyntax.check(text) })
        #expect(error.line == line && error.column == column, "\(error)")
    }

    @Test(
        "what TOML allows is allowed",
        arguments: [
            "", "\n# only\r\n", "a = 1", "a=+1_000\r\nb=-0.5e-3\n", "a = 0xDE_AD\nb = 0o7\nc = 0b1",
            "a = -inf\nb = nan",
            "a = 1979-05-27T07:32:00.999Z\nb = 1979-05-27 07:32:00-07:00\nc = 1979-05-27\nd = 07:32:00 # t",
            "a = \"\\t\\u00e9\\U0001F600\\\\\"\nb = 'C:\\x'\n",
            "a = \"\"\"\nx \\\n   y \"\" \\\" \"\"\"\"\"\nb = '''x''''\nc = ''",
            "\"a b\".c.'d' = true",
            "[a.\"b c\" . d]\nx = [ # c\n [1, 2],\n {y = 1, z.w = [ ]}, \n]\n[[arr]]\n[[arr.sub]] # c",
            "a = []\nb = {}\nc = 1e5\n1234 = 1\n-_ = 2\n",
        ])
    func accepts(text: String) throws {
        try TOMLSyntax.check(text)
        _ = try MarkdownFile("+++\n\(text)\n+++\n")
    }

    @Test("values may be nested, but not without end")
    func boundsDepth() throws {
        try TOMLSyntax.check("a = " + String(repeating: "[", count: 30) + String(repeating: "]", count: 30))
        #expect(throws: TOMLSyntaxError.self) { try TOMLSyntax.check("a = " + String(repeating: "[", count: 100_000)) }
        #expect(throws: TOMLSyntaxError.self) { try TOMLSyntax.check(String(repeating: "a={", count: 100_000)) }
    }

    /// Each is TOML as the grammar has it, so that nothing but the bound keeps it from the parser that recurses.
    @Test(
        "whatever nests is refused beyond 32 levels, and taken up to them", arguments: [32, 33, 100, 1_000, 30_000])
    func boundsLevels(levels: Int) throws {
        func parts(_ count: Int, _ part: String = "a") -> String {
            Array(repeating: part, count: count).joined(separator: ".")
        }
        let half = levels / 2
        let braces = String(repeating: "{a=", count: levels - 1) + "1" + String(repeating: "}", count: levels - 1)
        let texts = [
            "\(parts(levels)) = 1", "\(parts(levels, "\"a b\"")) = 1", "\(parts(levels, " 'a' ")) = 1",
            "[\(parts(levels - 1))]\na = 1", "[[\(parts(levels - 1))]]\na = 1", "[[a]]\n[\(parts(levels))]",
            "[\(parts(half))]\n\(parts(levels - half)) = 1", "a = \(braces)",
            "a = {\(parts(levels - 1)) = 1}", "a = [{\(parts(levels - 2)) = 1}]",
            "a = " + String(repeating: "[", count: levels - 1) + "1" + String(repeating: "]", count: levels - 1),
        ]
        for text in texts {
            let file = "+++\n\(text)\n+++\n"
            if levels <= 32 {
                try TOMLSyntax.check(text)
                _ = try MarkdownFile(file)
            } else {
                #expect(throws: TOMLSyntaxError.self, "\(text.prefix(40))") { try TOMLSyntax.check(text) }
                #expect(throws: FrontMatterError.self, "\(text.prefix(40))") { try MarkdownFile(file) }
            }
        }
    }
}
