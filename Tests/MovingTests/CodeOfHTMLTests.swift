import Testing

@testable import Moving

@Suite("Code in HTML")
struct CodeOfHTMLTests {
    private static func block(_ code: String, _ language: String = "") -> String { "```\(language)\n\(code)\n```\n" }

    private static let linesRows: [(String, String)] = [
        ("<code>\n    if a {\n        b()\n    }\n</code>", block("    if a {\n        b()\n    }")),
        ("<p>So:</p><p><code>a<br>&nbsp; b<br/>c</code></p>", "So:\n\n\(block("a\n  b\nc"))"),
        ("<p>See <code>git commit\n   --amend</code> here</p>", "See `git commit --amend` here\n"),
        ("<p>See <code>a\nb</code></p>", "See `a b`\n"), ("<p><code>a\n b</code></p>", block("a\n b")),
        ("<p>Say <code>a\nb\n\n  c</code> then</p>", "Say\n\n\(block("a\nb\n\n  c"))\nthen\n"),
        ("<code><p>a</p><p>b</p></code>", block("a\nb")), ("<p><code>a</p><p>b</code> c</p>", "\(block("a\nb"))\nc\n"),
        ("<pre>a\n\n\tb  c\n</pre>", block("a\n\n\tb  c")), ("<pre><code>a</pre></code>b", "\(block("a"))\nb\n"),
        ("<pre>a <b>b</b> > </pre><p>c</p>", "\(block("a b > "))\nc\n"), ("<p>x <code> a </code></p>", "x `  a  `\n"),
        (
            "<pre>#include <stdio.h>\nVector<int> v; List<I> i; a<b && c>d <?php x ?></pre>",
            block("#include <stdio.h>\nVector<int> v; List<I> i; a<b && c>d <?php x ?>")
        ),
        ("<pre><note>a</note> &amp;lt; &amp; &copy;</pre>", block("<note>a</note> &lt; & ©")),
        ("<pre>a<img src=\"b.png\">c</pre>", "\(block("ac"))\n![](b.png)\n"), ("<pre> </pre>x", "x\n"),
        ("<ul><li>x <code>a\n  b\nc</code></li></ul>", "- x\n\n  ```\n  a\n    b\n  c\n  ```\n"),
        ("<h2>a <code>b\nc\nd</code></h2>", "## a `b c d`\n"),
        ("<pre><div>a</div><div><br></div><div> b</div></pre>", block("a\n\n b")),
    ]

    @Test("code keeps its lines and its blanks", arguments: linesRows)
    func lines(html: String, markdown: String) { #expect(HTMLText.markdown(html).text == markdown) }

    @Test(
        "code that is left open ends with its paragraph",
        arguments: [
            ("<p>Use <code>a b</p><p>c <code>d</code></p>", "Use `a b`\n\nc `d`\n"),
            ("<p><code>a<code> b</p><p>c</p>", "`a b`\n\nc\n"), ("<pre>a\nb<p>c</p>", "\(block("a\nb"))\nc\n"),
        ])
    func leftOpen(html: String, markdown: String) { #expect(HTMLText.markdown(html).text == markdown) }

    @Test("in WordPress's old editor code that is left open ends at the empty line, and its lines count")
    func classic() {
        let found = HTMLText.markdown("Use <code>x now.\n\nRest <code>a\nb</code>.", isWordPress: true).text
        #expect(found == "Use `x now.`\n\nRest\n\n```\na\nb\n```\n\n.\n")
    }

    private static let languagesRows: [(String, String)] = [
        ("<pre><code class=\"language-swift\">a</code></pre>", "swift"),
        ("<pre><code class=\"lang-c++\">a</code></pre>", "c++"),
        ("<pre class=\"brush: php; title: ; notranslate\" title=\"\">a</pre>", "php"),
        ("<pre class=\"brush:js\">a</pre>", "js"),
        ("<div class=\"highlight highlight-source-shell\"><pre>a</pre></div>", "shell"),
        ("<div class=\"highlight highlight-text-html-basic\"><pre>a</pre></div>", "html"),
        ("<pre><code data-lang=\"go\">a</code></pre>", "go"), ("<pre data-language=\"js\">a</pre>", "js"),
        ("<pre class=\"EnlighterJSRAW\" data-enlighter-language=\"css\">a</pre>", "css"),
        (
            "<div class=\"language-ruby highlighter-rouge\"><div class=\"highlight\"><pre class=\"highlight\"><code>a</code></pre></div></div>",
            "ruby"
        ),
        ("<pre><code class=\"hljs javascript\">a</code></pre>", "javascript"),
        ("<pre lang=\"python\">a</pre>", "python"),
        ("<pre><code class=\"hljs language-xml\">a</code></pre>", "xml"),
        ("<pre class=\"sourceCode haskell\"><code>a</code></pre>", "haskell"),
        ("<figure class=\"highlight sql\"><pre>a</pre></figure>", "sql"),
        ("<pre class=\"lang:perl decode:true\">a</pre>", "perl"),
        ("<pre class=\"src src-emacs-lisp\">a</pre>", "emacs-lisp"),
        ("<pre lang=\"en\"><code class=\"code\">a</code></pre>", ""),
        ("<pre><code class=\"language-none hljs\">a</code></pre>", ""),
        ("<div class=\"lang-en\"><pre>a</pre></div>", ""),
        (
            "<!-- wp:syntaxhighlighter/code {\"language\":\"php\"} --><pre class=\"wp-block-syntaxhighlighter-code\">a</pre><!-- /wp -->",
            "php"
        ),
        (
            "<figure class=\"highlight js\"><table><tr><td class=\"gutter\"><pre><span class=\"line\">1</span><br></pre></td>"
                + "<td class=\"code\"><pre><span class=\"line\">a</span><br></pre></td></tr></table></figure>", "js"
        ),
        (
            "<div class=\"highlight\"><table class=\"lntable\"><tr><td class=\"lntd\"><pre class=\"chroma\"><code><span class=\"lnt\">1\n"
                + "</span></code></pre></td><td class=\"lntd\"><pre class=\"chroma\"><code class=\"language-go\" data-lang=\"go\">a\n"
                + "</code></pre></td></tr></table></div>", "go"
        ),
        (
            "<figure class=\"highlight\"><pre><code class=\"language-yaml\" data-lang=\"yaml\"><span class=\"lineno\">1 </span>a</code></pre></figure>",
            "yaml"
        ),
    ]

    @Test("the language of code stays, whichever highlighter wrote it", arguments: languagesRows)
    func languages(html: String, language: String) {
        #expect(HTMLText.markdown(html).text == Self.block("a", language))
    }

    private static let codesRows: [(String, String)] = [
        ("[code lang=\"php\"]\n<?php echo \"<b>x</b>\"; ?>\n[/code]", block("<?php echo \"<b>x</b>\"; ?>", "php")),
        (
            "[sourcecode language='css']\na &gt; b { c: &amp;lt; }\n\n  d\n[/sourcecode]",
            block("a > b { c: &lt; }\n\n  d", "css")
        ),
        ("[php]\n[gallery] [x]\n[/php] then", "\(block("[gallery] [x]", "php"))\nthen\n"),
        ("[code]\n<pre>a</pre>\n<code>\n[/code]\nx", "\(block("<pre>a</pre>\n<code>"))\nx\n"),
        ("[code language=\"plain\" wraplines=\"false\"]a[/code]", block("a", "plain")),
        ("<pre>[code]a[/code]</pre>", block("[code]a[/code]")),
        ("[java] is no code, [sic]", "\\[java\\] is no code, \\[sic\\]\n"),
        ("[[code]a[/code]]", "\\[\\[code\\]a\\[/code\\]\\]\n"), ("[code]a", "\\[code\\]a\n"),
    ]

    @Test("WordPress's codes for code become blocks with their content as it is", arguments: codesRows)
    func codes(text: String, markdown: String) {
        let codes = WordPressCodes(text, of: "1", WordPressPictures())
        #expect(HTMLText.markdown(codes.html, isWordPress: true).text == markdown)
    }

    @Test("codes without an end take linear time")
    func hostileCodes() {
        for unit in ["[code]", "[php]", "<pre>[code]</pre>", "[[code]", "[/code]", "[code lang=", "<code>[php]"] {
            let text = String(repeating: unit, count: 20_000)
            #expect(WordPressCodes(text, of: "1", WordPressPictures()).html.utf8.count <= 12 * text.utf8.count)
        }
    }
}
