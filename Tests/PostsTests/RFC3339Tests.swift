import Testing

@testable import Posts

@Suite struct RFC3339Tests {
    @Test(
        "text outside RFC 3339 is refused",
        arguments: [
            "", "2026-12-01", "2026-12-01T09:00Z", "2026-12-01T09:00:00", "2026-12-01 09:00:00Z", "2026-12-01T9:00:00Z",
            "2026-12-01T09:00:00+0100", "2026-12-01T09:00:00+01", "2026-12-01T09:00:00+24:00",
            "2026-12-01T09:00:00+01:60", "2026-12-01T09:00:00.Z", "2026-12-01T09:00:00Z ", " 2026-12-01T09:00:00Z",
            "2026-1-01T09:00:00Z",
        ])
    func refuses(text: String) {
        #expect(throws: WallClockError.unreadable(text)) { try RFC3339.instant(text) }
    }

    @Test(
        "an instant is read and written with its offset",
        arguments: [
            ("1970-01-01T00:00:00Z", Int64(0), "1970-01-01T00:00:00+00:00"),
            ("2026-12-01t09:00:00z", 1_796_115_600_000_000, "2026-12-01T09:00:00+00:00"),
            ("2026-12-01T09:00:00.25+05:30", 1_796_095_800_250_000, "2026-12-01T03:30:00.250000+00:00"),
            ("2026-12-01T00:00:00-00:00", 1_796_083_200_000_000, "2026-12-01T00:00:00+00:00"),
        ])
    func readsAndWrites(text: String, microseconds: Int64, written: String) throws {
        let instant = try RFC3339.instant(text)
        #expect(instant.microseconds == microseconds)
        #expect(RFC3339.text(instant) == written)
    }

    @Test("a file's name has the second in UTC, without punctuation")
    func names() throws {
        let instant = try RFC3339.instant("2031-12-01T04:05:06.789+01:00")
        #expect(RFC3339.name(instant) == "20311201T030506Z")
    }

    @Test(
        "written with any offset it is the same instant",
        arguments: [Int64(0), 3600, -12_600, 20_700, 50_400, -2205, 561, -86_399, 93_000])
    func keepsTheInstant(offset: Int64) throws {
        let instant = Instant(microseconds: 1_796_115_600_000_001)
        #expect(try RFC3339.instant(RFC3339.text(instant, offset: .seconds(offset))) == instant)
        #expect(RFC3339.text(Instant(seconds: 0), offset: .seconds(-12_600)) == "1969-12-31T20:30:00-03:30")
    }
}
