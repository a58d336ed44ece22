import Moving
import TestSupport
import Testing

@Suite("Comments of Obsidian")
struct ObsidianCommentTests {
    @Test(
        "comments leave the text, and code stays as it is",
        arguments: [
            ("a %%b%% c\n", "a  c\n", ["b"]), ("%%b%%\n", "", ["b"]), ("a\n%%b%%\nc\n", "a\nc\n", ["b"]),
            ("a\n%%\nb\n\nb\n%%\nc\n", "a\n\nc\n", ["b\n\nb"]), ("a\n\n%%\nb\n%%\n\nc\n", "a\n\n\nc\n", ["b"]),
            ("a%%b\nb%%c\n", "ac\n", ["b\nb"]), ("a %%b%% `%%c%%` %%d%%\n", "a  `%%c%%` \n", ["b", "d"]),
            ("```\n%%c%%\n```\n%%b%%\n", "```\n%%c%%\n```\n", ["b"]), ("~~~\n%%\n~~~\na\n", "~~~\n%%\n~~~\na\n", []),
            ("a\n\n    %%c%%\n\n%%b%%", "a\n\n    %%c%%\n\n", ["b"]), ("- a\n\n    %%b%%\n", "- a\n\n", ["b"]),
            ("%%\n```\nb\n%%\na %%b%% c\n", "a  c\n", ["```\nb", "b"]), ("a \\%%b\n", "a \\%%b\n", []),
            ("100% of 50%\n", "100% of 50%\n", []), ("a %%b\n\nc", "a ", ["b\n\nc"]), ("%%%%\n", "", [""]),
            ("<pre>\n%%c%%\n</pre>\n", "<pre>\n%%c%%\n</pre>\n", []), ("> a %%b%%\n", "> a \n", ["b"]),
            ("- a\n%%b%%\n\n    c %%d%%\n", "- a\n\n    c \n", ["b", "d"]),
            ("p\n%%b%%\n    c %%d%%\n", "p\n    c \n", ["b", "d"]), ("a %%b%%", "a ", ["b"]),
            ("%%b%%    c `x` %%d%%\n", "    c `x` \n", ["b", "d"]),
        ] as [(String, String, [String])])
    func removes(source: String, text: String, words: [String]) {
        let found = ObsidianComments(in: source)
        #expect(found.text == text && found.comments.map(\.words) == words)
    }

    @Test("the front matter is left alone, and the lines of the report are those of the file")
    func lines() {
        let head = "---\ntitle: '%%x%%'\n---\n"
        let found = ObsidianComments(in: head + "a\n%%\nb\n%%\nc\n%%d%%\ne\n%%f\n%%\n", from: head.utf8.count)
        #expect(found.text == head + "a\n\nc\ne\n" && found.comments.map(\.line) == [5, 9, 11])
        let lines = found.text.split(separator: "\n", omittingEmptySubsequences: false)
        let places = lines.indices.map { (lines[$0], found.lines.source(of: $0 + 1)) }
        for (text, line) in [("a", 4), ("c", 8), ("e", 10)] {
            #expect(places.contains { $0.0 == text && $0.1 == line }, "\(places)")
        }
        let codes = Shortcodes.resolved(
            in: found.text.replacing("c\n", with: "{{< gist a b >}}\nc\n"), from: head.utf8.count)
        #expect(codes.lines.after(found.lines).source(of: 4) == 4)
        #expect(found.notes == "b\n\nd\n\nf")
    }

    @Test("a text of marks alone is read in linear time")
    func hostile() {
        let text = String(repeating: "%%a%%\n\n`", count: 40_000)
        let work = hashings(of: Array(text.utf8), within: 2_000) {
            #expect(!ObsidianComments(in: text).text.contains("a"))
        }
        #expect(work <= 2_000)
    }
}
