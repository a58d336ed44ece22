import Testing
import Wire

@testable import Moving

@Suite("Shortcodes become what they mean, except in code")
struct ShortcodeTests {
    @Test(
        "the shortcodes of Hugo",
        arguments: [
            (#"{{< figure src="a b.jpg" alt="A [boat]" >}}"#, #"![A \[boat\]](<a b.jpg>)"#),
            (
                #"{{< figure src="a.jpg" title="One" caption="Two" attr="Ann" attrlink="/ann" link="/b" >}}"#,
                "[![Two](a.jpg)](/b)\n\n*One Two [Ann](/ann)*"
            ),
            ("- x\n  {{< figure src=\"a.jpg\" caption=\"a *b*\" >}}\n", "- x\n  ![a b](a.jpg)\n\n  a *b*\n"),
            (#"Words {{% img src=`a.jpg` caption="b" %}} words"#, "Words ![b](a.jpg) *b* words"),
            ("{{< youtube w7Ft2ymGmfc >}}", "<https://www.youtube.com/watch?v=w7Ft2ymGmfc>"),
            (#"{{< youtube id="x" title="A [film]" >}}"#, #"[A \[film\]](https://www.youtube.com/watch?v=x)"#),
            ("{{< gist ann 50a7 >}} {{< vimeo 14 />}}", "<https://gist.github.com/ann/50a7> <https://vimeo.com/14>"),
            (#"{{< x user="ann" id="1" >}}"#, "<https://twitter.com/ann/status/1>"),
            ("{{< tweet 1 >}}", "<https://twitter.com/i/status/1>"),
            ("{{< highlight go \"linenos=table\" >}}\nx := `a`\n{{< /highlight >}}\n", "```go\nx := `a`\n```\n"),
            ("  {{< highlight c >}}\na\n{{< /highlight >}}", "  ```c\na\n  ```"),
            ("A {{< highlight c >}}x{{< /highlight >}}.", "A `x`."),
            ("{{< highlight c >}}x{{< /highlight >}}\nA", "```c\nx\n```\nA"),
            ("A {{< highlight c >}}\nx\n{{< /highlight >}} b", "A \n```c\nx\n```\n b"),
            ("[x]({{< ref \"posts/b.md\" >}}) {{< relref \"none\" >}}", "[x](/b/) {{< relref \"none\" >}}"),
            ("{{</* figure src=\"a\" */>}}", "{{\\< figure src=\"a\" >}}"),
            ("{{< chart 90 >}} {{< figure >}} {{ braces", "{{< chart 90 >}} {{< figure >}} {{ braces"),
        ])
    func hugo(text: String, result: String) {
        #expect(Shortcodes.resolved(in: text) { $0 == "posts/b.md" ? "/b/" : nil }.text == result)
    }

    @Test(
        "the tags of Jekyll, and Zola's calls",
        arguments: [
            ("{% highlight ruby linenos %}\na\n{% endhighlight %}\nb", "```ruby\na\n```\nb"),
            (
                "{% highlight md %}\n```\n{% raw %}{{ a }}{% endraw %}\n```\n{%- endhighlight -%}",
                "````md\n```\n{{ a }}\n```\n````"
            ),
            (
                "{% raw %}{{ a }} {% b %}{% endraw %} {% gist ann/1 a.rb %}",
                "\\{\\{ a }} \\{% b %} <https://gist.github.com/ann/1>"
            ),
            ("![x]({{ site.baseurl }}/a.png) {{ \"/b\" | relative_url }}", "![x](/a.png) /b"),
            ("{{site.url}}{{ site.baseurl }}/a {{ site.title }} {{ site.url }}", "/a {{ site.title }} {{ site.url }}"),
            ("[x]({% post_url 2019-05-01-b %}) {% link c.md %}", "[x](/2019-05-01-b/) {% link c.md %}"),
            ("a{% comment %}b{% endcomment %}c {% include d.html %}", "ac {% include d.html %}"),
            ("{% img left /a.png 300 200 %}", "![](/a.png)"),
            (#"{{ youtube(id="x", autoplay=true) }} {{ t(a) }}"#, "<https://www.youtube.com/watch?v=x> {{ t(a) }}"),
        ])
    func jekyll(text: String, result: String) {
        #expect(Shortcodes.resolved(in: text) { $0.hasPrefix("2019") ? "/\($0)/" : nil }.text == result)
    }

    @Test(
        "in code and in front matter nothing changes",
        arguments: [
            "`{{< youtube x >}}`", "``a ` {% raw %}``", "```\n{{< youtube x >}}\n```",
            "~~~~\n{% raw %}\n~~~\n{% raw %}\n~~~~",
            "a\n\n    {{< youtube x >}}\n", "> ```\n> {{< youtube x >}}\n> ```",
            "- a\n\n  ```\n  {{< youtube x >}}\n  ```",
            "1. ```\n   {{< youtube x >}}\n   ```", "<pre>\n\n{{< youtube x >}}\n</pre>", "<!-- {{< youtube x >}} -->",
            "```\n{{< youtube x >}}", "\\{{< youtube x >}}",
        ])
    func leavesCode(text: String) { #expect(Shortcodes.resolved(in: text).text == text) }

    @Test("what follows code, and what only looks like code, is replaced")
    func goesOn() {
        let link = "<https://www.youtube.com/watch?v=x>"
        for start in ["`a` ", "```\na\n```\n", "a ` b ", "- a\n\n    ", "a\n    ", "``` a ` b\n", "    a\n\nb "] {
            let found = Shortcodes.resolved(in: start + "{{< youtube x >}}").text
            #expect(found == start + link, "\(start)")
        }
        let second = Shortcodes.resolved(in: "{{< youtube x >}}{{< youtube x >}}", from: 17).text
        #expect(second == "{{< youtube x >}}" + link)
    }

    @Test("a line of the result leads back to its line in the source")
    func keepsLines() {
        let source = """
            one
            {{< figure src="a.jpg" caption="b" >}}
            two
            {% highlight c %}

            x

            {% endhighlight %}
            three
            """
        let (text, lines) = Shortcodes.resolved(in: source)
        for (index, word) in ["one": 1, "two": 3, "three": 9].map({ ($1, $0) }) {
            let line = text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0 == word } ?? -1
            #expect(lines.source(of: line + 1) == index, "\(word)")
        }
    }

    @Test(
        "hostile texts take linear time",
        arguments: [
            "{{<", "{%", "{{< highlight >}}", "{% highlight %}", "{% raw %}", "{{ \"", "`", "``` ", "<pre>", "<!--",
            "> ", "- ",
            "{{< a b=\"", "\\", "{{ a(", "{% comment %}{", "{{< figure src=a caption=b >}}",
        ])
    func survives(unit: String) {
        for divider in ["", "\n", "\n\n"] {
            let text = String(repeating: unit + divider, count: 20_000)
            #expect(Shortcodes.resolved(in: text).text.utf8.count <= 2 * text.utf8.count)
        }
    }

    // MARK: - WordPress

    private static let pictures: WordPressPictures = {
        var pictures = WordPressPictures()
        for (id, caption) in [("7", "Low <b>tide</b>"), ("8", "")] {
            var item = WXRItem()
            item.fields = [
                "wp:post_type": "attachment", "wp:post_id": id, "wp:post_parent": "1", "excerpt:encoded": caption,
                "wp:attachment_url": "https://old.example/\(id).jpg",
            ]
            item.meta = [WXRItem.Meta(key: "_wp_attachment_image_alt", value: "Picture \(id)")]
            pictures.add(item)
        }
        return pictures
    }()

    @Test(
        "the shortcodes of WordPress",
        arguments: [
            (
                "a\n\n[gallery ids=\"8,7\" columns=\"2\"]\n\nb",
                "a\n\n![Picture 8](https://old.example/8.jpg)\n\n![Picture 7](https://old.example/7.jpg)\n\n*Low **tide***\n\nb\n",
                []
            ),
            (
                "[gallery]",
                "![Picture 7](https://old.example/7.jpg)\n\n*Low **tide***\n\n![Picture 8](https://old.example/8.jpg)\n",
                []
            ),
            ("[gallery ids=\"7,9\"]", "\\[gallery ids=\"7,9\"\\]\n", ["gallery"]),
            ("[embed width=\"1\"]https://a.example/[/embed] b", "[https://a.example/](https://a.example/)\n\nb\n", []),
            (
                "[video src=\"a.mp4\"] [sic] [contact-form-7]",
                "\\[video src=\"a.mp4\"\\] \\[sic\\] \\[contact-form-7\\]\n", ["video", "contact-form-7"]
            ),
            (
                "[[gallery]] <code>[gallery]</code> <pre>[embed]x[/embed]</pre>",
                "\\[gallery\\] `[gallery]`\n\n```\n[embed]x[/embed]\n```\n", []
            ),
            ("[caption]<img src=\"b.jpg\" /> a[/caption]", "![](b.jpg)\n\n*a*\n", []),
        ])
    func wordPress(html: String, markdown: String, left: [String]) {
        let codes = WordPressCodes(html, of: "1", Self.pictures)
        #expect(HTMLText.markdown(codes.html, isWordPress: true).text == markdown && codes.left == left)
    }

    @Test(
        "a post's featured picture stands above its text, unless the text shows it, and is reported if it is missing",
        arguments: [
            ("7", "Hi", "![Picture 7](https://old.example/7.jpg)\n\n*Low **tide***\n\nHi\n", 0),
            ("8", "Hi", "![Picture 8](https://old.example/8.jpg)\n\nHi\n", 0),
            ("8", "<img src=\"https://old.example/8-30x20.jpg\">", "![](https://old.example/8-30x20.jpg)\n", 0),
            ("9", "Hi", "Hi\n", 1), ("0", "Hi", "Hi\n", 0),
        ])
    func featured(id: String, html: String, markdown: String, notes: Int) {
        var item = WXRItem()
        item.fields = ["content:encoded": html, "wp:post_id": "1", "wp:status": "publish"]
        item.meta = [WXRItem.Meta(key: "_thumbnail_id", value: id)]
        let reading = WordPressPosts.reading(item, in: WXRChannel(), address: nil, Self.pictures)
        guard case .post(let post) = reading else { return #expect(Bool(false), "\(reading)") }
        #expect(post.item.draft?.body == markdown && post.notes.count == notes)
    }

    @Test(
        "hostile codes take linear time",
        arguments: ["[", "[gallery", "[embed]", "[[gallery", "[a b=\"", "<pre>[", "[caption]<img"])
    func survivesWordPress(unit: String) {
        let text = String(repeating: unit, count: 20_000)
        #expect(WordPressCodes(text, of: "1", Self.pictures).html.utf8.count <= 2 * text.utf8.count)
    }
}
