import Posts
import TargetSupport
import TestSupport
import Testing

@testable import Targets

@Suite("Targets that fit any text")
struct FittingTests {
    /// Words of all lengths and scripts, marks, addresses and HTML.
    private static let words = [
        "word", "Wörter", "長い文章", "👩‍👩‍👧", "https://example.org/a/b?c=d", "a.io", "**bold**", "`code`", "<b>x</b>", "&amp;",
        "#tag",
        "@ada@example.org", "\n\n", "\n- ", "\n> ", "\n```\n", "[^1]", "\n[^1]: note\n", "| a | b |\n", "~~", "\\",
        "\u{202E}", "\t",
        String(repeating: "x", count: 700),
    ]

    @Test("a post with a title fits whatever its text", arguments: 1...40 as ClosedRange<UInt64>)
    func fits(seed: UInt64) throws {
        var dice = SeededNumbers(seed: seed)
        let count = [0, 1, 20, 400, 4000][Int(seed % 5)]
        let body = (0..<count).map { _ in FittingTests.words.randomElement(using: &dice) ?? "" }.joined(separator: " ")
        guard body.utf8.count <= Target.textMax else { return }
        for target in try targets().filter(\.fitsAnyText) {
            #expect(throws: Never.self, "\(target.kindName)") {
                try target.freeze(manuscript(title: "A title", body: body), as: .create, facts: nil, key: key)
            }
        }
    }

    private func targets() throws -> [Target] {
        let bluesky = try target("bluesky") { $0.account = "ada.example.com" }
        let all = [
            bluesky, try target("mastodon"), try target("wordpress"), try target("ghost"), try target("writefreely"),
            try target("mastodon") { $0.long = "thread" },
            try target("mastodon") { $0.text = "{{text}}" },
        ]
        // Threads and templates may be too long.
        #expect(all.map { $0.fitsAnyText } == [true, true, true, true, false, false, false])
        return all
    }
}
