import Testing

@testable import Moving

@Suite("Markup of Obsidian")
struct ObsidianMarkupTests {
    private static let files = [
        "Harbour.md", "notes/Harbour.md", "notes/Boats/Ketch.md", "notes/day.md", "private.md", "media/pic one.png",
        "notes/pic.png", "pic.png", "a/b/deep.jpg", "menu.pdf",
    ]

    private func read(_ text: String, of file: String = "notes/day.md", from start: Int = 0) -> ObsidianMarkup {
        ObsidianMarkup(text, from: start, of: file, ObsidianNames(Self.files)) { file in
            ["Harbour.md": "/harbour/", "notes/Harbour.md": "/n/harbour/", "notes/Boats/Ketch.md": "/ketch/"][file]
        }
    }

    @Test(
        "pictures and links lead to the file that Obsidian would find",
        arguments: [
            ("![[pic.png]]", "![](/pic.png)"), ("![[Notes/pic.png]]", "![](/notes/pic.png)"),
            ("![[Pic One.PNG|300]]", "![](/media/pic%20one.png)"), ("![[deep.jpg|20x30]]", "![](/a/b/deep.jpg)"),
            ("![[b/deep.jpg|Two boats]]", "![Two boats](/a/b/deep.jpg)"), ("![[../pic.png|A|3]]", "![A](/pic.png)"),
            ("![[x/deep.jpg]]", "![](x/deep.jpg)"), ("![A|300](deep.jpg)", "![A](/a/b/deep.jpg)"),
            ("![2020](https://a.example/b.png)", "![2020](https://a.example/b.png)"),
            ("![](media/pic%20one.png)", "![](/media/pic%20one.png)"),
            ("![[menu.pdf]] [[menu.pdf|Menu]]", "[menu.pdf](/menu.pdf) [Menu](/menu.pdf)"),
            ("[[notes/harbour]]", "[notes/harbour](/n/harbour/)"), ("[[Harbour]]", "[Harbour](/harbour/)"),
            ("[[/Harbour|the port]]", "[the port](/harbour/)"),
            ("[[ketch#The Sails!|sails]]", "[sails](/ketch/#the-sails)"),
            ("[[Boats/Ketch#Sails#Main sail]]", "[Boats/Ketch > Sails > Main sail](/ketch/#main-sail)"),
            ("[[Ketch.md#^b1|it]]", "[it](/ketch/)"), ("[[#Below|see]]", "[see](#below)"), ("[[#^b1|see]]", "see"),
            ("| [[Ketch\\|k]] | b |", "| [k](/ketch/) | b |"), ("[[Gone|the [words]]]", "[[Gone|the [words]]]"),
            ("a[[1,2],[3]] [[]] [[ | ]]", "a[[1,2],[3]] [[]] [[ | ]]"), ("\\[[Ketch]]", "\\[[Ketch]]"),
            ("`[[Ketch]]`\n\n```\n![[pic.png]] #a\n```\n", "`[[Ketch]]`\n\n```\n![[pic.png]] #a\n```\n"),
        ])
    func links(text: String, expected: String) {
        let markup = read(text)
        #expect(markup.text == expected && markup.notes.isEmpty && markup.tags.isEmpty)
    }

    @Test(
        "of a note that is not public or not there the words stay; a note that is shown in another one becomes a link")
    func notes() {
        let markup = read("a\n[[Private#Part|my words]] ![[Gone]]\n\n![[Ketch]]\n")
        #expect(markup.text == "a\nmy words Gone\n\n[Ketch](/ketch/)\n")
        #expect(
            markup.notes.map { "\($0.line) \($0.words)" } == [
                "2 “[[Private#Part|my words]]” names a note that is not public here. Its words stay, without a link.",
                "2 “[[Gone]]” names no note of this folder. Its words stay, without a link.",
                "4 “![[Ketch]]” shows another note. It became a link to that post.",
            ])
    }

    @Test(
        "words with “#” are tags, except in code, headings, links and HTML; a line of tags alone goes",
        arguments: [
            ("Of #boats, #sea/Deep-2_x/ and #été!", ["boats", "sea/Deep-2_x", "été"], nil),
            ("#a #b\n\nWords #c\n", ["a", "b", "c"], "\nWords #c\n"),
            ("- x\n  #a, #b\n- y\n", ["a", "b"], "- x\n- y\n"),
            ("# About #x\n## #y\n> ### #z\n", [], nil), ("#2020 #1a # b a#c \\#d (#e)", ["1a"], nil),
            ("`#a` [see #b](/x#c) <https://a/ #d> <p style=\"color: #fff\">#e</p>", [], nil),
            ("    #code\n\n```\n#a\n```\n", [], nil), ("> #quoted words", ["quoted"], nil),
            ("#a#b #„x“", ["a"], nil), ("#🦭", ["🦭"], ""),
        ] as [(String, [String], String?)])
    func tags(text: String, tags: [String], expected: String?) {
        let markup = read(text)
        #expect(markup.tags == tags && markup.text == expected ?? text)
    }

    @Test(
        "callouts become quotes with a title, highlights marked words, and names of blocks go",
        arguments: [
            ("> [!note] Of *boats*\n> Words\n", "> **Of *boats***\n>\n> Words\n"),
            ("> [!WARNING]-\n> a\n\nb\n", "> **Warning**\n>\n> a\n\nb\n"), ("> [!tip|wide]\n\na\n", "> **Tip**\n\na\n"),
            ("> > [!info]+ In\n> > a\n", "> > **In**\n> >\n> > a\n"), ("> [!] a\n> [x] b\n", "> [!] a\n> [x] b\n"),
            ("a ==b c== d ==e", "a <mark>b c</mark> d ==e"), ("a == b == c, d===e===", "a == b == c, d===e==="),
            ("Words ^b1-x\n\n^b2\n\nx^2 ^3 y\n", "Words\n\n\n\nx^2 ^3 y\n"),
            ("a[^1]\n\n[^1]: b\n", "a[^1]\n\n[^1]: b\n"),
        ])
    func blocks(text: String, expected: String) {
        #expect(read(text).text == expected)
    }

    @Test("the front matter stays, and the lines of the result lead to those of the file")
    func lines() {
        let text = "---\na: '[[Ketch]]'\n---\n#a\n#b\n> [!note]\n> c\nd [[Gone]]\n"
        let markup = read(text, from: 23)
        #expect(
            markup.text == "---\na: '[[Ketch]]'\n---\n> **Note**\n>\n> c\nd Gone\n" && markup.notes.map(\.line) == [8])
        #expect([4, 6, 7].map(markup.lines.source) == [6, 7, 8])
        let twice = markup.lines.after(ObsidianComments(in: "%%x%%\na\n").lines)
        #expect(twice.source(of: 7) == 9)
    }

    @Test(
        "a hostile text takes no long time",
        arguments: ["[[", "[[a", "![[", "![](", "<a", "==a ", "==", " ^a", "#", " #a", "> [!a", "[a](", "`a` ", "\n\n"])
    func hostile(part: String) {
        let markup = read(String(repeating: part, count: 200_000 / part.utf8.count))
        #expect(markup.notes.count <= 500)
    }

    @Test("the nearest file to the top is found, or the one beside the note, by the end of its path")
    func names() {
        let names = ObsidianNames(["b/x.md", "a/c/x.md", "x/a.md", "q/x.md"])
        #expect(names.note(named: "X", in: "a/c/y.md") == "a/c/x.md" && names.note(named: "x", in: "y.md") == "b/x.md")
        #expect(names.note(named: "c/x", in: "y.md") == "a/c/x.md" && names.note(named: "z/x", in: "y.md") == nil)
        #expect(
            names.note(named: "../c/x", in: "a/d/y.md") == "a/c/x.md" && names.note(named: "/x", in: "b/y.md") == nil)
        #expect(names.note(named: "../../../b/x", in: "a/y.md") == "b/x.md" && names.note(named: "", in: "y.md") == nil)
    }
}
