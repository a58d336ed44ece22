import ATProtocol
import Copyfitting
import Foundation
import JSONTree
import Posts
import Testing

/// Checks the test vectors of `Tests/Vectors/text.json` (or of the folder that `GALLEY_VECTORS` names) against the
/// product's own functions. A vector of an unknown group fails.
@Suite struct TextVectors {
    @Test("every test vector holds")
    func rows() throws {
        // given
        let file = try VectorFile.load()
        // when
        var passed = 0
        for problem in file.malformed { Issue.record("\(problem).") }
        for row in file.cases {
            guard let check = VectorChecks.byGroup[row.group] else {
                Issue.record("\(row.name): unknown group “\(row.group)”.")
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
        print("\(passed) rows passed")
    }
}

/// The check for each group.
private enum VectorChecks {
    /// They throw errors in the vector or in the product.
    static var byGroup: [String: (VectorRow) throws -> Void] {
        [
            "mastodon_count": mastodonCount, "mastodon_family_count": mastodonFamilyCount, "dst": dst,
            "bluesky_tag_facets": blueskyTags, "bluesky_link_facets": blueskyLinks,
            "bluesky_mention_facets": blueskyMentions, "tid": tid, "bluesky_cid": blueskyCID,
        ]
    }

    private static func mastodonCount(_ row: VectorRow) throws { try count(row, on: "mastodon") }

    private static func mastodonFamilyCount(_ row: VectorRow) throws { try count(row, on: row.input.text("server")) }

    private static func count(_ row: VectorRow, on software: String) throws {
        let rule = CountingRule(
            software: software, limit: try row.input.optionalNumber("max"),
            reservedPerURL: try row.input.optionalNumber("characters_reserved_per_url"))
        let count = rule.count(try row.input.text("text"), warning: try row.input.optionalText("spoiler_text") ?? "")
        try expect(count, try row.expected.number("count"), "count")
        if let limit = try row.expected.optionalNumber("limit_default") {
            try expect(rule.limit, limit, "limit_default")
        }
        if let accepted = try row.expected.optionalFlag("accepted") {
            try expect(count <= rule.limit, accepted, "accepted")
        }
    }

    private static func blueskyTags(_ row: VectorRow) throws {
        var (tags, ranges): ([String], [Range<Int>]) = ([], [])
        for facet in BlueskyFacet.detected(in: try row.input.text("text")) {
            guard case .tag(let tag) = facet.feature else { continue }
            tags.append(tag)
            ranges.append(facet.bytes)
        }
        try expect(tags, try row.expected.list("tags").map { try $0.text() }, "tags")
        try expect(ranges, try row.expected.list("ranges").map { try $0.range() }, "ranges")
    }

    private static func blueskyLinks(_ row: VectorRow) throws {
        var (addresses, ranges): ([String], [Range<Int>]) = ([], [])
        for facet in BlueskyFacet.detected(in: try row.input.text("text")) {
            guard case .link(let address) = facet.feature else { continue }
            addresses.append(address)
            ranges.append(facet.bytes)
        }
        try expect(addresses, try row.expected.list("links").map { try $0.text("uri") }, "links")
        try expect(ranges, try row.expected.list("links").map { try $0.range() }, "ranges")
    }

    private static func blueskyMentions(_ row: VectorRow) throws {
        let ranges = BlueskyFacet.detected(in: try row.input.text("text")).compactMap { facet in
            if case .mention = facet.feature { facet.bytes } else { nil }
        }
        try expect(ranges, try row.expected.list("ranges").map { try $0.range() }, "ranges")
    }

    private static func tid(_ row: VectorRow) throws {
        let time = Instant(microseconds: Int64(try row.input.number("microseconds")))
        let key = RecordKey(time, clock: UInt16(clamping: try row.input.number("clock_id")))
        try expect(key.text, try row.expected.text(), "key")
    }

    private static func blueskyCID(_ row: VectorRow) throws {
        let record = try row.input.json("record")
        try expect("\(try ContentID(of: record))", try row.expected.text("cid"), "cid")
        try expect(try DAGCBOR.encoded(record).count, try row.expected.number("bytes"), "bytes")
    }

    private static func dst(_ row: VectorRow) throws {
        let zone = try row.input.text("zone")
        let file = URL(fileURLWithPath: "/usr/share/zoneinfo").appendingPathComponent(try ZoneName(zone).text)
        let rules = try ZoneRules(tzif: [UInt8](Data(contentsOf: file)))
        let instant = rules.resolve(try WallClock(try row.input.text("local"))).instant
        try expect(instant, try RFC3339.instant(try row.expected.text()), "instant")
    }

    private static func expect<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) throws {
        guard found == wanted else { throw RowError("\(what) is \(found), the row says \(wanted)") }
    }
}
