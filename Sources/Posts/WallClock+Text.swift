extension WallClock {
    /// Reads `2026-12-01T09:00`, `2026-12-01 9:00:30.25` or `2026-12-01`.
    ///
    /// A date alone means 00:00, as it does in Hugo and Jekyll, so that a file's date and its address agree.
    /// Fractions of a second are cut off after the microsecond.
    package init(_ text: String) throws(WallClockError) {
        var scanner = TimeScanner(text)
        scanner.skipSpaces()
        guard let found = try scanner.wallClock() else { throw .unreadable(text.shortened) }
        scanner.skipSpaces()
        guard scanner.isAtEnd else { throw .unreadable(text.shortened) }
        self = found
    }

    /// `2026-12-01T09:00`, with seconds and microseconds only where they are not zero. Sorts as the wall clocks do.
    package var text: String { "\(date.text)T\(time.text)" }
}

extension CivilDate {
    /// `2026-12-01`.
    package var text: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }
}

extension String {
    /// At most 60 characters of foreign text, on one line: error messages quote what was found, whatever it was.
    var shortened: String {
        let line = prefix(60).map { $0.isNewline ? " " : $0 }
        return count > 60 ? String(line) + "…" : String(line)
    }
}
