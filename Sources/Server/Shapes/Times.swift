import Posts
import Wire

/// Formats instants by the desk's clock, and reads times that people write.
struct Times: Sendable {
    let zone: Zone
    let zones: @Sendable (ZoneName) -> Zone?

    func text(_ instant: Instant) -> String { RFC3339.text(instant, offset: zone.rules.offset(at: instant)) }

    /// For sentences, such as `1 Dec 2026 09:00 Europe/Lisbon`.
    func words(_ instant: Instant) -> String {
        let wall = zone.rules.wallClock(at: instant)
        let (date, time) = (wall.date, wall.time)
        let clock = "\(time.hour.padded(to: 2)):\(time.minute.padded(to: 2))"
        return "\(date.day) \(date.monthName.prefix(3)) \(date.year) \(clock) \(zone.name)"
    }

    /// - Parameter text: the field `zone` of a request; nil for the desk's zone.
    func zone(named text: String?) throws -> Zone {
        guard let text else { return zone }
        let name: ZoneName
        do { name = try ZoneName(text) } catch { throw Problem.badField("zone", error.description) }
        guard let found = zones(name) else { throw Problem.noSuchZone(name, field: "zone") }
        return found
    }

    /// Reads a time in the zone that it names, else in `zoneText`, else in the desk's zone. One with an offset is
    /// converted to `zoneText`, and otherwise keeps the offset.
    /// - Parameters:
    ///   - field: the name of the field that contains `text`, for error messages.
    ///   - isOfBlog: whether another program may have written it.
    func planned(
        _ text: String, zone zoneText: String? = nil, now: Instant, field: String, isOfBlog: Bool = false
    ) throws -> PlannedTime {
        let standard = try self.zone(named: zoneText)
        do {
            let when = try isOfBlog ? When(ofBlog: text) : When(text)
            return try (zoneText == nil ? when : when.withoutOffset).resolve(
                now: now, defaultZone: standard, lookUp: zones)
        } catch WhenError.unknownZone(let name) {
            throw Problem.noSuchZone(name, field: field)
        } catch {
            throw Problem.badField(field, "\(error)")
        }
    }

    func body(_ time: PlannedTime) -> DateBody {
        let offset = zones(time.zone)?.rules.offset(at: time.instant) ?? time.wall.asIfUTC - time.instant
        return DateBody(
            local: time.wall.text, zone: time.zone.text, instant: RFC3339.text(time.instant, offset: offset),
            note: note(time))
    }

    /// A note about a time that the clocks skip or show twice; nil for an ordinary time.
    func note(_ time: PlannedTime) -> String? {
        guard let zone = zones(time.zone) else { return nil }
        let (clock, day) = (time.wall.time.text, time.wall.date.text)
        switch PlannedTime(time.wall, in: zone).note {
        case .none: return nil
        case .gap(let by):
            let shown = zone.rules.wallClock(at: time.instant)
            // Only another day needs saying.
            let meant = (shown.date == time.wall.date ? "" : "\(shown.date.text) ") + shown.time.text
            return "\(clock) does not exist on \(day): the clocks of \(time.zone) jump \(by.roughly) ahead. "
                + "It is meant as \(meant)."
        case .overlap:
            return "\(clock) happens twice on \(day) by the clocks of \(time.zone). The first time is meant."
        }
    }
}
