/// The yearly rule at the end of a TZif file: standard time, and daylight saving time between two dates of each year.
/// Standard time may have the greater offset (Europe/Dublin), and the dates may reach into the year before or after.
struct ZoneCycle: Hashable, Sendable {
    /// In seconds east of UTC.
    let standardOffset: Int
    let daylight: Daylight?

    struct Daylight: Hashable, Sendable {
        let offset: Int
        let begin: YearlyMoment
        let end: YearlyMoment
    }

    func offset(atSecond second: Int) -> Int {
        transitions(inYearsAround: second...second).last { $0.second <= second }?.offset ?? standardOffset
    }

    /// Ascending.
    func transitions(in seconds: ClosedRange<Int>) -> [ZoneTransition] {
        transitions(inYearsAround: seconds).filter { seconds.contains($0.second) }
    }

    private func transitions(inYearsAround seconds: ClosedRange<Int>) -> [ZoneTransition] {
        guard let daylight else { return [] }
        let years = (year(of: seconds.lowerBound) - 1)...(year(of: seconds.upperBound) + 1)
        return years.flatMap { year in
            let begin = daylight.begin.second(in: year) - standardOffset
            let end = daylight.end.second(in: year) - daylight.offset
            return [
                ZoneTransition(second: end, offset: standardOffset),
                ZoneTransition(second: begin, offset: daylight.offset),
            ]
        }
        // Year-round daylight saving time ends and starts in the same second; the start wins.
        .sorted {
            ($0.second, $0.offset == daylight.offset ? 1 : 0) < ($1.second, $1.offset == daylight.offset ? 1 : 0)
        }
    }

    private func year(of second: Int) -> Int {
        let dayNumber = Int(Int64(second).flooredDivision(by: 86_400))
        return CivilDate.parts(ofDayNumber: dayNumber).year
    }
}

/// A moment of every year, by the clocks before the change.
struct YearlyMoment: Hashable, Sendable {
    let day: Day
    /// Seconds after 00:00 of that day; −167 to 167 hours.
    let secondOfDay: Int

    enum Day: Hashable, Sendable {
        /// 1 to 365, without the leap day.
        case julian(Int)
        /// 0 to 365, including the leap day.
        case zeroBased(Int)
        /// The weekday number `week` of the month; 5 means the last one. `weekday`: 0 is Sunday.
        case weekday(Int, week: Int, month: Int)
    }

    /// Seconds from 1970-01-01T00:00 to this moment of `year`, both by the same clock.
    func second(in year: Int) -> Int { dayNumber(in: year) * 86_400 + secondOfDay }

    private func dayNumber(in year: Int) -> Int {
        switch day {
        case .julian(let day):
            let isAfterLeapDay = CivilDate.isLeap(year) && day >= 60
            return CivilDate.dayNumber(year: year, month: 1, day: 1) + day - (isAfterLeapDay ? 0 : 1)
        case .zeroBased(let day):
            return CivilDate.dayNumber(year: year, month: 1, day: 1) + day
        case .weekday(let weekday, let week, let month):
            let first = CivilDate.dayNumber(year: year, month: month, day: 1)
            let untilWeekday = (weekday - Weekday(dayNumber: first).rawValue % 7 + 7) % 7
            let day = untilWeekday + (week - 1) * 7
            return first + (day < CivilDate.days(inMonth: month, of: year) ? day : day - 7)
        }
    }
}
