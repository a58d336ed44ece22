import Posts
import Rendering
import Testing

@testable import Copyfitting

@Suite("Dividing a text into a thread")
struct ThreadSplitTests {
    private let fifty = CountingRule(name: "Test", method: .codePoints, limit: 50)

    private func split(_ text: String, _ rule: CountingRule? = nil, avoidsPairs: Bool = false) -> [String] {
        ThreadSplit(text, rule: rule ?? fifty, avoidsPairs: avoidsPairs).parts
    }

    @Test("a text that fits is one part, and an empty one none")
    func short() {
        #expect(split("One sentence. Another one.") == ["One sentence. Another one."])
        #expect(split(" \n\n ") == [])
        #expect(split("---\n\n---") == [])
    }

    @Test("the author's breaks come first, then paragraphs, then sentences, then words")
    func places() {
        #expect(split("One.\n\n---\n\nTwo.\n* * *\nThree.") == ["One.", "Two.", "Three."])
        #expect(
            split("The boats leave before the light.\n\nThe nets are dry, and the ropes too.")
                == ["The boats leave before the light.", "The nets are dry, and the ropes too."])
        #expect(
            split("The boats leave before the light. The nets are dry, and the ropes are.")
                == ["The boats leave before the light.", "The nets are dry, and the ropes are."])
        let words = split(
            "the boats leave before the light and the nets are dry and the ropes are coiled on the quay now")
        #expect(words.count == 2)
        #expect(words.allSatisfy { $0.count >= 40 })
        // One more part is better than ends inside sentences.
        let sentences = (1...4).map { "Sentence \($0) has about thirty letters." }.joined(separator: " ")
        #expect(split(sentences).allSatisfy { $0.hasSuffix(".") })
    }

    @Test("lines end with LF; CR LF is white space in a line")
    func lineEnds() {
        #expect(split("One.\n---\r\n\nTwo.") == ["One.", "Two."])
        #expect(split("One.\n \u{A0}---\t\nTwo.") == ["One.", "Two."])
        #expect(split("One.\r\n---\r\nTwo.") == ["One.\r\n---\r\nTwo."])
        #expect(split("One.\n\u{301}---\nTwo.") == ["One.\n\u{301}---\nTwo."])
    }

    @Test("two parts become three where a profile hides the first, unless the author made two")
    func pairs() {
        let text = "The boats leave before the light. The nets are dry, and the ropes are."
        #expect(split(text, avoidsPairs: true).count == 3)
        #expect(split("One.\n---\nTwo.", avoidsPairs: true) == ["One.", "Two."])
        let avoided = [text, text + text, "The boats leave."].map {
            ThreadSplit($0, rule: fifty, avoidsPairs: true).hasAvoidedPair
        }
        #expect(avoided == [true, false, false])
    }

    @Test(
        "what belongs together stays together",
        arguments: [
            "https://example.org/a/long/path/that/is/forty/one", "@someone@a.rather.long.example.social",
            "#aVeryLongTag",
        ])
    func references(reference: String) {
        for count in 0..<60 {
            let text = String(repeating: "word ", count: count / 5) + String(repeating: "x", count: count % 5) + " "
            let parts = split(text + reference + " and what follows it here, at some length, to the end of the text")
            #expect(parts.contains { $0.contains(reference) }, "\(parts)")
        }
    }

    @Test("code and tables are not divided while they fit")
    func whole() throws {
        let tree = try DocumentTree(
            "Before it `let x = 1 + 2 + 3` after.\n\n```\nfirst line\nsecond line\n```\n\n| a | b |\n|-|-|\n| c | d |")
        let plain = PlainText(tree)
        let kept = plain.whole.map { range in String(decoding: Array(plain.text.utf8)[range], as: UTF8.self).trimmed }
        #expect(kept == ["let x = 1 + 2 + 3", "first line\nsecond line", "a | b\nc | d"])
        for limit in 25...60 {
            let rule = CountingRule(name: "Test", method: .codePoints, limit: limit)
            let parts = ThreadSplit(plain.text, whole: plain.whole, rule: rule, avoidsPairs: false).parts
            for text in kept { #expect(parts.contains { $0.contains(text) }, "\(limit): \(parts)") }
        }
    }

    @Test("a line of dashes in code or escaped is no break, and stays")
    func noBreaks() throws {
        let tree = try DocumentTree(
            "Front matter:\n\n```yaml\n---\ntitle: Boats\n---\n```\n\n\\* \\* \\*\n\n> ```\n> ---\n> ```\n\nOne.\n\n---\n\n- ```\n  * * *\n  ```\n\nTwo."
        )
        let plain = PlainText(tree)
        for rule in [CountingRule.bluesky, fifty] {
            let parts = ThreadSplit(plain.text, whole: plain.whole, rule: rule, avoidsPairs: false).parts
            #expect(parts.contains { $0.contains("---\ntitle: Boats\n---") })
            let kept = parts.joined().filter { !$0.isWhitespace }
            #expect(kept == "Frontmatter:---title:Boats---***>---One.•***Two.")
        }
        let first = ThreadSplit(plain.text, whole: plain.whole, rule: .bluesky, avoidsPairs: false).parts
        #expect(first.map { $0.suffix(4) } == ["One.", "Two."])
    }

    @Test("what is kept whole ends where its line is trimmed, so a break behind it holds")
    func trimmedCode() throws {
        for source in ["One `x    `\n\n---\n\nTwo.", "One `     `\n\n---\n\nTwo.", "# \\* \\* \\*\n\n---\n\nTwo."] {
            let plain = PlainText(try DocumentTree(source))
            #expect(plain.whole.allSatisfy { $0.upperBound <= plain.text.utf8.count && !$0.isEmpty })
            let parts = ThreadSplit(plain.text, whole: plain.whole, rule: .bluesky, avoidsPairs: false).parts
            #expect(parts.count == 2 && parts.last == "Two.", "\(parts)")
        }
    }

    @Test("a piece longer than a part is divided and counted")
    func torn() {
        let address = "https://example.org/" + String(repeating: "a", count: 100)
        let split = ThreadSplit("See \(address) now.", rule: fifty, avoidsPairs: false)
        #expect(split.torn == 1)
        #expect(split.parts.joined().filter { !$0.isWhitespace } == "See\(address)now.")
        #expect(split.parts.allSatisfy { $0.unicodeScalars.count <= 50 })
    }

    @Test("nothing is lost, doubled or reordered, and every part fits", arguments: 0..<40)
    func property(seed: UInt64) {
        var random = Seed(state: seed)
        let pieces = [
            "word", "two words", "A sentence ends. ", "\n\n", "\n", " ", "https://example.org/a/b?c=d",
            "@ada.bsky.social",
            "#tag", "👨‍👩‍👧‍👦", "漢字仮名交じり文。", "e\u{301}", "🇵🇹🇩🇪", "\n---\n", String(repeating: "x", count: 90), "العربية",
            "漢字https://a.de", "(http://b.co/x)漢", "仮名@a@b.example",
        ]
        for _ in 0..<8 {
            let text = (0..<Int.random(in: 1...400, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined(separator: Bool.random(using: &random) ? " " : "")
            let narrow = CountingRule(name: "Test", method: .mastodon(reservedPerURL: 23), limit: 60)
            for rule in [CountingRule.bluesky, fifty, narrow, CountingRule(software: "mastodon")] {
                let parts = ThreadSplit(text, rule: rule, avoidsPairs: true).parts
                let breaks = text.split(separator: "\n").filter { $0.trimmed == "---" }.count
                var words = text.filter { !$0.isWhitespace }
                // The breaks are the only characters that go.
                if breaks > 0 {
                    words = text.split(separator: "\n", omittingEmptySubsequences: false).filter { $0.trimmed != "---" }
                        .joined(separator: "\n").filter { !$0.isWhitespace }
                }
                #expect(parts.joined().filter { !$0.isWhitespace } == words)
                #expect(parts.allSatisfy { rule.fits($0) }, "\(rule): \(parts.filter { !rule.fits($0) })")
            }
        }
    }

    private struct Seed: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 11 ^ state << 29
        }
    }

    @Test("no part is a stub if the others have room")
    func stubs() {
        for count in 9...80 {
            let text = String(repeating: "The boats leave before the light. ", count: count)
            let parts = split(text, .bluesky)
            #expect(parts.allSatisfy { $0.count >= 100 }, "\(parts.map(\.count))")
        }
    }
}
