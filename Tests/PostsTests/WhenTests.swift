import Testing

@testable import Posts

@Suite struct WhenTests {
    @Test(
        "text that is not a time is refused, with the accepted forms",
        arguments: [
            "", " ", "soon", "09", "9", "at 09:00", "next monday 09:00", "noon", "yesterday 09:00", "monday at 9",
            "tomorrow 9", "9 tomorrow am", "mond 09:00", "2026-12-01x", "2026-12-01 9", "now 09:00", "01/12/2026 09:00",
            "2026-12-01 09:00 -25:00", "2026-12-01 09:00 ../etc/passwd",
            "２:００", "09:00 tomorrow 10:00",
        ])
    func refuses(text: String) throws {
        let error = #expect(throws: WhenError.unreadable(text)) { try When(text) }
        #expect(try #require(error).description.contains("tomorrow 09:00"))
    }

    @Test("each invalid part is named")
    func namesTheReason() {
        #expect(throws: WhenError.hourMissing("tomorrow")) { try When("tomorrow") }
        #expect(throws: WhenError.badTime(.noSuchDay(year: 2026, month: 2, day: 30))) { try When("2026-02-30 09:00") }
        #expect(throws: WhenError.badTime(.noSuchTime(hour: 25, minute: 0, second: 0))) { try When("today 25:00") }
        #expect(throws: WhenError.badSpan(.unitMissing("2"))) { try When("+2") }
        #expect(throws: WhenError.badSpan(.unitMissing("2"))) { try When("in 2") }
        #expect(throws: WhenError.badSpan(.unreadable("2 moons"))) { try When("in 2 moons") }
        #expect(throws: WhenError.badSpan(.unreadable(""))) { try When("in") }
        #expect(throws: WhenError.badTime(.noSuchHalf(hour: 13, half: "pm"))) { try When("13:00 PM") }
        #expect(throws: WhenError.badZone(.badPart("Europe/../../etc/passwd"))) {
            try When("2026-12-01 09:00 Europe/../../etc/passwd")
        }
        #expect(throws: WhenError.badZone(.badCharacter("Europe/Lisbon please"))) {
            try When("2026-12-01 09:00 Europe/Lisbon please")
        }
    }

    @Test(
        "times are resolved from Saturday 2026-11-21, 10:00 in Lisbon",
        arguments: [
            ("now", "2026-11-21T10:00:00Z"), (" NOW ", "2026-11-21T10:00:00Z"), ("+2h", "2026-11-21T12:00:00Z"),
            ("+1d2h", "2026-11-22T12:00:00Z"), ("2026-12-01T09:00:00+01:00", "2026-12-01T08:00:00Z"),
            ("2026-12-01 09:00:00 +0100", "2026-12-01T08:00:00Z"), ("2026-12-01 09:00Z", "2026-12-01T09:00:00Z"),
            ("2026-12-01t09:00 -5", "2026-12-01T14:00:00Z"), ("2026-07-01 09:00", "2026-07-01T08:00:00Z"),
            ("2026-07-01", "2026-06-30T23:00:00Z"), ("2026-07-01 Etc/UTC", "2026-07-01T00:00:00Z"),
            ("2026-12-01 09:00 America/New_York", "2026-12-01T14:00:00Z"), ("today 18:30", "2026-11-21T18:30:00Z"),
            ("today 08:00", "2026-11-21T08:00:00Z"), ("Tomorrow 9:00", "2026-11-22T09:00:00Z"),
            ("tomorrow 09:00 America/New_York", "2026-11-22T14:00:00Z"), ("monday 09:00", "2026-11-23T09:00:00Z"),
            ("Mon 09:00", "2026-11-23T09:00:00Z"), ("saturday 10:01", "2026-11-21T10:01:00Z"),
            ("saturday 10:00", "2026-11-28T10:00:00Z"), ("friday 23:59:59", "2026-11-27T23:59:59Z"),
            ("10:30", "2026-11-21T10:30:00Z"), ("10:00", "2026-11-22T10:00:00Z"), ("9:00", "2026-11-22T09:00:00Z"),
            ("09:00 tomorrow", "2026-11-22T09:00:00Z"), ("18:30 TODAY ", "2026-11-21T18:30:00Z"),
            ("9:00 mon", "2026-11-23T09:00:00Z"), ("09:00 tomorrow America/New_York", "2026-11-22T14:00:00Z"),
            ("09:00 Asia/Tokyo", "2026-11-22T00:00:00Z"), ("20:00 Asia/Tokyo", "2026-11-21T11:00:00Z"),
            ("9:00 PM", "2026-11-21T21:00:00Z"), ("9am", "2026-11-22T09:00:00Z"), ("12 AM", "2026-11-22T00:00:00Z"),
            ("12:30pm", "2026-11-21T12:30:00Z"), ("tomorrow 9am", "2026-11-22T09:00:00Z"),
            ("9 am mon", "2026-11-23T09:00:00Z"), ("8pm Asia/Tokyo", "2026-11-21T11:00:00Z"),
            ("2026-12-01 9:00 pm", "2026-12-01T21:00:00Z"), ("2026-12-01 9pm +01:00", "2026-12-01T20:00:00Z"),
            ("2027/01/05 09:00", "2027-01-05T09:00:00Z"), ("2027/1/5", "2027-01-05T00:00:00Z"),
            ("in 2 hours", "2026-11-21T12:00:00Z"), ("In 90 minutes", "2026-11-21T11:30:00Z"),
            ("in an hour and 5 min", "2026-11-21T11:05:00Z"), ("in 1 day, 2 hrs", "2026-11-22T12:00:00Z"),
            ("in 2 weeks", "2026-12-05T10:00:00Z"), ("in 1d2h", "2026-11-22T12:00:00Z"),
        ])
    func resolves(text: String, expected: String) throws {
        let planned = try plan(text, now: "2026-11-21T10:00:00Z", zone: "Europe/Lisbon")
        #expect(planned.instant == (try RFC3339.instant(expected)))
        #expect(planned.note == .none)
    }

    @Test("an unknown zone is named; without a zone none is looked up")
    func looksUpOnlyWhatIsNamed() throws {
        let now = Instant(seconds: 0)
        #expect(throws: WhenError.unknownZone(try ZoneName("Mars/Olympus"))) {
            try When("09:00 Mars/Olympus").resolve(now: now, defaultZone: .utc, lookUp: { _ in nil })
        }
        let planned = try When("2026-12-01 09:00 UTC").resolve(now: now, defaultZone: .utc, lookUp: { _ in nil })
        #expect(planned.zone == .utc && planned.zone.text == "UTC")
    }

    @Test("a zone is stored in the spelling of the system, not as it was typed")
    func storesTheSpelling() throws {
        let tokyo = Zone(name: try ZoneName("Asia/Tokyo"), rules: try systemZone("Asia/Tokyo"))
        let planned = try When("2026-12-01 09:00 asia/tokyo").resolve(
            now: Instant(seconds: 0), defaultZone: .utc, lookUp: { $0.text == "asia/tokyo" ? tokyo : nil })
        #expect(planned.zone == tokyo.name)
        #expect(planned.instant == (try RFC3339.instant("2026-12-01T00:00:00Z")))
    }

    @Test("a time in a gap is stored as typed, sent later, and says by how much")
    func notesGaps() throws {
        let planned = try plan("tomorrow 02:30", now: "2026-03-07T12:00:00Z", zone: "America/New_York")
        #expect(planned.wall.text == "2026-03-08T02:30")
        #expect(planned.instant == (try RFC3339.instant("2026-03-08T07:30:00Z")))
        #expect(planned.note == .gap(by: .hours(1)))
    }

    @Test("a time that occurs twice is sent the first time, and says so")
    func notesOverlaps() throws {
        let planned = try plan("2026-11-01 01:30", now: "2026-03-07T12:00:00Z", zone: "America/New_York")
        #expect(planned.instant == (try RFC3339.instant("2026-11-01T05:30:00Z")))
        #expect(planned.note == .overlap)
    }

    @Test(
        "a time with an offset keeps its day and hour, by the clocks of the desk if they show the same",
        arguments: [
            ("2005-06-01T01:17:00+08:00", "UTC", "2005-06-01T01:17", "+08:00"),
            ("2027-01-05T09:00+05:30", "Europe/Lisbon", "2027-01-05T09:00", "+05:30"),
            ("2027-01-05T09:00+05:30", "Asia/Kolkata", "2027-01-05T09:00", "Asia/Kolkata"),
            ("2027-01-05 09:00 -9:30", "Europe/Lisbon", "2027-01-05T09:00", "-09:30"),
            ("2027-01-05 -05", "Europe/Lisbon", "2027-01-05T00:00", "-05:00"),
            ("2027-01-05T09:00+00:00", "Europe/Lisbon", "2027-01-05T09:00", "Europe/Lisbon"),
            ("2027-07-05T09:00+01:00", "Europe/Lisbon", "2027-07-05T09:00", "Europe/Lisbon"),
            ("2027-01-05T09:00+01:00", "Europe/Lisbon", "2027-01-05T09:00", "+01:00"),
            ("2027-07-05T09:00-00:00", "Europe/Lisbon", "2027-07-05T09:00", "UTC"),
            // `Z` names no clocks.
            ("2027-07-05T23:30Z", "Europe/Lisbon", "2027-07-06T00:30", "Europe/Lisbon"),
            ("2027-07-05T09:00+23:59", "Europe/Lisbon", "2027-07-05T09:00", "+23:59"),
            ("2027-07-05T09:00-23:59", "Europe/Lisbon", "2027-07-05T09:00", "-23:59"),
            ("2027-07-05T09:00 UTC", "Europe/Lisbon", "2027-07-05T09:00", "UTC"),
            // In Lisbon it is already tomorrow there.
            ("today 06:00 +14:00", "Europe/Lisbon", "2026-11-22T06:00", "+14:00"),
            ("09:00 mon -03:00", "Europe/Lisbon", "2026-11-23T09:00", "-03:00"),
            // The clocks show this hour twice.
            ("2026-10-25T01:30+01:00", "Europe/Lisbon", "2026-10-25T01:30", "Europe/Lisbon"),
            ("2026-10-25T02:30+01:00", "Europe/Berlin", "2026-10-25T02:30", "+01:00"),
            ("2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25T02:30", "+01:00"),
        ])
    func keepsOffsets(text: String, desk: String, wall: String, zone: String) throws {
        let planned = try plan(text, now: "2026-11-21T12:00:00Z", zone: desk)
        #expect(planned.wall.text == wall && planned.zone.text == zone)
        let name = try ZoneName(zone)
        let clocks = try Zone(fixed: name)?.rules ?? systemZone(zone)
        #expect(planned.instant == clocks.resolve(planned.wall).instant)
        #expect(planned.note == .none)
    }

    @Test("without its offset a time is an instant, and shown by the clocks of the default zone")
    func dropsOffsets() throws {
        let instant = try RFC3339.instant("2027-01-05T03:30:00Z")
        for text in ["2027-01-05 09:00 +05:30", "2027-01-05T03:30Z", "2027-01-05 03:30 UTC", "2027-01-05T03:30+00:00"] {
            #expect(try When(text).withoutOffset == .instant(instant))
        }
        for text in ["2027-01-05 09:00", "2027-01-05 09:00 Asia/Kolkata", "09:00 +05:30", "+2h"] {
            #expect(try When(text).withoutOffset == When(text))
        }
        #expect(try When("2027-01-05 09:00 +05:30").zone?.text == "+05:30" && When("2027-01-05 09:00Z").zone == nil)
    }

    @Test("an instant is stored in the default zone, or with its offset if that zone's clock is ambiguous")
    func keepsInstants() throws {
        let first = try plan("2026-11-01T05:30:00Z", now: "2026-03-07T12:00:00Z", zone: "America/New_York")
        #expect(first.wall.text == "2026-11-01T01:30")
        #expect(first.zone.text == "America/New_York")
        let second = try plan("2026-11-01T01:30:00-05:00", now: "2026-03-07T12:00:00Z", zone: "America/New_York")
        #expect(second.wall.text == "2026-11-01T01:30")
        #expect(second.zone.text == "-05:00")
        #expect(second.instant == (try RFC3339.instant("2026-11-01T06:30:00Z")))
    }

    @Test("times outside the years 1 to 9999 are refused")
    func refusesFarTimes() throws {
        #expect(throws: WhenError.outOfRange) {
            try plan("0001-01-01 00:00+01:00", now: "2026-11-21T10:00:00Z", zone: "UTC")
        }
        #expect(throws: WhenError.outOfRange) { try plan("+99999999d", now: "2026-11-21T10:00:00Z", zone: "UTC") }
        #expect(throws: WhenError.outOfRange) { try plan("tomorrow 09:00", now: "9999-12-31T10:00:00Z", zone: "UTC") }
    }

    @Test(
        "the dates of blogs are read in the forms that their generators read",
        arguments: [
            ("2020-05-01", "2020-05-01T00:00"), ("2020/05/01", "2020-05-01T00:00"),
            ("2020/5/1 10:11:12", "2020-05-01T10:11:12"), ("May 1, 2020", "2020-05-01T00:00"),
            ("1 May 2020", "2020-05-01T00:00"), ("May 1st, 2020 12:30 am", "2020-05-01T00:30"),
            ("01-May-20", "2020-05-01T00:00"), ("Sept. 3 1999 1:02pm", "1999-09-03T13:02"),
            ("May 3 1999 1:02 PM", "1999-05-03T13:02"),
            ("Fri May  1 10:11:12 2020", "2020-05-01T10:11:12"), ("May 32, 2020", nil), ("May 1 2020 2021", nil),
            ("May 2020", nil), ("May 1 2020 25:00", nil), ("1 May 2020 10:00 XYZ", nil), ("99999999", nil),
            ("20200501", "2020-05-01T00:00"), ("20200501101112", "2020-05-01T10:11:12"), ("20201301", nil),
            ("12345", nil),
            ("18000101", nil), ("123456789012345678901234567890", nil),
        ])
    func readsBlogDates(text: String, wall: String?) {
        switch try? When(ofBlog: text) {
        case .wall(let found, nil)?: #expect(found.text == wall)
        case let other: #expect(other == nil && wall == nil, "\(text)")
        }
    }

    @Test(
        "the dates of blogs with a zone name an instant, and their offset",
        arguments: [
            ("2020-05-01 10:11:12 -0800 PST", "-08:00"), ("2020-05-01 18:11:12 +0000 UTC", "+00:00"),
            ("2020-05-01 18:11:12Z UTC", nil), ("2020/05/01 20:11:12 +0200", "+02:00"),
            ("2020/05/01 20:11:12+02:00", "+02:00"), ("2020-05-01 20:11:12 UTC+02:00", "+02:00"),
            ("Fri, 01 May 2020 18:11:12 GMT", nil),
            ("Friday, 01-May-20 18:11:12 UTC", nil), ("Fri May 1 18:11:12 UTC 2020", nil),
            ("Fri May 01 18:11:12 +0000 2020", "+00:00"), ("May 1, 2020 10:11:12 am PST", "-08:00"),
            ("1 May 20 19:11:12 +0100 (BST)", "+01:00"), ("Fri,1 May 2020 18:11:12 +0000", "+00:00"),
            ("Fri May 01 2020 20:11:12 GMT+0200 (Central European Summer Time)", "+02:00"),
            ("2020-05-01T18:11:12Z", nil), ("1588356672", nil), ("1588356672000", nil),
        ])
    func readsBlogInstants(text: String, offset: String?) throws {
        let when = try When(ofBlog: text)
        #expect(when.zone?.text == offset)
        #expect(when.withoutOffset == .instant(try RFC3339.instant("2020-05-01T18:11:12Z")))
    }

    @Test(
        "a blog's date states a wall clock, whatever its offset; a count since 1970 does not",
        arguments: [
            ("2020-05-01 23:11:12 -0800 PST", "2020-05-01T23:11:12"),
            ("2020/05/01 23:11:12+02:00", "2020-05-01T23:11:12"),
            ("Fri, 01 May 2020 23:11:12 GMT", "2020-05-01T23:11:12"), ("2020-05-01T23:11:12Z", "2020-05-01T23:11:12"),
            ("2020-05-01", "2020-05-01T00:00"), ("20200501", "2020-05-01T00:00"), ("1588356672", nil), ("May", nil),
        ])
    func readsWrittenClocks(text: String, wall: String?) {
        #expect(WallClock(writtenIn: text)?.text == wall)
    }
}

/// The meaning of `text` at `now` for an author in `zone`.
private func plan(_ text: String, now: String, zone: String) throws -> PlannedTime {
    let home = Zone(name: try ZoneName(zone), rules: try systemZone(zone))
    return try When(text).resolve(
        now: RFC3339.instant(now), defaultZone: home, lookUp: { try? Zone(name: $0, rules: systemZone($0.text)) })
}
