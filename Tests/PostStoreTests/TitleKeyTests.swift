import Foundation
import Posts
import SQL
import StoreSupport
import TestSupport
import Testing

@testable import PostStore

@Suite("The order of titles")
struct TitleKeyTests {
    @Test("keys compared byte by byte are in the order of the titles without case and accents, and then of the titles")
    func order() throws {
        let titles = Self.titles
        let byKey = titles.sorted { Array(Self.key($0).utf8).lexicographicallyPrecedes(Array(Self.key($1).utf8)) }
        let byTitle = titles.sorted { Self.precedes($0, $1) }
        for (one, other) in zip(byKey, byTitle) { #expect(one == other) }
        #expect(Set(titles.map(Self.key)).count == Set(titles).count)
    }

    @Test("a list by title is in this order page by page, before and after the migration of an older store")
    func listed() async throws {
        let desk = try await StoreFixture(isFile: true)
        for title in Self.titles.prefix(60) { _ = try await desk.post(title, "Body of \(title)") }
        _ = try await desk.post(nil, "Middle of the alphabet, without a title")
        let wanted = try await titles(desk.store)
        // The titles of two posts may be equal.
        #expect(wanted == wanted.sorted { Self.key($0) < Self.key($1) } && wanted.count == 61)
        try #require(desk.store.file).pool.writer.wait { db in
            try db.script(
                """
                UPDATE post SET titleKey = '';
                DROP INDEX postByTitle; DROP INDEX postByStateTitle; DROP INDEX postByOwnerTitle;
                ALTER TABLE post DROP COLUMN titleKey
                """)
            try TitleKey.add(to: db)
            try db.runAgain("34 titles in order")
        }
        #expect(try await titles(desk.store) == wanted)
    }

    private func titles(_ store: PostStore) async throws -> [String] {
        var page = try await store.posts(order: .title, limit: 7)
        var titles = page.items.map { $0.title ?? $0.excerpt }
        while let next = page.next {
            page = try await store.posts(order: .title, after: next, limit: 7)
            titles += page.items.map { $0.title ?? $0.excerpt }
        }
        return titles
    }

    private static func key(_ title: String) -> String { TitleKey.text(title: title, excerpt: "") }

    private static func precedes(_ one: String, _ other: String) -> Bool {
        func folded(_ title: String) -> String {
            let letters = title.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
                .filter { $0.properties.generalCategory != .nonspacingMark }
            return String(String.UnicodeScalarView(letters))
        }
        return folded(one) == folded(other) ? one < other : folded(one) < folded(other)
    }

    /// Made of parts that differ by case, accents, script and length.
    private static let titles: [String] = {
        var chance = SeededNumbers(seed: 7)
        let parts = [
            "a", "A", "ä", "Ä", "a\u{308}", "é", "e", "E", "ﬁ", "ß", "SS", "z", "Zebra", " ", "!", "1", "10", "日本",
            "한글",
            "\u{1112}\u{1161}\u{11AB}", "か", "が", "Ω", "ω", "İ", "i", "ı", "🦊", "-", "’",
        ]
        return (0..<400).map { _ in
            (0...chance.below(4)).map { _ in parts[chance.below(parts.count)] }.joined()
        }
    }()
}
