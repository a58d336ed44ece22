/// A time as stored: the wall clock, so that it stays right if the zone's rules change, and the instant that it means
/// today.
package struct PlannedTime: Hashable, Sendable {
    package let wall: WallClock
    package let zone: ZoneName
    package let instant: Instant
    package let note: Note

    /// What to tell the author about the time.
    package enum Note: Hashable, Sendable {
        case none
        /// The clocks skip `wall`; the instant is `by` later than by the clocks before the gap.
        case gap(by: Span)
        /// The clocks show `wall` twice; the instant is the first time.
        case overlap
    }

    /// Restores a stored time.
    package init(wall: WallClock, zone: ZoneName, instant: Instant, note: Note = .none) {
        self.wall = wall
        self.zone = zone
        self.instant = instant
        self.note = note
    }

    /// The instant of `wall` by the clocks of `zone`.
    package init(_ wall: WallClock, in zone: Zone) {
        let resolution = zone.rules.resolve(wall)
        self.wall = wall
        self.zone = zone.name
        instant = resolution.instant
        note =
            switch resolution {
            case .unique: .none
            case .gap(_, let by): .gap(by: by)
            case .overlap: .overlap
            }
    }

    /// An instant by the clocks of `zone`. In the second pass of a repeated hour it is stored with its offset, because its
    /// wall clock in the zone would mean the first pass.
    package init(_ instant: Instant, in zone: Zone) {
        let offset = ZoneName(offset: zone.rules.offset(at: instant)).flatMap(Zone.init(fixed:))
        let clocks = [zone, offset ?? .utc].first {
            $0.rules.resolve($0.rules.wallClock(at: instant)).instant == instant
        }
        let found = clocks ?? .utc
        wall = found.rules.wallClock(at: instant)
        self.zone = found.name
        self.instant = instant
        note = .none
    }
}

extension When {
    /// Returns the instant that is meant. It may be in the past (`today 08:00`, any date); the caller decides what that
    /// means.
    ///
    /// A time with an offset keeps its day and hour: it is stored by the clocks of the default zone if they show the same,
    /// otherwise by the offset.
    ///
    /// - Parameters:
    ///   - defaultZone: for input without a zone.
    ///   - lookUp: returns the zone of that name, in the right spelling; nil if there is no such zone.
    package func resolve(
        now: Instant, defaultZone: Zone, lookUp: (ZoneName) -> Zone?
    ) throws(WhenError) -> PlannedTime {
        switch self {
        case .fromNow(let span): return try When.planned(now + span, in: defaultZone)
        case .instant(let instant): return try When.planned(instant, in: defaultZone)
        case .wall(let wall, let name?) where name.offset != nil:
            return try When.planned(wall, by: try When.zone(name, defaultZone, lookUp), unlessShownBy: defaultZone)
        case .wall(let wall, let name):
            return PlannedTime(wall, in: try When.zone(name, defaultZone, lookUp))
        case .clock(let time, let day, let name):
            let zone = try When.zone(name, defaultZone, lookUp)
            guard let planned = day.next(time, after: now, in: zone) else { throw .outOfRange }
            return planned
        }
    }

    private static func planned(_ instant: Instant, in zone: Zone) throws(WhenError) -> PlannedTime {
        let isInRange = WallClock(asIfUTC: instant).asIfUTC == instant
        guard isInRange else { throw .outOfRange }
        return PlannedTime(instant, in: zone)
    }

    private static func planned(
        _ wall: WallClock, by offset: Zone, unlessShownBy zone: Zone
    ) throws(WhenError) -> PlannedTime {
        let instant = PlannedTime(wall, in: offset).instant
        return try planned(instant, in: zone.rules.wallClock(at: instant) == wall ? zone : offset)
    }

    /// The zone of that name; without one the default zone.
    static func zone(
        _ name: ZoneName?, _ defaultZone: Zone, _ lookUp: (ZoneName) -> Zone?
    ) throws(WhenError) -> Zone {
        guard let name, name != defaultZone.name else { return defaultZone }
        guard let zone = Zone(fixed: name) ?? lookUp(name) else { throw .unknownZone(name) }
        return zone
    }
}

extension When.Day {
    /// nil after the year 9999.
    fileprivate func next(_ time: ClockTime, after now: Instant, in zone: Zone) -> PlannedTime? {
        let today = zone.rules.wallClock(at: now).date
        func planned(_ days: Int) -> PlannedTime? {
            today.adding(days: days).map { PlannedTime(WallClock($0, time), in: zone) }
        }
        func coming(_ days: Int, orAfter more: Int) -> PlannedTime? {
            guard let soonest = planned(days) else { return nil }
            return soonest.instant > now ? soonest : planned(days + more)
        }
        return switch self {
        case .today: planned(0)
        case .tomorrow: planned(1)
        case .next(let weekday): coming(today.weekday.days(until: weekday), orAfter: 7)
        case .any: coming(0, orAfter: 1)
        }
    }
}
