import Foundation
import Testing

@testable import Posts

/// The rules of a zone from this machine's database.
func systemZone(_ name: String) throws -> ZoneRules {
    let file = URL(fileURLWithPath: "/usr/share/zoneinfo").appendingPathComponent(try ZoneName(name).text)
    return try ZoneRules(tzif: Array(Data(contentsOf: file)))
}

@Suite struct ZoneTests {
    @Test(
        "a name that could leave the database's folder, or is invalid, is refused",
        arguments: [
            "", "/etc/passwd", "../passwd", "Europe/../../etc/passwd", "Europe/./Lisbon", "Europe//Lisbon", "Europe/",
            "Europe/Lisboa ", "Europe Lisbon", "Europe/Lisbon\0", "Europe/São", "-Europe", "Europe/-x", ".hidden",
            "a\\b", "right/Europe/Lisbon", String(repeating: "a", count: 101), "Europe/Lis\u{301}bon", "~root",
        ])
    func refusesName(text: String) {
        #expect(throws: ZoneNameError.self) { try ZoneName(text) }
    }

    @Test(
        "the names of the database are accepted",
        arguments: [
            "UTC", "Etc/GMT+12", "America/Argentina/ComodRivadavia", "America/Port-au-Prince", "GB-Eire", "EST5EDT",
        ])
    func acceptsName(text: String) throws {
        #expect(try ZoneName(text).description == text)
    }

    @Test(
        "an offset from UTC is the name of a zone without a database",
        arguments: [("+05:30", 330), ("-09:30", -570), ("+23:59", 1439), ("-23:59", -1439), ("-00:01", -1)])
    func fixesOffsets(text: String, minutes: Int64) throws {
        let name = try ZoneName(text)
        #expect(name.text == text && name.offset == .minutes(minutes) && ZoneName(offset: .minutes(minutes)) == name)
        let zone = try #require(Zone(fixed: name))
        #expect(zone.name == name && zone.rules.offset(at: Instant(seconds: 0)) == .minutes(minutes))
        #expect(zone.rules.offset(at: .distantFuture) == .minutes(minutes))
        let wall = try WallClock("2026-03-29T02:30")
        #expect(zone.rules.resolve(wall) == .unique(wall.asIfUTC - .minutes(minutes)))
    }

    @Test("an offset of zero is the zone UTC")
    func zeroIsUTC() throws {
        for text in ["+00:00", "-00:00", "UTC"] { #expect(Zone(fixed: try ZoneName(text)) == .utc) }
        #expect(Zone(fixed: try ZoneName("Europe/Lisbon")) == nil && ZoneName.utc.offset == nil)
    }

    @Test(
        "an offset that RFC 3339 cannot write is refused",
        arguments: [
            "+", "-", "+5", "+5:30", "+0530", "+24:00", "-05:60", "+05:30 ", " +05:30", "+05:30:00", "+05:3x", "+٠5:30",
        ])
    func refusesOffset(text: String) {
        #expect(throws: ZoneNameError.self) { try ZoneName(text) }
    }

    @Test("an offset of seconds or of a day is no zone")
    func refusesSpans() {
        for offset in [Span.seconds(59), .minutes(1440), .minutes(-1440), Span(microseconds: 1), .days(999_999_999)] {
            #expect(ZoneName(offset: offset) == nil)
        }
        #expect(ZoneRules(fixed: .seconds(2205))?.offset(at: Instant(seconds: 0)) == .seconds(2205))
        for offset in [Span.hours(26), .hours(-26), Span(microseconds: 1), Span(microseconds: .min)] {
            #expect(ZoneRules(fixed: offset) == nil)
        }
    }

    struct Row: Decodable, CustomStringConvertible {
        let zone, local: String
        var instant: String?
        var description: String { "\(local) \(zone)" }
    }

    static let rows: [Row] = vectorRows("zones")

    private func instant(of row: Row) throws -> Instant {
        let rules = try Zone(fixed: ZoneName(row.zone))?.rules ?? systemZone(row.zone)
        return rules.resolve(try WallClock(row.local)).instant
    }

    /// The page reads the same rows, for times of which the daemon has not said the instant yet.
    @Test("the vectors hold: a gap shifts forward, an overlap takes the first, no time is none", arguments: rows)
    func resolves(_ row: Row) throws {
        let expected = try row.instant.map { try RFC3339.instant($0) }
        #expect((try? instant(of: row)) == expected)
    }

    @Test("the rows are read")
    func readsRows() { #expect(Self.rows.count > 40) }

    @Test("a gap reports how much is skipped, whatever its size")
    func measuresGaps() throws {
        let lordHowe = try systemZone("Australia/Lord_Howe").resolve(WallClock("2026-10-04T02:15"))
        #expect(lordHowe == .gap(shifted: try RFC3339.instant("2026-10-03T15:45:00Z"), by: .minutes(30)))
        let apia = try systemZone("Pacific/Apia")
        let skipped = apia.resolve(try WallClock("2011-12-30T12:00"))
        #expect(skipped == .gap(shifted: try RFC3339.instant("2011-12-30T22:00:00Z"), by: .hours(24)))
        #expect(apia.wallClock(at: skipped.instant).text == "2011-12-31T12:00")
    }

    @Test("an overlap has both instants, in order, to the microsecond")
    func findsBothInstants() throws {
        let resolution = try systemZone("America/New_York").resolve(WallClock("2026-11-01T01:59:59.999999"))
        let first = try RFC3339.instant("2026-11-01T05:59:59.999999Z")
        #expect(resolution == .overlap(first: first, second: first + .hours(1)))
        let after = try systemZone("America/New_York").resolve(WallClock("2026-11-01T02:00"))
        #expect(after == .unique(try RFC3339.instant("2026-11-01T07:00:00Z")))
    }

    @Test("an instant is shown with the offset in use")
    func showsInstants() throws {
        let lisbon = try systemZone("Europe/Lisbon")
        let summer = try RFC3339.instant("2126-07-01T12:00:00Z")
        #expect(lisbon.wallClock(at: summer).text == "2126-07-01T13:00")
        #expect(lisbon.offset(at: summer) == .hours(1))
        #expect(lisbon.wallClock(at: .distantFuture).date == .latest)
        #expect(ZoneRules.utc.resolve(try WallClock("9999-12-31T23:59")).instant.seconds == 253_402_300_740)
    }
}
