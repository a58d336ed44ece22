import Posts

extension PlannedTime {
    /// A stored date: `wall` in `zone` was `instant` when the post was saved or its date last recomputed. It uses rules with
    /// one fixed offset, the difference of the two.
    /// - Returns: nil when the difference cannot be the offset of a zone.
    init?(kept wall: WallClock, in zone: ZoneName, at instant: Instant) {
        let offset = wall.asIfUTC - instant
        guard let clocks = ZoneRules(fixed: offset) else { return nil }
        self.init(wall, in: Zone(name: zone, rules: clocks))
        guard self.instant == instant else { return nil }
    }
}

extension PlannedTime {
    /// The date of a post; nil when it has none.
    static func date(_ post: Columns) throws -> PlannedTime? {
        guard let wall = try post["wall"] as WallClock? else { return nil }
        let (zone, instant): (ZoneName, Instant) = (try post["zone"], try post["dateAt"])
        guard let date = PlannedTime(kept: wall, in: zone, at: instant) else {
            throw post.bad("dateAt", "It cannot be \(wall.text) in \(zone).")
        }
        return date
    }
}
