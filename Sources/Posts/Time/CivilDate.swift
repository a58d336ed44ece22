/// A day of the proleptic Gregorian calendar, in the years 1 to 9999, without a zone.
///
/// The conversions to and from day numbers are Howard Hinnant's `days_from_civil` and `civil_from_days`
/// (http://howardhinnant.github.io/date_algorithms.html). Years start in March, so that the leap day comes last.
package struct CivilDate: Hashable, Comparable, Sendable {
    package let year, month, day: Int

    package static let earliest = CivilDate(unchecked: 1, 1, 1)
    package static let latest = CivilDate(unchecked: 9999, 12, 31)

    /// - Throws: the first part that does not exist: year, then month, then day.
    package init(year: Int, month: Int, day: Int) throws(WallClockError) {
        guard (1...9999).contains(year) else { throw .noSuchYear(year) }
        guard (1...12).contains(month) else { throw .noSuchMonth(month) }
        guard (1...CivilDate.days(inMonth: month, of: year)).contains(day) else {
            throw .noSuchDay(year: year, month: month, day: day)
        }
        self.init(unchecked: year, month, day)
    }

    /// The day `dayNumber` days after 1970-01-01; nil outside the years 1 to 9999.
    package init?(dayNumber: Int) {
        guard (CivilDate.earliest.dayNumber...CivilDate.latest.dayNumber).contains(dayNumber) else { return nil }
        let (year, month, day) = CivilDate.parts(ofDayNumber: dayNumber)
        self.init(unchecked: year, month, day)
    }

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Days since 1970-01-01; negative before.
    package var dayNumber: Int { CivilDate.dayNumber(year: year, month: month, day: day) }

    package var weekday: Weekday { Weekday(dayNumber: dayNumber) }

    /// 1 to 366.
    package var dayOfYear: Int { dayNumber - CivilDate.dayNumber(year: year, month: 1, day: 1) + 1 }

    /// The week by ISO 8601, which belongs to the year of its Thursday.
    package var isoWeek: (year: Int, week: Int) {
        let thursday = dayNumber + 4 - weekday.rawValue
        let year = CivilDate.parts(ofDayNumber: thursday).year
        return (year, (thursday - CivilDate.dayNumber(year: year, month: 1, day: 1)) / 7 + 1)
    }

    /// nil outside the years 1 to 9999.
    package func adding(days: Int) -> CivilDate? {
        let (sum, overflow) = dayNumber.addingReportingOverflow(days)
        return overflow ? nil : CivilDate(dayNumber: sum)
    }

    package static func < (one: CivilDate, other: CivilDate) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }

    package static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// - Parameter month: 1 to 12.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The inverse of `dayNumber(year:month:day:)`, also before the year 1 and after 9999.
    static func parts(ofDayNumber dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// Days from 1970-01-01 to a date in any year, also before 1 and after 9999: zone rules reach one year beyond both.
    static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
        let yearOfEra = yearFromMarch - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension CivilDate {
    /// In English, from January on.
    package static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Such as `January`.
    package var monthName: String { CivilDate.monthNames[month - 1] }
}

package enum Weekday: Int, CaseIterable, Sendable {
    /// ISO 8601 numbers the days from Monday, 1.
    case monday = 1, tuesday, wednesday, thursday, friday, saturday, sunday

    /// - Parameter dayNumber: days since 1970-01-01, which was a Thursday.
    init(dayNumber: Int) {
        let remainder = (dayNumber + 3) % 7
        let fromMonday = remainder < 0 ? remainder + 7 : remainder
        self = Weekday.allCases[fromMonday]
    }

    /// - Parameter word: the whole English name in lower case, or its first three letters.
    init?(word: String) {
        let found = Weekday.allCases.first { word == "\($0)" || word == "\($0)".prefix(3) }
        guard let found else { return nil }
        self = found
    }

    /// Such as `Monday`.
    package var name: String { "\(self)".capitalizedFirst }

    /// Such as `Mon`.
    package var shortName: String { String(name.prefix(3)) }

    /// Days from this weekday to the next `other`: 0 to 6.
    package func days(until other: Weekday) -> Int {
        (other.rawValue - rawValue + 7) % 7
    }
}
