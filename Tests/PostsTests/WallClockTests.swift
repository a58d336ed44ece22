import Testing

@testable import Posts

@Suite struct WallClockTests {
    @Test(
        "text that is not a date and time is refused, and quoted",
        arguments: [
            "", " ", "tomorrow", "2026", "2026-12", "2026-12-01T", "2026-12-01Tx", "2026-12-01 9", "2026-12-01T09:0",
            "2026-12-01T09:00:", "2026-12-01T09:00:0", "2026-12-01T09:00:00.", "2026-12-01T09:00Z", "2026-12-01x",
            "2026-12-01 09:00 x", "12026-12-01", "-2026-12-01", "2026-12-01T009:00", "２０２６-12-01", "2026‑12‑01",
        ])
    func refusesOtherText(text: String) {
        #expect(throws: WallClockError.unreadable(text)) { try WallClock(text) }
    }

    @Test("a long text is quoted in part, on one line")
    func quotesBriefly() throws {
        let text = String(repeating: "x\n", count: 10_000)
        let error = #expect(throws: WallClockError.self) { try WallClock(text) }
        let message = try #require(error).description
        #expect(message.count < 160)
        #expect(!message.contains("\n"))
    }

    @Test("an impossible day, month, year or time is refused by name")
    func refusesWhatCannotBe() {
        #expect(throws: WallClockError.noSuchDay(year: 2026, month: 2, day: 29)) { try WallClock("2026-02-29") }
        #expect(throws: WallClockError.noSuchDay(year: 1900, month: 2, day: 29)) { try WallClock("1900-02-29") }
        #expect(throws: WallClockError.noSuchDay(year: 2026, month: 4, day: 31)) { try WallClock("2026-04-31 09:00") }
        #expect(throws: WallClockError.noSuchDay(year: 2026, month: 4, day: 0)) { try WallClock("2026-04-00") }
        #expect(throws: WallClockError.noSuchMonth(13)) { try WallClock("2026-13-01") }
        #expect(throws: WallClockError.noSuchYear(0)) { try WallClock("0000-01-01") }
        #expect(throws: WallClockError.noSuchYear(10_000)) { try CivilDate(year: 10_000, month: 1, day: 1) }
        #expect(throws: WallClockError.noSuchTime(hour: 24, minute: 0, second: 0)) { try WallClock("2026-01-01T24:00") }
        #expect(throws: WallClockError.noSuchTime(hour: 23, minute: 59, second: 60)) {
            try WallClock("2026-06-30T23:59:60")
        }
    }

    @Test(
        "dates and times are read in each accepted form, and written in the shortest",
        arguments: [
            ("2026-12-01T09:00", "2026-12-01T09:00"), ("2026-12-01 09:00", "2026-12-01T09:00"),
            ("  2026-12-01   9:05:30 ", "2026-12-01T09:05:30"), ("2026-3-8t02:30", "2026-03-08T02:30"),
            ("2026-12-01", "2026-12-01T00:00"), ("2024-02-29", "2024-02-29T00:00"), ("2000-02-29", "2000-02-29T00:00"),
            ("0001-01-01", "0001-01-01T00:00"), ("9999-12-31 23:59:59.9999999", "9999-12-31T23:59:59.999999"),
            ("2026-12-01T09:00:00.5", "2026-12-01T09:00:00.500000"),
        ])
    func readsAndWrites(text: String, written: String) throws {
        let wall = try WallClock(text)
        #expect(wall.text == written)
        #expect(try WallClock(wall.text) == wall)
    }

    @Test("every day from the year 1 to 9999 has its number, and the number its day")
    func countsDays() throws {
        var date = CivilDate.earliest
        var numbers = 0
        while let next = date.adding(days: 1) {
            guard next.dayNumber == date.dayNumber + 1, next > date, CivilDate(dayNumber: next.dayNumber) == next else {
                Issue.record("\(date.text) is followed by \(next.text)")
                return
            }
            date = next
            numbers += 1
        }
        #expect(date == .latest)
        #expect(numbers == 3_652_058)
        #expect(try CivilDate(year: 1970, month: 1, day: 1).dayNumber == 0)
        #expect(try CivilDate(year: 2026, month: 12, day: 1).dayNumber == 20_788)
    }

    @Test(
        "the day of the year is counted from 1, and a week belongs to the year of its Thursday",
        arguments: [
            ("2021-01-02", 2, 2020, 53), ("2020-01-05", 5, 2020, 1), ("2020-12-31", 366, 2020, 53),
            ("2018-12-31", 365, 2019, 1), ("2021-01-04", 4, 2021, 1), ("0001-01-01", 1, 1, 1),
        ])
    func countsDaysAndWeeks(text: String, day: Int, year: Int, week: Int) throws {
        let date = try WallClock(text).date
        #expect(date.dayOfYear == day && date.isoWeek == (year, week))
    }

    @Test("the days of the week are right before and after 1970")
    func knowsWeekdays() throws {
        #expect(try WallClock("2026-12-01").weekday == .tuesday)
        #expect(try WallClock("1969-12-31").weekday == .wednesday)
        #expect(try WallClock("0001-01-01").weekday == .monday)
        #expect(Weekday.sunday.days(until: .monday) == 1)
        #expect(Weekday.monday.days(until: .monday) == 0)
    }

    @Test("days beyond the calendar's ends are nil, and out-of-range instants are clamped")
    func endsWithTheCalendar() throws {
        let date = try WallClock("2026-01-31T09:30").date
        #expect(date.adding(days: 1)?.text == "2026-02-01")
        #expect(date.adding(days: -31)?.text == "2025-12-31")
        #expect(date.adding(days: .max) == nil)
        #expect(date.adding(days: -1_000_000) == nil)
        #expect(WallClock(asIfUTC: .distantFuture).text == "9999-12-31T23:59:59.999999")
        #expect(WallClock(asIfUTC: Instant(microseconds: .min)).text == "0001-01-01T00:00")
        #expect(WallClock(asIfUTC: Instant(microseconds: -1)).text == "1969-12-31T23:59:59.999999")
    }
}
