package import Posts

// The format of dates in headers (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.

extension Instant {
    /// To the second.
    package var httpDate: String {
        let wall = WallClock(asIfUTC: Instant(seconds: seconds))
        let clock = [wall.time.hour, wall.time.minute, wall.time.second].map { $0.padded(to: 2) }.joined(separator: ":")
        let date = "\(wall.date.day.padded(to: 2)) \(wall.date.monthName.prefix(3)) \(wall.date.year)"
        return "\(wall.weekday.shortName), \(date) \(clock) GMT"
    }

    /// - Returns: nil for other formats.
    package init?(httpDate text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT" || parts[5] == "UTC",
            let month = CivilDate.monthNames.firstIndex(where: { $0.prefix(3) == parts[2] }),
            let day = Int(parts[1]), let year = Int(parts[3])
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3,
            let wall = try? WallClock(
                year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: min(clock[2], 59))
        else { return nil }
        self = wall.asIfUTC
    }
}
