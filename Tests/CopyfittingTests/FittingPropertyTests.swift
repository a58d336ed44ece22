import Rendering
import TestSupport
import Testing

@testable import Copyfitting

/// Random posts, the same in each run.
@Suite struct FittingPropertyTests {
    private static let words = [
        "word", "https://example.com/a/(b)?c=d.", "https://example.com", "(https://en.wikipedia.org/wiki/A_(b)),",
        "@alice@example.com",
        "#tag", "C#", "foo@bar.com", "👨‍👩‍👧‍👦", "🇵🇹", "日本語の文章です。", "שלום", "e\u{301}e\u{301}", "Sentence.", "a-b",
        "\"quoted.\"", "–",
        "verylongwordwithoutanyspacesinit", "http://localhost/x", "1.5", "@", "#", "x://y", "単語https://example.com/です",
        "\u{200F}",
        "https://example.com/" + String(repeating: "long", count: 30),
    ]

    private func text(_ count: Int, _ random: inout SeededNumbers) -> String {
        (0..<count).map { _ in
            let gap = ["\n\n", " ", " ", " ", " ", "\r\n", ""][random.below(7)]
            return Self.words[random.below(Self.words.count)] + gap
        }.joined()
    }

    private func pieces(_ random: inout SeededNumbers) throws -> Pieces {
        let tree = try DocumentTree(text(random.below(120), &random))
        let title = random.below(2) == 0 ? nil : text(random.below(20), &random)
        let summary = random.below(3) == 0 ? text(random.below(30), &random) : nil
        let addresses: [AddressPiece] = [
            .none, .known("https://me.example.com/a/b"), .known("http://localhost/post"),
            .awaited(predicted: "https://me.com/p/", widthMax: 60),
        ]
        let tags = (0..<random.below(6)).map { _ in ["swift", "open source", "C++", "日本", "tag"][random.below(5)] }
        return Pieces(title: title, summary: summary, tree: tree, address: addresses[random.below(4)], tags: tags)
    }

    @Test(
        "for any post, the text fits, is counted correctly, and comes out the same again",
        arguments: [
            "mastodon", "gotosocial", "akkoma", "takahe",
        ])
    func fits(software: String) throws {
        var random = SeededNumbers(seed: 2026)
        var sent = 0
        for round in 0..<150 {
            let limit = 1 + random.below(600)
            let fitting = Fitting(
                rule: CountingRule(software: software, limit: limit), warning: round % 5 == 0 ? "cw" : "")
            let pieces = try pieces(&random)
            guard let fitted = try? fitting.fit(pieces) else { continue }
            sent += 1
            let awaited = pieces.address.standIn ?? ""
            #expect(fitted.count <= limit)
            #expect(fitted.count == fitting.rule.count(fitted.text(address: awaited), warning: fitting.warning))
            let known = fitted.text(address: "https://me.com/p/")
            #expect(fitting.rule.count(known, warning: fitting.warning) <= limit)
            #expect(try fitting.fit(pieces) == fitted)
            if limit > 80, pieces.address != .none { #expect(fitted.hasAddress(pieces.address), "limit \(limit)") }
        }
        #expect(sent > 100)
    }

    @Test("a cut text is a beginning of the text, ends between characters and outside references, and fits its budget")
    func cuts() {
        var random = SeededNumbers(seed: 7)
        let rule = CountingRule(software: "mastodon", limit: 500)
        for _ in 0..<300 {
            let text = text(40, &random)
            let budget = random.below(200)
            guard let cut = Cut(text, to: budget, by: rule) else { continue }
            let kept = String(decoding: text.utf8.prefix(cut.keptBytes), as: UTF8.self)
            #expect(cut.text == kept + " …" || cut.text == kept + "…")
            #expect(Array(text).starts(with: Array(kept)))
            #expect(rule.count(cut.text) <= budget + 40, "context may change what is linked, but not by much")
            let links = MastodonText(text).entities.filter { $0.entity == .address }
            let end = kept.unicodeScalars.count
            #expect(!links.contains { $0.range.lowerBound < end && end < $0.range.upperBound })
        }
    }

    @Test(
        "100 KB of any text are fitted in linear time",
        arguments: [
            "a", "日", "a ", "@a", "https://a.com/", "#", "👨‍👩‍👧‍👦", "a. ", ":", "a@", "\u{301}", "\n\n", "://", "@ ",
        ])
    func hostile(unit: String) throws {
        let text = "start " + String(repeating: unit, count: 100_000 / unit.utf8.count)
        var pieces = Pieces(
            title: nil, summary: nil, tree: DocumentTree(blocks: []), address: .known("https://me.com/a"))
        pieces.text = PlainText(verbatim: text)
        for limit in [500, 90_000] {
            let fitting = Fitting(rule: CountingRule(software: "mastodon", limit: limit))
            var fitted: Fitted?
            #expect(try hashings(of: Array(text.utf8), within: 10_000) { fitted = try fitting.fit(pieces) } <= 10_000)
            #expect(try #require(fitted).count <= limit)
        }
    }
}

extension Fitted {
    fileprivate func hasAddress(_ address: AddressPiece) -> Bool {
        guard case .known(let known) = address else { return segments.contains(.address) || !isCut }
        return text(address: "").contains(known) || !isCut
    }
}
