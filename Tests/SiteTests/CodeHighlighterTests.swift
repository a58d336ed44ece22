import Foundation
import TestSupport
import Testing

@testable import Site

@Suite struct CodeHighlighterTests {
    let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    /// A highlighter whose program is this script.
    private func highlighter(_ script: String, cacheBytesMax: Int = 1 << 20) throws -> CodeHighlighter {
        try temporary.write("#!/bin/sh\n\(script)\n", to: "program", isProgram: true)
        return try #require(
            CodeHighlighter(
                program: temporary.path + "/program", environment: ["PATH": "/usr/bin:/bin"],
                cache: temporary.path + "/cache", cacheBytesMax: cacheBytesMax))
    }

    private let page = #"<pre><code class="language-swift">let a &lt; 1\#n</code></pre><p>x</p>"#

    @Test("code is coloured once, and then from the kept result")
    func colours() throws {
        let highlighter = try highlighter(#"read code; printf '<span class="hl kwa">let</span> a &lt; 1'"#)
        let wanted =
            #"<pre tabindex="0"><code class="language-swift"><span class="hl kwa">let</span> a &lt; 1\#n</code></pre><p>x</p>"#
        #expect(ContentMarkup.finished(page, hasAnchors: true, highlighter: highlighter) == wanted)
        try FileManager.default.removeItem(atPath: temporary.path + "/program")
        #expect(ContentMarkup.finished(page, hasAnchors: true, highlighter: highlighter) == wanted)
    }

    @Test("the kept results stay within their bound while the daemon runs, and after a restart")
    func bounds() throws {
        let script = #"read code; printf '<span class="hl kwa">%s</span>' "$code""#
        func kept() -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: temporary.path + "/cache").count) ?? 0
        }
        let first = try highlighter(script, cacheBytesMax: 5 * 4096)
        for number in 0..<12 {
            #expect(first.coloured("a\(number)", language: "swift") == #"<span class="hl kwa">a\#(number)</span>"#)
            #expect((1...5).contains(kept()))
        }
        let before = kept()
        let second = try highlighter(script, cacheBytesMax: 5 * 4096)
        #expect(kept() == before)
        // Both sites use the folder.
        for number in 20..<30 {
            _ = (number % 2 == 0 ? first : second).coloured("a\(number)", language: "swift")
            #expect((1...5).contains(kept()))
        }
        _ = try highlighter(script, cacheBytesMax: 4095)
        #expect(kept() == 0)
    }

    @Test(
        "code stays plain if the program fails, changes the text, or writes anything but coloured text",
        arguments: [
            "exit 1", "kill -9 $$", "printf 'let b &lt; 1'", "printf '<script>let a &lt; 1</script>'",
            #"printf '<span class="hl kwa" onclick="x">let</span> a &lt; 1'"#,
            #"printf '<span class="hl kwa">let a &lt; 1'"#, "yes", "printf ''",
        ])
    func staysPlain(script: String) throws {
        let highlighter = try highlighter(script)
        let plain = ContentMarkup.finished(page, hasAnchors: true)
        #expect(ContentMarkup.finished(page, hasAnchors: true, highlighter: highlighter) == plain)
    }

    @Test(
        "other code than Galley's, and languages that are no names, stay as they are",
        arguments: [
            #"<pre><code>x</code></pre>"#, #"<pre><code class="language---help">x</code></pre>"#,
            #"<pre><code class="language-a b">x</code></pre>"#, #"<pre><code class="language-c"><b>x</b></code></pre>"#,
            #"<pre><code class="language-c"></code></pre>"#, #"<pre><code class="language-c">x"#,
            "<pre><code class=\"language-c\">\(String(repeating: "x", count: 40_000))</code></pre>",
        ])
    func leavesOthers(html: String) throws {
        let highlighter = try highlighter(#"printf '<span class="hl kwa">x</span>'"#)
        #expect(
            ContentMarkup.finished(html, hasAnchors: true, highlighter: highlighter)
                == ContentMarkup.finished(html, hasAnchors: true))
    }

    @Test("without the program there is no highlighter")
    func missing() {
        for program in ["", "/nonexistent/highlight", "no-such-highlight"] {
            #expect(CodeHighlighter(program: program, environment: [:], cache: temporary.path) == nil)
        }
    }
}
