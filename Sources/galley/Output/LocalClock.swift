import Glibc
import Posts
import Wire

/// Formats instants by the clock of this terminal (`$TZ`, else the machine's zone), with the zone's name.
struct LocalClock {
    private let now: Instant

    init() { now = Instant(seconds: Int64(time(nil))) }

    /// Such as “today 09:00 CET” or “Mon 1 Dec 2031 09:00 CET”.
    /// - Parameter text: RFC 3339; other text is returned unchanged.
    func text(_ text: String) -> String {
        guard let instant = try? RFC3339.instant(text), let then = LocalTime(instant) else { return text }
        return "\(day(then)) \(Self.clock(then.wall.time)) \(then.zone)"
    }

    /// Like `text`, with the remaining time when it is less than an hour: “today 09:00 CET, in 25 s”.
    func soon(_ text: String) -> String {
        guard let instant = try? RFC3339.instant(text) else { return text }
        let seconds = (instant - now).seconds
        guard (1..<3600).contains(seconds) else { return self.text(text) }
        return self.text(text) + ", in " + (seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min")
    }

    func age(of instant: Instant) -> Span { now - instant }

    /// - Parameter text: RFC 3339; other text counts as future.
    func hasPassed(_ text: String) -> Bool { (try? RFC3339.instant(text)).map { $0 <= now } ?? false }

    /// With seconds, for events in quick succession.
    func precise(_ text: String) -> String {
        guard let instant = try? RFC3339.instant(text), let then = LocalTime(instant) else { return text }
        return "\(day(then)) \(Self.clock(then.wall.time)):\(then.wall.time.second.padded(to: 2))"
    }

    /// A post's own date, by the clock of its own zone.
    func text(_ date: DateBody) -> String {
        guard let wall = try? WallClock(date.local) else { return "\(date.local) \(date.zone)" }
        return
            "\(wall.date.day) \(wall.date.monthName.prefix(3)) \(wall.date.year) \(Self.clock(wall.time)) \(date.zone)"
    }

    /// The current name of this terminal's zone.
    static var zoneName: String { environment("TZ") ?? LocalTime(LocalClock().now)?.zone ?? "UTC" }

    private func day(_ then: LocalTime) -> String {
        let date = then.wall.date
        let words = "\(date.weekday.shortName) \(date.day) \(date.monthName.prefix(3))"
        guard let today = LocalTime(now)?.wall.date else { return "\(words) \(date.year)" }
        switch date.dayNumber - today.dayNumber {
        case -1: return "yesterday"
        case 0: return "today"
        case 1: return "tomorrow"
        default: return date.year == today.year ? words : "\(words) \(date.year)"
        }
    }

    private static func clock(_ time: ClockTime) -> String {
        "\(time.hour.padded(to: 2)):\(time.minute.padded(to: 2))"
    }
}

/// The local time of an instant from the C library, which reads `$TZ` and `/etc/localtime`.
private struct LocalTime {
    let wall: WallClock
    let zone: String

    init?(_ instant: Instant) {
        var (seconds, parts) = unsafe (time_t(instant.seconds), tm())
        guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
        wall = WallClock(asIfUTC: instant + .seconds(Int64(unsafe parts.tm_gmtoff)))
        zone = unsafe String(cString: parts.tm_zone)
    }
}
