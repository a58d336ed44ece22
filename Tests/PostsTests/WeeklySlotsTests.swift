import Testing

@testable import Posts

@Suite struct WeeklySlotsTests {
    /// The first slots from Friday 2026-03-27, 12:00 in Lisbon, whose clocks go ahead on Sunday at 01:00.
    private func slots(_ texts: [String], _ count: Int) throws -> [String] {
        try coming(texts).prefix(count).map { RFC3339.text($0.instant, offset: .zero) }
    }

    private func coming(_ texts: [String]) throws -> [PlannedTime] {
        let lisbon = Zone(name: try ZoneName("Europe/Lisbon"), rules: try systemZone("Europe/Lisbon"))
        let start = try RFC3339.instant("2026-03-27T12:00:00Z")
        let coming = try WeeklySlots(texts).coming(from: start, in: lisbon) { name in
            try? Zone(name: name, rules: systemZone(name.text))
        }
        return Array(coming)
    }

    @Test(
        "days, times and a zone are read as people write them",
        arguments: [
            ("weekdays 09:00 and 17:00", ["2026-03-27T17:00", "2026-03-30T08:00", "2026-03-30T16:00"]),
            ("Weekdays 9:00, 17:00, America/New_York", ["2026-03-27T13:00", "2026-03-27T21:00", "2026-03-30T13:00"]),
            ("mon-wed 12:30", ["2026-03-30T11:30", "2026-03-31T11:30", "2026-04-01T11:30", "2026-04-06T11:30"]),
            ("sat-mon 10:00", ["2026-03-28T10:00", "2026-03-29T09:00", "2026-03-30T09:00", "2026-04-04T09:00"]),
            ("monday, thu and sunday 8:00", ["2026-03-29T07:00", "2026-03-30T07:00", "2026-04-02T07:00"]),
            ("weekends 11:00", ["2026-03-28T11:00", "2026-03-29T10:00", "2026-04-04T10:00"]),
            ("daily 12:00", ["2026-03-27T12:00", "2026-03-28T12:00", "2026-03-29T11:00"]),
            ("11:59", ["2026-03-28T11:59", "2026-03-29T10:59"]),
            ("fri 12:00 UTC", ["2026-03-27T12:00", "2026-04-03T12:00"]),
            ("sun and mon 9:00, +05:30", ["2026-03-29T03:30", "2026-03-30T03:30", "2026-04-05T03:30"]),
            ("sat 1:00 -11:00", ["2026-03-28T12:00", "2026-04-04T12:00"]),
            // The clocks skip this time on Sunday.
            ("daily 01:30", ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30"]),
        ])
    func reads(text: String, expected: [String]) throws {
        #expect(try slots([text], expected.count) == expected.map { "\($0):00+00:00" })
    }

    @Test("several texts make one list, in which each instant stands once")
    func merges() throws {
        let texts = ["fri 18:00", "weekdays 13:00, Europe/Paris", "daily 12:00"]
        #expect(
            try slots(texts, 3) == [
                "2026-03-27T12:00:00+00:00", "2026-03-27T18:00:00+00:00", "2026-03-28T12:00:00+00:00",
            ])
    }

    @Test("a time that the clocks skip gives way to the one that they show then")
    func prefersShown() throws {
        for text in ["sun 1:30 and 2:30", "sun 2:30 and 1:30"] {
            let slots = try coming([text]).prefix(2)
            #expect(slots.map(\.wall.text) == ["2026-03-29T02:30", "2026-04-05T01:30"])
            #expect(slots.allSatisfy { $0.note == .none })
        }
    }

    @Test("the list ends after a year, and at the end of time")
    func ends() throws {
        let weekly = try WeeklySlots(["mon 09:00"])
        let start = Instant(seconds: 0)
        #expect(try Array(weekly.coming(from: start, in: .utc) { _ in nil }).count == 52)
        #expect(try Array(weekly.coming(from: .distantFuture, in: .utc) { _ in nil }).isEmpty)
        #expect(try Array(WeeklySlots.none.coming(from: start, in: .utc) { _ in nil }).isEmpty)
        #expect(throws: WhenError.unknownZone(try ZoneName("Mars/Olympus"))) {
            try WeeklySlots(["09:00 Mars/Olympus"]).coming(from: start, in: .utc) { _ in nil }
        }
    }

    @Test(
        "text that names no times is refused, with what may stand there",
        arguments: [
            "", "weekdays", "and", "09:00 mon", "workdays 09:00", "09:00 -5", "09:00 +24:00", "09:00 +05:30 UTC",
            "mon-wed-fri 09:00",
            "mon- 09:00",
            "09:00 Europe/Lisbon UTC", "Europe/Lisbon 09:00", "9", "９:00", "09:00x",
            String(repeating: "9:00 ", count: 50),
        ])
    func refuses(text: String) throws {
        let error = try #require(throws: WeeklySlotsError.self) { try WeeklySlots([text]) }
        #expect(error.description.contains("weekdays 09:00 and 17:00"))
    }

    @Test("an hour that no clock shows is named, and so are too many texts")
    func namesTheReason() {
        #expect(throws: WeeklySlotsError.badTime(.noSuchTime(hour: 24, minute: 0, second: 0))) {
            try WeeklySlots(["weekdays 24:00"])
        }
        #expect(throws: WeeklySlotsError.tooMany(21)) {
            try WeeklySlots(Array(repeating: "09:00", count: 21))
        }
    }
}
