"""What Ghost makes of HTML, slugs and names of files."""

import json
import unittest

import ghost_filters
import ghost_images
import ghost_lexical
import ghost_markup
import ghost_slugs
from ghost_errors import Refused

SITE = "http://127.0.0.1:1/blog"


class Markup(unittest.TestCase):
    def becomes(self, sent, shown):
        document = ghost_lexical.document(sent, SITE)
        self.assertEqual(ghost_markup.rendered(document), shown)
        # What was stored is read again as it is.
        self.assertEqual(ghost_markup.rendered(ghost_markup.read(json.dumps(document))), shown)

    def test_the_usual_text_stays(self):
        self.becomes("<p>Hi <b>a <i>b</i></b> <del>c</del></p><p>x<br>y &lt; z</p>",
                     "<p>Hi <strong>a <em>b</em></strong> c</p><p>x<br>y &lt; z</p>")
        self.becomes("words & <code>more</code>\n\n<p></p>", "<p>words &amp; <code>more</code></p>")
        self.becomes('<p><a href="/x" title="t" target="_blank" rel="me" class="c">l</a> <a href="#fn1">1</a></p>',
                     '<p><a href="http://127.0.0.1:1/x" rel="me">l</a> <a href="#fn1">1</a></p>')
        self.becomes('<h2 class="x" id="mine">A &amp; B</h2><h2>A B</h2>',
                     '<h2 id="a-b">A &amp; B</h2><h2 id="a-b-1">A B</h2>')

    def test_lists_and_quotes(self):
        nested = "<ul><li>x<ul><li>y</li></ul></li><li>z</li></ul>"
        self.becomes(nested, nested)
        self.becomes('<ol start="3"><li><p>q</p></li></ol>', '<ol start="3"><li>q</li></ol>')
        self.becomes("<blockquote><p>a</p><p>b</p></blockquote>", "<blockquote>a<br><br>b</blockquote>")

    def test_what_ghost_does_not_know_loses_its_tags(self):
        self.becomes("<section class='f'><dl><dt>a</dt><dd>b</dd></dl></section>"
                     "<details><summary>s</summary>d</details>", "<p>a</p><p>b</p><p>s</p><p>d</p>")
        self.becomes('<p>x<sup id="r1"><a href="#n1">1</a></sup> <kbd>k</kbd><script>evil()</script></p><!-- c -->',
                     '<p>x<a href="#n1"><sup>1</sup></a> k</p>')

    def test_cards_of_html_keep_elements_and_lose_bare_text(self):
        self.becomes('<!--kg-card-begin: html--><div class="a" data-x="1">x</div>bare<aside>y</aside>'
                     "<!--kg-card-end: html--><p>after</p>",
                     '\n<!--kg-card-begin: html-->\n<div class="a" data-x="1">x</div>\n\n<aside>y</aside>\n'
                     "<!--kg-card-end: html-->\n<p>after</p>")
        self.becomes("<table class=t><tr><td>1</td></tr></table>",
                     '\n<!--kg-card-begin: html-->\n<table class="t"><tbody><tr><td>1</td></tr></tbody></table>\n'
                     "<!--kg-card-end: html-->\n")

    def test_a_document_of_the_client_keeps_all(self):
        whole = 'bare <b onclick="x">text</b> <!-- and more -->'
        sent = json.dumps({"root": {"children": [{"type": "html", "version": 1, "html": whole}], "type": "root"}})
        shown = ghost_markup.rendered(ghost_markup.read(sent))
        self.assertEqual(shown, f"\n<!--kg-card-begin: html-->\n{whole}\n<!--kg-card-end: html-->\n")
        for wrong in ('{"notLexical": true}', "[]", '{"root": {"children": [{"type": "unheard-of"}]}}'):
            with self.assertRaises(ghost_markup.Unreadable):
                ghost_markup.read(wrong)

    def test_pictures_leave_their_paragraph_and_keep_their_words(self):
        figure = ('<figure class="kg-card kg-image-card{}">{}<img src="{}" class="kg-image" alt="{}" loading="lazy">{}'
                  "</figure>")
        self.becomes('<p>t <img src="/a.png" alt="x &quot;q&quot;"> u</p>',
                     f"<p>t</p>{figure.format('', '', 'http://127.0.0.1:1/a.png', 'x &quot;q&quot;', '')}<p>u</p>")
        self.becomes('<figure class="w"><img src="https://h/a.png"><figcaption>C <b>d</b></figcaption></figure>',
                     figure.format(" kg-card-hascaption", "", "https://h/a.png", "",
                                   "<figcaption>C <strong>d</strong></figcaption>"))
        self.becomes('<a href="https://h/"><img src="https://h/a.png" alt="z"></a>',
                     figure.format("", '<a href="https://h/">', "https://h/a.png", "z", "</a>"))

    def test_code_and_frames(self):
        self.becomes('<pre><code class="language-Swift">let a &lt; b\n  c</code></pre><hr>',
                     '<pre><code class="language-swift">let a &lt; b\n  c</code></pre><hr>')
        self.becomes('<iframe src="relative"></iframe><iframe src="https://v/x" title="t"></iframe>',
                     '<figure class="kg-card kg-embed-card"><iframe src="https://v/x" title="t"></iframe></figure>')


class Names(unittest.TestCase):
    def test_slugs(self):
        for text, found in (("First light", "first-light"), ("It’s  a 'test'!", "its-a-test"), ("✓", "post"),
                            ("camelCase_and", "camel-case_and"), ("Zoë straße", "zoe-strasse"), ("a", "post-a"),
                            ("--x--y--", "x-y"), ("ghost", "ghost-post"), ("", "post"), ("a.b/c", "a-b-c"),
                            ("x" * 300, "x" * 185), ("2 × 3", "2-3")):
            self.assertEqual(ghost_slugs.base(text, "post"), found)
        self.assertEqual(ghost_slugs.base("#mark", "tag"), "hash-mark")
        self.assertRegex(ghost_slugs.base("日本語", "post"), r"^[a-z0-9-]+$")
        self.assertEqual(ghost_slugs.unused("a", {"a", "a-2"}), "a-3")

    def test_names_of_files(self):
        used = set()
        for name, found in (("a b.PNG", "a-b.PNG"), ("x_o.png", "x.png"), ("a b.PNG", "a-b-1.PNG"),
                            ("@2x.v2.jpg", "@2x.v2.jpg")):
            path = ghost_images.place(name, used, 0)
            used.add(path)
            self.assertEqual(path, f"1970/01/{found}")
        self.assertEqual(ghost_images.original("1970/01/a-b.png"), "1970/01/a-b_o.png")

    def test_filters(self):
        posts = [{"slug": slug, "status": "draft", "title": f"It's {slug}", "tags": [{"slug": tag}],
                  "primary_tag": None, "updated_at": day}
                 for slug, tag, day in (("a", "x", "2026-01-01"), ("b", "hash-y", "2026-01-02"))]
        for text, found in (("slug:a", "a"), ("slug:-a", "b"), ("tag:hash-y", "b"), ("slug:[a,b]+tags:x", "a"),
                            ("slug:c", ""), (r"title:'It\'s b'", "b"), ("updated_at:>'2026-01-01'", "b"),
                            ("status:published", ""), ("", "ab")):
            self.assertEqual("".join(post["slug"] for post in ghost_filters.matching(text, posts)), found, text)
        for text in ("slug", "slug:a+", "slug:'a", "slug:a,slug:b", "nothing:a"):
            with self.assertRaises(Refused):
                ghost_filters.matching(text, posts)


if __name__ == "__main__":
    unittest.main()
