import Foundation
import Testing

@testable import Posts

/// The bytes of a version 3 file with one type, `transitions` of it, and a rule.
private func zoneFile(
    rule: String = "WET0WEST,M3.5.0/1,M10.5.0", transitions: [Int64] = [], offset: Int32 = 0, version: Character = "3",
    leapCount: UInt32 = 0, typeIndex: UInt8 = 0
) -> [UInt8] {
    func header(_ counts: [UInt32]) -> [UInt8] {
        Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { bigEndian($0) }
    }
    func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let type = bigEndian(offset) + [0, 0]
    let first = header([0, 0, 0, 0, 1, 4]) + type + Array("WET\0".utf8)
    let second =
        header([0, 0, leapCount, UInt32(transitions.count), 1, 4]) + transitions.flatMap { bigEndian($0) }
        + transitions.map { _ in typeIndex } + type + Array("WET\0".utf8)
    return first + second + Array("\n\(rule)\n".utf8)
}

@Suite struct ZoneFileTests {
    @Test(
        "a truncated file is refused, never read past its end", arguments: ["Europe/Lisbon", "UTC", "Asia/Gaza"])
    func refusesTruncated(name: String) throws {
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)")))
        for count in 0..<bytes.count {
            #expect(throws: ZoneFileError.self) { try ZoneRules(tzif: Array(bytes.prefix(count))) }
        }
    }

    @Test("a file with any byte changed is read or refused, and never crashes")
    func survivesChangedBytes() throws {
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Lisbon")))
        let wall = try WallClock("2026-03-29T01:30")
        var refused = 0
        for index in bytes.indices {
            for value in [UInt8(0), 0x7F, 0x80, 0xFF] {
                var changed = bytes
                changed[index] = value
                guard let rules = try? ZoneRules(tzif: changed) else {
                    refused += 1
                    continue
                }
                _ = rules.resolve(wall)
                _ = rules.wallClock(at: .distantFuture)
            }
        }
        #expect(refused > 0)
    }

    @Test("invalid content of a zone file is refused by name")
    func refusesBroken() throws {
        #expect(throws: ZoneFileError.notTZif) { try ZoneRules(tzif: Array("GIF89a and so on".utf8)) }
        #expect(throws: ZoneFileError.notTZif) { try ZoneRules(tzif: []) }
        #expect(throws: ZoneFileError.tooLong(1_000_001)) {
            try ZoneRules(tzif: [UInt8](repeating: 0, count: 1_000_001))
        }
        #expect(throws: ZoneFileError.leapSeconds) { try ZoneRules(tzif: zoneFile(leapCount: 1)) }
        #expect(throws: ZoneFileError.truncated) { try ZoneRules(tzif: zoneFile().dropLast()) }
        #expect(throws: ZoneFileError.unsortedTransitions) { try ZoneRules(tzif: zoneFile(transitions: [5, 5])) }
        #expect(throws: ZoneFileError.badType) { try ZoneRules(tzif: zoneFile(transitions: [5], typeIndex: 1)) }
        #expect(throws: ZoneFileError.badType) { try ZoneRules(tzif: zoneFile(offset: .min)) }
        #expect(throws: ZoneFileError.badRule("nonsense")) { try ZoneRules(tzif: zoneFile(rule: "nonsense")) }
    }

    @Test("transitions at the ends of time do no harm")
    func survivesFarTransitions() throws {
        let rules = try ZoneRules(tzif: zoneFile(rule: "", transitions: [.min, .max], offset: 93_599))
        #expect(rules.resolve(try WallClock("2026-01-01")).instant.seconds == 1_767_225_600 - 93_599)
    }

    @Test(
        "an invalid rule is refused",
        arguments: [
            "", "WE0", "WET", "WET0WEST", "WET25", "<WET0", "<+1>-1", "WET0WEST,M3.5.0", "WET0WEST,M3.5.0/1,M10.5.0,",
            "WET0WEST,M13.5.0,M10.5.0", "WET0WEST,M3.6.0,M10.5.0", "WET0WEST,M3.0.0,M10.5.0", "WET0WEST,M3.5.7,M10.5.0",
            "WET0WEST,J0,J300", "WET0WEST,J366,J300", "WET0WEST,366,300", "WET0WEST,M3.5.0/168,M10.5.0",
            "WET0WEST,M3.5.0/1:60,M10.5.0", "WET0WEST,M3.5.0/,M10.5.0", "WET0WEST;M3.5.0,M10.5.0",
            "WET99999999999999999999",
        ])
    func refusesRule(rule: String) {
        #expect(ZoneCycle(posix: rule) == nil)
    }

    @Test(
        "rules of every shape give the right offset",
        arguments: [
            // Negative daylight saving time: standard time is the later one, in summer.
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2030-01-15T12:00:00Z", 0),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2030-07-15T12:00:00Z", 1),
            // Hours before and beyond the day, as in Nuuk and Gaza.
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T00:59:59Z", -2),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T01:00:00Z", -1),
            ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2030-03-29T23:59:59Z", 2),
            ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2030-03-30T00:00:00Z", 3),
            // South of the equator; with and without the leap day; all year round.
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2030-01-01T00:00:00Z", 13),
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2030-06-01T00:00:00Z", 12),
            ("AAA0BBB,J60/0,J365", "2032-02-29T23:59:59Z", 0), ("AAA0BBB,J60/0,J365", "2032-03-01T00:00:00Z", 1),
            ("AAA0BBB,59/0,364", "2032-02-28T23:59:59Z", 0), ("AAA0BBB,59/0,364", "2032-02-29T00:00:00Z", 1),
            ("XXX3EDT4,0/0,J365/23", "2030-01-01T04:00:00Z", -4), ("XXX3EDT4,0/0,J365/23", "2030-12-31T23:59:59Z", -4),
        ])
    func followsRule(rule: String, instant: String, hours: Int64) throws {
        let rules = try ZoneRules(tzif: zoneFile(rule: rule))
        #expect(rules.offset(at: try RFC3339.instant(instant)) == .hours(hours))
    }
}
