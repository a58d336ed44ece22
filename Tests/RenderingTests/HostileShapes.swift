import Testing

/// A family of hostile texts: `text(n)` has about `n` bytes.
struct HostileShape: CustomTestStringConvertible, Sendable {
    let name: String
    let text: @Sendable (Int) -> String
    var testDescription: String { name }
}

/// Shapes that were quadratic in cmark-gfm 0.29.0.gfm.6, or might have been. For a new idea, add a line here.
enum HostileShapes {
    static let all = repeated + halves + structured

    private static let repeated: [HostileShape] =
        [
            "\"", "'", "\"a", "\"a ", "\"'", "\"*", "*\"", "*", "_", "*a", "**a", "*a ", "a *", "*a_ ", "_a* ", "a**b",
            "a***b", "*_", "***", "[", "![", "[a", "]", "[]", "[a]", "[a](", "[a](b", "[a](<b", "[a](b \"c", "[a](b 'c",
            "[[]()", "![[]()", "[![a](b)", "[a][b", "[\\]", "`", "`a", "``a`", "\\", "\\\\", "<", "<a ", "<a b=\"",
            "<!--", "<?a ", "<!A ", "<![CDATA[ ", "<a@b.", "</a", "&", "&#1", "&amp;", "~", "~~", "~a", "~~a ", "a~",
            "~a~~ ", "~*", "www.", "www.a ", "www.a)", "www.a<", "_www.a", "www.a_", "http://a<", "http://a) ",
            "<http://a", "://", "@", "a@", "a@b.c ", "mailto:a@b.c", "a&#64;b.c ", "[^", "[^a", "[^a] ", "[^a]: ", "|",
            "|\n", "|-|\n", "|-|\n|-|-|\n", ":-:\n:-|-:\n", "a|b\n", ">", "> ", ">\n\n", "- ", "+ ", "1. ", "- a\n",
            "- -\n", "* * ", "+ - * ", "> - ", "- [ ] ", "- [x] a\n", "#", "#\n", "# a\n", "a\n=\n", "\n", "\r", "\r\n",
            " ", "\t", "a\n", "a  \n", "    a\n", "```\n", "<a>\n", "<div>\n", "<script>\n", "[a]: b\n", "[a]: b \"c\n",
            "[a\n", "\0", "é", "\u{3000}", "`a\n`", "[*a", "[~a", "*`a*", "...", "--", "a.b,c;",
        ].map { unit in HostileShape(name: "\(unit.debugDescription) again and again") { repeating(unit, $0) } }

    private static let halves: [HostileShape] =
        [
            ("[", "]"), ("![", "](a)"), ("[", "](a)"), ("*a ", "b* "), ("**a ", "b** "), ("*a _b ", "c_ d* "),
            ("~~a ", "b~~ "), ("~a ", "b~~ "), ("~~a ", "b~ "), ("~a ~~b ", "c~ "), ("*a ", "[b](c)"), ("*a ", "[^b]"),
            ("\"a ", "[b](c)"), ("*a [", "b* ]"), ("_", "._"), ("*a ", "x@y.z "), (">", "a\n"), ("- ", "\n"),
            ("1. ", "\n"), ("- ", "b\n"), ("[^a]: ", "\n"), ("> - ", ">\n"), ("```\n", "~~~\n"), ("![", "[]()"),
        ].map { first, second in
            HostileShape(name: "\(first.debugDescription), then as many \(second.debugDescription)") {
                repeating(first, $0 / 2) + repeating(second, $0 / 2)
            }
        }

    private static let structured: [HostileShape] = [
        HostileShape(name: "one long definition, used everywhere") {
            "[a]: " + repeating("b", $0 / 2) + "\n\n" + repeating("[a]", $0 / 2)
        },
        HostileShape(name: "one long definition at the end, used everywhere") {
            repeating("[a]", $0 / 2) + "\n\n[a]: " + repeating("b", $0 / 2)
        },
        HostileShape(name: "many definitions, all used") {
            counted("[a# ]: b\n", $0 / 2) + "\n" + counted("[a# ] ", $0 / 2)
        },
        HostileShape(name: "many definitions, none found") {
            counted("[a#]: b\n", $0 / 2) + "\n" + counted("[b#] ", $0 / 2)
        },
        HostileShape(name: "many footnotes") { counted("[^#] ", $0 / 2) + "\n\n" + counted("[^#]: x\n\n", $0 / 2) },
        HostileShape(name: "footnotes that nobody refers to") { counted("[^#]: x\n\n", $0) },
        HostileShape(name: "one footnote referred to everywhere") { "[^a]: x\n\n" + repeating("[^a]", $0) },
        HostileShape(name: "lists in lists, then empty lines") { size in
            let depth = 90
            let head = (0..<depth).map { String(repeating: " ", count: 2 * $0) + "- a\n" }.joined()
            return head + repeating("\n", size)
        },
        HostileShape(name: "a closing bracket after an address") { "www.a" + repeating(")", $0) },
        HostileShape(name: "brackets around an address") {
            "http://a" + repeating("(", $0 / 2) + repeating(")", $0 / 2)
        },
        HostileShape(name: "a thousand mail addresses, then a long word") {
            repeating("a@b.c ", min($0, 6_000)) + repeating("x", $0)
        },
        HostileShape(name: "a table head of pipes") { repeating("|", $0 / 2) + "\n" + repeating("|-", $0 / 2) + "\n" },
        HostileShape(name: "a wide table of short rows") {
            repeating("|a", $0 / 8) + "\n" + repeating("|-", $0 / 8) + "\n" + repeating("|\n", $0 / 2)
        },
        HostileShape(name: "a table of 400 columns") {
            repeating("|a", 800) + "|\n" + repeating("|-", 800) + "|\n" + repeating("|\n", $0)
        },
        HostileShape(name: "one row of pipes") { "|a|b|\n|-|-|\n" + repeating("|\"", $0) },
        HostileShape(name: "a long paragraph before a table") { repeating("a\n", $0) + "|a|\n|-|\n" },
        HostileShape(name: "a long paragraph before many table heads") {
            repeating("a\n", $0 / 2) + repeating("|-|-|\n", $0 / 2)
        },
        HostileShape(name: "table upon table") { repeating("|a|b|\n|-|-|\n|c|d|\n\n", $0) },
        HostileShape(name: "backticks, each run longer") { size in
            var text = ""
            var count = 1
            while text.utf8.count < size {
                text += String(repeating: "`", count: count) + " "
                count += 1
            }
            return text
        },
        HostileShape(name: "a heading of a thousand equal ones") { repeating("# a\n", $0) },
        HostileShape(name: "mail addresses on many lines of a paragraph that is set aside") {
            repeating("![[]() a@b.c\n", $0)
        },
        HostileShape(name: "one long heading in capitals") { "# " + repeating("ÄBC ", $0) },
        HostileShape(name: "quoted words in one paragraph") { repeating("\"word\" ", $0) },
        HostileShape(name: "ordinary prose") {
            repeating("It's *late*, she [said](https://a.example). \"Go!\"\n\n", $0)
        },
    ]

    static func repeating(_ unit: String, _ bytes: Int) -> String {
        String(repeating: unit, count: bytes / unit.utf8.count)
    }

    /// Repeats `unit` with `#` replaced by 1, 2, 3, …
    private static func counted(_ unit: String, _ bytes: Int) -> String {
        var text = ""
        var number = 1
        while text.utf8.count < bytes {
            text += unit.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "\(number)")
            number += 1
        }
        return text
    }
}
