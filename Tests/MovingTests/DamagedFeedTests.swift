import TestSupport
import Testing
import Wire

@testable import Moving

@Suite("Damaged exports")
struct DamagedFeedTests {
    private struct Found {
        var titles: [String] = []
        var bad: [Int] = []
        var failures: [ExportFailure] = []
    }

    /// - Parameter size: how many bytes are read at once.
    private func rss(_ file: [UInt8], pieces size: Int) throws -> Found {
        var found = Found()
        let reader = try WXRFile(failed: { found.failures.append($0) }) { item, _ in
            found.titles.append(item["title"])
            found.bad.append(item.badCharacters)
        }
        try feed(file, size) { try reader.read($0, isLast: $1) }
        return found
    }

    private func atom(_ file: [UInt8], pieces size: Int) throws -> Found {
        var found = Found()
        let reader = try AtomFile(failed: { found.failures.append($0) }) { entry, _ in
            found.titles.append(entry.texts["title"] ?? "")
            found.bad.append(entry.badCharacters)
        }
        try feed(file, size) { try reader.read($0, isLast: $1) }
        return found
    }

    private func feed(_ file: [UInt8], _ size: Int, _ read: ([UInt8], Bool) throws -> Void) throws {
        for start in stride(from: 0, to: file.count, by: size) {
            try read(Array(file[start..<min(start + size, file.count)]), false)
        }
        try read([], true)
    }

    private static let sizes = [1, 7, 100_000]

    private static let charactersRows: [(String, String, Int)] = [
        ("a\u{B}b", "ab", 1), ("<![CDATA[a\u{1}\u{8}b]]>", "ab", 2), ("a&#11;&#x0;b", "ab", 2), ("a\u{FFFE}b", "ab", 1),
        ("R&D & x", "R&D & x", 0), ("a&nbsp;&eacute;&hellip;b", "a\u{A0}é…b", 0),
        ("a&bogus;b &amp;c;", "a&bogus;b &c;", 0),
        ("1 < 2", "1 < 2", 0), ("a <!-- -- x & --> b", "a  b", 0), ("a&#8217;&#x2019;&lt;b", "a’’<b", 0),
        ("<![CDATA[a & b < c ]] > &nbsp; d]]>", "a & b < c ]] > &nbsp; d", 0), ("日本🚀", "日本🚀", 0),
        ("a&#xD83D;b&#99999999999;c", "ab&#99999999999;c", 1),
    ]

    @Test(
        "a character that XML does not allow costs itself only, and the item has a note of it",
        arguments: charactersRows,
        sizes
    )
    func characters(_ row: (text: String, shown: String, bad: Int), size: Int) throws {
        let items = ["one", row.text, "three"].map { "<item><title>\($0)</title></item>" }.joined(separator: "\n")
        let found = try rss(Array("<?xml version=\"1.0\"?>\n<rss><channel>\(items)</channel></rss>".utf8), pieces: size)
        #expect(found.titles == ["one", row.shown, "three"] && found.bad == [0, row.bad, 0] && found.failures.isEmpty)
        let entries = items.replacing("item>", with: "entry>")
        let read = try atom(Array("<feed>\(entries)</feed>".utf8), pieces: size)
        let shown = row.shown.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        #expect(read.titles == ["one", shown, "three"] && read.bad == [0, row.bad, 0])
    }

    @Test(
        "a byte that is no UTF-8 is read as Windows would, in a file in another encoding as that one", arguments: sizes)
    func bytes(size: Int) throws {
        let start = Array("<rss><channel><item><title>caf".utf8)
        let end = Array(" x</title></item><item><title>b</title></item></channel></rss>".utf8)
        let found = try rss(start + [0xE9, 0x92] + end, pieces: size)
        #expect(found.titles == ["café’ x", "b"] && found.bad == [2, 0])
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8) + start + [0xE9] + end
        #expect(try rss(latin, pieces: size).titles == ["café x", "b"])
        let whole = start + [0xE9] + Array("</bogus>".utf8) + end
        let damaged = try rss(Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8) + whole, pieces: size)
        #expect(damaged.titles == ["b"] && damaged.failures.count == 1)
    }

    @Test("an item that is no XML costs itself only, and its line is named", arguments: sizes)
    func items(size: Int) throws {
        let file = """
            <rss><channel><link>u</link>
            <item><title>one</title></item>
            <item>
            <title>two<br></title></item>
            <item><title>three</title>
            </item><item><title>four</b></item>
            <itemx/><item ><title>five</title></item></channel></rss>
            """
        let found = try rss(Array(file.utf8), pieces: size)
        #expect(found.titles == ["one", "three", "five"] && found.failures.map(\.line) == [4, 6])
        #expect(found.failures.first?.words == "It is not XML: mismatched tag. The item from line 3 on was left out.")
        let atoms = file.replacing("item", with: "entry").replacing("rss>", with: "feed>").replacing(
            "<channel>", with: ""
        )
        .replacing("</channel>", with: "")
        #expect(try atom(Array(atoms.utf8), pieces: size).titles == ["one", "three", "five"])
    }

    @Test("behind a damaged entry the addresses of an Atom feed still begin from its xml:base")
    func bases() throws {
        let file =
            "<feed xml:lang=\"en\" xml:base=\"https://a.example/&amp;/\"><entry></x><entry><link href=\"b\"/></entry></feed>"
        var found: [String] = []
        let reader = try AtomFile { entry, feed in found += [entry.address, feed.language ?? ""] }
        try reader.read(Array(file.utf8), isLast: true)
        #expect(found == ["https://a.example/&/b", "en"])
    }

    @Test("a file that is damaged at its end, or everywhere, is reported as a whole")
    func ends() throws {
        #expect(throws: ExportFailure.self) { try rss(Array("<rss><channel><item></x>".utf8), pieces: 5) }
        let item = "<item></x>"
        #expect(throws: ExportFailure.self) {
            try rss(Array("<rss>\(String(repeating: item, count: 3000))".utf8), pieces: 100_000)
        }
    }

    @Test("many signs of XML that begin nothing take linear time")
    func hostile() throws {
        for unit in ["&", "<", "&#", "<!--", "]]", "\"<", "&amp", "<![CDATA[", "\u{B}", "--", "<item"] {
            let text = String(repeating: unit, count: 30_000)
            _ = try? rss(
                Array("<rss><channel><item><title>\(text)</title></item></channel></rss>".utf8), pieces: 65_536)
        }
    }

    @Test("the work of a damage does not grow with the length of the piece in which the file arrives")
    func oneDocumentAfterAnother() throws {
        let document = "<?xml version='1.0'?><rss><channel><item><title>x</title></item></channel></rss>"
        let (documents, blanks) = (String(repeating: document, count: 900), String(repeating: " ", count: 4_000_000))
        let work = [documents, document + blanks, documents + blanks].map { text in
            processorSeconds { _ = try? rss(Array(text.utf8), pieces: 10_000_000) }
        }
        #expect(work[2] < 3 * (work[0] + work[1]), "\(work)")
    }

    @Test("a post has a note of its bad characters")
    func notes() throws {
        var item = WXRItem()
        item.badCharacters = 2
        let note = RSSPosts.post(item, in: WXRChannel(), address: nil).notes.first
        #expect(
            note?.what == "a bad character" && note?.words.hasPrefix("2 characters in it could not be read") == true)
    }

    @Test("an item of JSON that is of another form costs itself only, and so does a bad character")
    func json() throws {
        let items = #"{"id":"1","title":7},{"id":"2","title":"a"# + "\u{B}\n" + #"b\ud800"},{"id":"3","title":"c"}"#
        let bytes = Array(#"{"version":"https://jsonfeed.org/version/1","items":[\#(items)]}"#.utf8)
        let feed = try JSONFeedFile(bytes, address: nil)
        #expect(feed.posts.map(\.item.path) == ["item 2", "item 3"] && feed.posts.last?.item.draft?.title == "c")
        #expect(
            feed.failures == [
                ItemFailure(number: 1, words: "It is no JSON Feed: “title” is of another kind in item 1.")
            ])
        let ghost = try GhostFile(Array(#"{"data":{"posts":[{"title":"x"},{"id":"1"}]}}"#.utf8), address: nil)
        #expect(ghost.posts.map(\.item.path) == ["post 2"] && ghost.failures.map(\.number) == [1])
        #expect(ghost.failures.first?.words == "It is no export of Ghost: “id” is missing in post 1.")
    }
}
