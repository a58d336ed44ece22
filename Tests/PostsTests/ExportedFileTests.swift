import Posts
import Testing

@Suite struct ExportedFileTests {
    @Test("names of files that blogs have are taken, in any script")
    func takes() throws {
        for path in [
            "a.md", "posts/2020-01-01-intro-to-node.js.md", "content/en/Über uns.MARKDOWN", "写真/港.mkd",
            "it's (old).mdown",
            "a..b.md", "posts/a.md.md",
        ] {
            try ExportedFile.post.check(path)
        }
        for path in ["boat.JPG", "wp-content/uploads/2020/boat-300x200.jpeg", "static/港 1.webp", "drawing.svg"] {
            try ExportedFile.picture.check(path)
        }
    }

    @Test(
        "no name leads out of the folder, to a hidden file, or to a file of another format",
        arguments: [
            ".git/config", ".git/hooks/post-checkout.md", "posts/.hidden.md", "a/.b/c.md", "../x.md", "a/../../x.md",
            "./x.md",
            "..", ".", "", "/etc/x.md", "a//b.md", "a/", "x", "x.sh", "Makefile", "x.md/y", ".md", "a/.png", "x.mdy",
            "a\nb.md",
            "a\u{0}.md", "a\u{1B}[31m.md", "a\r.md", "a\u{202E}dm.md", "\u{7F}.md", "a\u{85}.md", "/\u{301}.md",
            "..\u{301}/x.md",
            "x.png.exe", "x.ｍｄ", String(repeating: "a", count: 253) + ".md",
        ])
    func refuses(path: String) {
        for file in ExportedFile.allCases {
            #expect(throws: ExportedFileError.self, "\(path)") { try file.check(path) }
        }
    }

    @Test("an error says what is wrong and what was found, and has no control characters itself")
    func explains() {
        func words(_ path: String, _ file: ExportedFile = .post) -> String {
            do throws(ExportedFileError) { try file.check(path) } catch { return error.description }
            return ""
        }
        #expect(words("a/.git/x.md").contains("“a/.git/x.md” has a part that begins with “.”"))
        #expect(
            words("x.sh") == "The file name “x.sh” has no ending of its format. Use .md, .markdown, .mkd, .mdown, .mdx."
        )
        #expect(words("a\u{1B}[31m.md") == "The file name “a␛[31m.md” contains U+001B. Rename the file.")
        #expect(words("a\u{202E}.png", .picture).contains("“a\\u{202E}.png” contains U+202E"))
        #expect(words("/x.md").contains("empty part") && words(String(repeating: "a", count: 300)).contains("…”"))
    }
}
