import Testing

@testable import Copyfitting

@Suite("Reading a text by places in its UTF-8")
struct CharacterScannerTests {
    private static let pieces = [
        "word", "a", ".", " ", "  ", "\n", "\n\n", "\r\n", "\r", "\t", "\u{B}", "\u{C}", "\u{0}", "\u{1F}", "\u{85}",
        "\u{A0}", "\u{2028}", "\u{3000}", "e\u{301}", "\u{301}", " \u{301}", "\n\u{301}", "\u{600}", "\u{200D}", "👨‍👩‍👧‍👦",
        "🇵🇹🇩🇪", "👍🏽", "1\u{FE0F}\u{20E3}", "漢字。", "한", "\u{1100}\u{1161}", "नमस्ते", "العربية", "“", "–",
        "https://a.example/é", "@ada",
    ]

    @Test("the characters are those of Swift, with their lengths and kinds", arguments: 0..<40)
    func characters(seed: UInt64) {
        var random = Seed(state: seed)
        for _ in 0..<100 {
            let text = random.text(of: Self.pieces)
            let scanner = CharacterScanner(text[...])
            var place = 0
            for character in text {
                #expect(scanner.wordEnd(from: place) == wordEnd(text, from: place))
                let found = scanner.character(at: place)
                #expect(found.bytes == character.utf8.count)
                #expect(found.isSpace == character.isWhitespace, "\(text.debugDescription) at \(place)")
                #expect(found.isLineEnd == character.isNewline, "\(text.debugDescription) at \(place)")
                place += found.bytes
            }
            #expect(place == text.utf8.count)
        }
    }

    private func wordEnd(_ text: String, from place: Int) -> Int {
        let rest = text[text.utf8.index(text.startIndex, offsetBy: place)...]
        return place + rest.prefix { !$0.isWhitespace }.utf8.count
    }

    @Test("facets are found word by word, wherever the word stands", arguments: 0..<20)
    func facets(seed: UInt64) {
        var random = Seed(state: seed)
        let spaces = [" ", "\n", "\t", "\r\n", "\u{A0}", "\u{2009}", "\u{3000}"]
        let words = Self.pieces.filter { $0.unicodeScalars.allSatisfy { !$0.isWhitespace && $0 != "\u{85}" } }
        let linked = ["#tag", "#漢字.", "@ada.example.com", "(https://a.example/x)", "b.example.com/y,", "é@a.de"]
        for _ in 0..<50 {
            var (text, expected) = ("", [BlueskyFacet]())
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                let word = random.text(of: Bool.random(using: &random) ? words : linked, max: 2)
                for facet in BlueskyFacet.detected(in: word) {
                    let start = text.utf8.count
                    let bytes = facet.bytes.lowerBound + start..<facet.bytes.upperBound + start
                    expected.append(BlueskyFacet(bytes: bytes, feature: facet.feature))
                }
                text += word + spaces[Int.random(in: 0..<spaces.count, using: &random)]
            }
            #expect(BlueskyFacet.detected(in: text) == expected)
        }
    }

    /// Knuth's linear congruential generator.
    private struct Seed: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 11 ^ state << 29
        }

        mutating func text(of pieces: [String], max: Int = 40) -> String {
            (0..<Int.random(in: 0...max, using: &self)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &self)]
            }
            .joined()
        }
    }
}
