import Copyfitting
import Foundation
import Posts
import Testing

/// Checks the test vectors of `Tests/Vectors/text.json` (or of the folder that `GALLEY_VECTORS` names) against the
/// product's own functions. Lists the groups whose rule does not exist yet; a vector of an unknown group fails.
@Suite struct TextVectors {
    @Test("every test vector of the existing rules holds, and the remaining groups are listed")
    func rows() throws {
        // given
        let cases = try VectorFile.load().cases
        // when
        var passed = 0
        var waiting: [String: Int] = [:]
        for row in cases {
            guard let group = VectorGroup(rawValue: row.group) else {
                Issue.record("\(row.name): nobody knows the group “\(row.group)”.")
                continue
            }
            guard let check = group.check else {
                waiting[row.group, default: 0] += 1
                continue
            }
            do {
                try check(row)
                passed += 1
            } catch {
                Issue.record("\(row.name): \(error)")
            }
        }
        // then
        #expect(passed > 0, "No row was tried.")
        let names = waiting.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        print("\(passed) rows passed")
        print("waiting for later kinds: \(names.isEmpty ? "none" : names.joined(separator: ", "))")
    }
}

/// The check for each group.
private enum VectorGroup: String {
    case mastodonCount = "mastodon_count"
    case mastodonFamilyCount = "mastodon_family_count"
    case dst
    case blueskyTags = "bluesky_tag_facets"
    case blueskyLinks = "bluesky_link_facets"
    case blueskyMentions = "bluesky_mention_facets"
    case tid

    /// Throws errors in the vector or in the product; none while the kind of target does not exist.
    var check: ((VectorRow) throws -> Void)? {
        switch self {
        case .mastodonCount: Self.mastodonCount
        case .mastodonFamilyCount: Self.mastodonFamilyCount
        case .dst: Self.dst
        case .blueskyTags, .blueskyLinks, .blueskyMentions, .tid: nil
        }
    }

    private static func mastodonCount(_ row: VectorRow) throws {
        let rule = CountingRule(software: "mastodon", limit: try row.input.number("max"))
        let count = rule.count(try row.input.text("text"), warning: try row.input.optionalText("spoiler_text") ?? "")
        try expect(count, try row.expected.number("count"), "count")
        if let accepted = try row.expected.optionalFlag("accepted") {
            try expect(count <= rule.limit, accepted, "accepted")
        }
    }

    private static func mastodonFamilyCount(_ row: VectorRow) throws {
        let rule = CountingRule(software: try row.input.text("server"), limit: try row.input.optionalNumber("max"))
        let count = rule.count(try row.input.text("text"), warning: try row.input.optionalText("spoiler_text") ?? "")
        try expect(count, try row.expected.number("count"), "count")
        if let limit = try row.expected.optionalNumber("limit_default") {
            try expect(rule.limit, limit, "limit_default")
        }
        if let accepted = try row.expected.optionalFlag("accepted") {
            try expect(count <= rule.limit, accepted, "accepted")
        }
    }

    private static func dst(_ row: VectorRow) throws {
        let zone = try row.input.text("zone")
        let file = URL(fileURLWithPath: "/usr/share/zoneinfo").appendingPathComponent(try ZoneName(zone).text)
        let rules = try ZoneRules(tzif: [UInt8](Data(contentsOf: file)))
        let instant = rules.resolve(try WallClock(try row.input.text("local"))).instant
        let expected = try row.expected.text()
        try expect(RFC3339.text(instant).replacing("+00:00", with: "Z"), expected, "instant")
        try expect(instant, try RFC3339.instant(expected), "instant")
    }

    private static func expect<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) throws {
        guard found == wanted else { throw RowError("\(what) is \(found), the row says \(wanted)") }
    }
}
