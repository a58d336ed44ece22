import Posts
import TestSupport
import Testing

@testable import Copyfitting

@Suite("A text for a server that reads markup everywhere")
struct TextEscapingTests {
    @Test(
        "has references at snac in place of would-be markup, and the rest unchanged",
        arguments: [
            ("__init__", "&#95;&#95;init&#95;&#95;"), ("2 * 3 * 4", "2 &#42; 3 &#42; 4"),
            ("# comment", "&#35; comment"),
            ("* * *", "&#42; &#42; &#42;"), ("Vec<String>", "Vec&#60;String&#62;"),
            ("AT&amp;T & Co", "AT&#38;amp;T & Co"), ("---", "&#45;--"), ("---*", "&#45;--&#42;"),
            ("*\u{FE0F}\u{20E3} 1", "&#42;&#65039;&#8419; 1"), ("a_\u{308}b", "a&#95;&#776;b"),
            // Smileys; the end of a reference is an eye.
            ("end :-)", "end :-&#41;"), (":-))", ":-&#41;&#41;"), (":-)-)", ":-&#41;-&#41;"), (";-)", ";-&#41;"),
            (":)\u{FE0F}", ":&#41;&#65039;"), ("an 8-ounce cup", "an 8-&#111;unce cup"), ("Plan (B-)", "Plan (B-&#41;"),
            ("*-)", "&#42;-&#41;"), ("I <3 you >:-(", "I &#60;3 you &#62;:-&#40;"),
            (":-/ :-| :-*", ":-&#47; :-&#124; :-&#42;"),
            ("#tag @ada_b@x.example", "#tag @ada_b@x.example"),
            ("https://x.example/a_b_c*d", "https://x.example/a_b_c*d"), ("plain: words; 5 - 3", "plain: words; 5 - 3"),
        ])
    func references(text: String, expected: String) {
        let sent = TextEscaping.references.escaped(text)
        #expect(sent == expected)
        #expect(TextEscaping.references.plain(sent) == text)
        #expect(snac(sent) == text)
    }

    @Test(
        "has backslashes at GoToSocial before what it would take away or resolve",
        arguments: [
            (#"C:\_new\*"#, #"C:\\_new\\*"#), (#"C:\new"#, #"C:\new"#), (#"\\server\c$"#, #"\\\server\c$"#),
            ("AT&amp;T &#58; &#x3A; &c;", #"AT\&amp;T \&#58; \&#x3A; \&c;"#),
            ("R&D; a && b; 5 & 6", #"R\&D; a && b; 5 & 6"#),
            (#"\&amp;"#, #"\\\&amp;"#), ("end\\\nnext", "end\\\\\nnext"), (#"last \"#, #"last \"#),
            (#"(https://x.example/?a&amp;b) \*"#, #"(https://x.example/?a&amp;b) \\*"#), ("plain words", "plain words"),
        ])
    func backslashes(text: String, expected: String) {
        let sent = TextEscaping.backslashes.escaped(text)
        #expect(sent == expected)
        #expect(TextEscaping.backslashes.plain(sent) == text)
    }

    @Test("arrives as it was written, whatever it is made of", arguments: 0..<200)
    func anything(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        let pieces = [
            "\\", "&", "amp;", "lt;", ":", ";", "-", ")", "(", "8", "o", "B", "D", "*", "_", "<", ">", "a ", " ", "\n",
        ]
        let text = (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        for escaping in [TextEscaping.references, .backslashes] {
            #expect(escaping.plain(escaping.escaped(text)) == text)
        }
        let sent = TextEscaping.references.escaped(text)
        #expect(snac(sent) == text, "\(sent)")
    }

    /// What snac makes of the smileys in a text, and readers see of it.
    private func snac(_ sent: String) -> String {
        let faces = [":-)", ":-D", "X-D", ";-)", "B-)", ">:-(", ":-(", ":-*", ":-/", "8-o", "%-)", ":_(", ":-|", "<3"]
        return faces.reduce(sent) { $0.replacing($1, with: "☺") }.referencesResolved
    }

    @Test("counts as it is sent, also where it is divided")
    func counts() throws {
        let rule = CountingRule(software: "gotosocial", limit: 20, escaping: .backslashes)
        #expect(rule.count(#"a\_b"#) == 5 && rule.count(asSent: #"a\_b"#) == 4)
        #expect(CountingRule(software: "snac", escaping: .references).count(":-)") == 7)
        #expect(rule.limited(to: 10).count(#"a\_b"#) == 5)
        let text = String(repeating: #"\* \* \* words "#, count: 8)
        let split = ThreadSplit(text, rule: rule, avoidsPairs: false)
        #expect(split.parts.count > 6)
        #expect(split.parts.allSatisfy { rule.count($0) <= 20 })
        #expect(split.counts == split.parts.map { rule.count($0) })
    }

    @Test("tells which words stay altered")
    func unprotected() {
        let text = "See (https://x.example/8-ounce, #B-) and @ada :-)"
        #expect(TextEscaping.references.unprotected(in: text) == ["https://x.example/8-ounce,", "#B-)"])
        #expect(TextEscaping.backslashes.unprotected(in: text).isEmpty)
    }
}
