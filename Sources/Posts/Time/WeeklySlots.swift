/// The times of the week at which a target gets the posts that ask for its next slot.
///
/// Each text has days, times and perhaps a zone, in this order:
///
/// | written | meaning |
/// |---|---|
/// | `weekdays 09:00 and 17:00, Europe/Lisbon` | Monday to Friday, by the clocks of Lisbon |
/// | `mon wed 12:30`, `mon-thu 12:30` | on Monday and Wednesday, on Monday to Thursday |
/// | `weekends 11:00`, `daily 8:00`, `8:00` | on Saturday and Sunday, each day |
/// | `daily 8:00, +05:30` | by clocks at that offset from UTC |
///
/// “and” and commas only divide the words. Case matters only in the zone's name.
package struct WeeklySlots: Hashable, Sendable {
    package static let none = WeeklySlots(rules: [], texts: [])
    /// How many texts a target may have, and of how many bytes.
    package static let textsMax = 20, bytesMax = 200
    private static let week = Span.days(7)
    /// How far ahead a free slot is looked for: about a year.
    package static let weeksMax: Int64 = 52

    /// As written.
    package let texts: [String]
    private let rules: [Rule]

    private struct Rule: Hashable {
        var days: Set<Weekday> = []
        var times: [ClockTime] = []
        var zone: ZoneName?
    }

    private init(rules: [Rule], texts: [String]) { (self.rules, self.texts) = (rules, texts) }

    package init(_ texts: [String]) throws(WeeklySlotsError) {
        guard texts.count <= WeeklySlots.textsMax else { throw .tooMany(texts.count) }
        var rules: [Rule] = []
        for text in texts { rules.append(try WeeklySlots.rule(text)) }
        self.init(rules: rules, texts: texts)
    }

    package var isEmpty: Bool { rules.isEmpty }

    /// The zones that the texts name.
    package var zones: Set<ZoneName> { Set(rules.compactMap(\.zone)) }

    /// The slots from `start` on, the earliest first, up to `weeksMax` ahead. A slot that the clocks skip is as much later as
    /// they jump; one that they show twice is the first of the two.
    /// - Parameters:
    ///   - standard: the zone of texts that name none.
    ///   - lookUp: returns the zone of that name; nil if there is no such zone.
    package func coming(
        from start: Instant, in standard: Zone, lookUp: (ZoneName) -> Zone?
    ) throws(WhenError) -> some Sequence<PlannedTime> {
        let zoned = try rules.map { rule throws(WhenError) -> (rule: Rule, zone: Zone) in
            (rule, try When.zone(rule.zone, standard, lookUp))
        }
        return (0..<WeeklySlots.weeksMax).lazy.flatMap { number in
            let begin = start + WeeklySlots.week * number
            return WeeklySlots.slots(of: zoned, in: begin..<begin + WeeklySlots.week)
        }
    }

    private static func slots(of zoned: [(rule: Rule, zone: Zone)], in window: Range<Instant>) -> [PlannedTime] {
        var found: [Instant: PlannedTime] = [:]
        for (rule, zone) in zoned {
            // A time that the clocks skip may belong to the day before.
            let first = zone.rules.wallClock(at: window.lowerBound).date.dayNumber - 1
            let last = zone.rules.wallClock(at: window.upperBound).date.dayNumber
            for day in (first...max(first, last)).compactMap({ CivilDate(dayNumber: $0) })
            where rule.days.contains(day.weekday) {
                for time in rule.times {
                    let slot = PlannedTime(WallClock(day, time), in: zone)
                    guard window.contains(slot.instant) else { continue }
                    // A time that the clocks show replaces one that they skip.
                    if case .gap = found[slot.instant]?.note ?? .gap(by: .zero) { found[slot.instant] = slot }
                }
            }
        }
        return found.values.sorted { $0.instant < $1.instant }
    }

    private static func rule(_ text: String) throws(WeeklySlotsError) -> Rule {
        guard text.utf8.count <= bytesMax else { throw .unreadable(text.shortened) }
        var rule = Rule()
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," })
        where word.lowercased() != "and" {
            // A zone ends the text.
            guard rule.zone == nil else { throw .unreadable(text.shortened) }
            if let days = Weekday.days(word.lowercased()) {
                guard rule.times.isEmpty else { throw .unreadable(text.shortened) }
                rule.days.formUnion(days)
            } else if let time = try time(String(word)) {
                rule.times.append(time)
            } else if !rule.times.isEmpty, word.first.map({ $0.isLetter || "+-".contains($0) }) == true,
                let zone = try? ZoneName(String(word))
            {
                rule.zone = zone
            } else {
                throw .unreadable(text.shortened)
            }
        }
        guard !rule.times.isEmpty else { throw .unreadable(text.shortened) }
        if rule.days.isEmpty { rule.days = Set(Weekday.allCases) }
        return rule
    }

    private static func time(_ word: String) throws(WeeklySlotsError) -> ClockTime? {
        var scanner = TimeScanner(word)
        do {
            let time = try scanner.clockTime()
            return scanner.isAtEnd ? time : nil
        } catch {
            throw .badTime(error)
        }
    }
}

extension Weekday {
    /// The days that `daily`, `weekdays`, `weekends`, `monday`, `mon` or `mon-thu` name; nil for another word.
    /// - Parameter word: in lower case.
    fileprivate static func days(_ word: String) -> [Weekday]? {
        switch word {
        case "daily": return allCases
        case "weekdays": return Array(allCases.prefix(5))
        case "weekends": return Array(allCases.suffix(2))
        default: break
        }
        let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Weekday(word: String($0)) }
        guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil else { return nil }
        return (0...first.days(until: last)).compactMap { Weekday(rawValue: (first.rawValue - 1 + $0) % 7 + 1) }
    }
}

/// Why a text names no times of the week.
package enum WeeklySlotsError: Error, Equatable, Sendable, CustomStringConvertible {
    case tooMany(Int)
    case unreadable(String)
    case badTime(WallClockError)

    package var description: String {
        switch self {
        case .tooMany(let count): "There are \(count) texts. Use at most \(WeeklySlots.textsMax)."
        case .unreadable(let found):
            "Found “\(found)”. Write days and times, and a zone if it is not that of the desk: “weekdays 09:00 and 17:00”, "
                + "“mon wed 12:30” or “daily 8:00, Europe/Lisbon”."
        case .badTime(let error): error.description
        }
    }
}
