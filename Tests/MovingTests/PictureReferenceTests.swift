import Testing

@testable import Moving

@Suite("Pictures in a text are found, renamed and named back")
struct PictureReferenceTests {
    private let text = """
        ![a](one.jpg) and ![b](<two words.png> "t") and <img src="sub/three.webp"> and [x](page.html)
        ![c]( ../four.gif ) ![again](one.jpg)

        [ref]: /images/five.JPEG "title"
        """

    @Test("every reference to a picture is found, and nothing else")
    func finds() {
        #expect(
            PictureReferences.all(in: text) == [
                "one.jpg", "two words.png", "sub/three.webp", "../four.gif", "one.jpg", "/images/five.JPEG",
            ])
        #expect(PictureReferences.all(in: "](") == [] && PictureReferences.all(in: "![x](a.jpg") == ["a.jpg"])
    }

    @Test(
        "an empty address does not swallow the following ones",
        arguments: ["[x]()", "[x]( )", "a [b]:", "[b]:  ", "[x](<>)", "<img src=''>", "<a href=>", "[x](<"])
    func goesOn(start: String) {
        #expect(PictureReferences.all(in: "\(start) and\n![y](b.png)\n\n![z](c.jpg)") == ["b.png", "c.jpg"])
    }

    @Test(
        "an address may contain parentheses, if they are balanced or escaped",
        arguments: [
            ("![a](b(1).png) c", "b(1).png"), ("![a](b\\(2\\).png)", "b\\(2\\).png"), ("([a](b.png))", "b.png"),
            ("[![a](b.png)](c)", "b.png"), ("[r]: b(1).png", "b(1).png"), ("<img src=b(1).png>", "b(1).png"),
        ])
    func parentheses(text: String, address: String) { #expect(PictureReferences.all(in: text) == [address]) }

    @Test("code that shows a picture's markup is left alone")
    func code() {
        let text = """
            `![a](a.png)` ![b](b.png)

            ```
            ![c](c.png)
            ```

                ![d](d.png)

            <pre>
            <img src="e.png">
            </pre>
            """
        #expect(PictureReferences.all(in: text) == ["b.png"])
    }

    @Test("drawings are pictures")
    func drawings() {
        let text = "![a](a.svg) ![b](b.png) <img src='/c.SVG?x'> ![a](a.svg)\n[d](svg)"
        #expect(PictureReferences.all(in: text) == ["a.svg", "b.png", "/c.SVG?x", "a.svg"])
    }

    @Test("renamed references get their old names back, each in its place")
    func restores() {
        let media = "media:0123456789abcdef"
        let (changed, replaced) = PictureReferences.replacing(in: text) { $0.hasSuffix(".gif") ? nil : media }
        #expect(changed.contains("../four.gif") && replaced.count == 5 && !changed.contains("one.jpg"))
        let restored = PictureReferences.restoring(in: changed, replaced.map { ($0.old, $0.new) }, others: { $0 })
        #expect(restored == text)
        #expect(
            PictureReferences.restoring(in: "![](\(media))", [], others: { _ in "media/x.png" }) == "![](media/x.png)")
    }
}
