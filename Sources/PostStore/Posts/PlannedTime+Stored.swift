import Posts

extension PlannedTime {
    /// A stored date: `wall` in `zone` was `instant` when the post was saved or its date last recomputed. It uses rules with
    /// one fixed offset, the difference of the two.
    /// - Returns: nil when the difference cannot be the offset of a zone.
    init?(kept wall: WallClock, in zone: ZoneName, at instant: Instant) {
        let offset = wall.asIfUTC - instant
        guard let clocks = ZoneRules.still(at: offset) else { return nil }
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

extension ZoneRules {
    /// Rules with one fixed offset: a TZif file with a single setting (RFC 9636, section 3).
    fileprivate static func still(at offset: Span) -> ZoneRules? {
        guard let seconds = Int32(exactly: offset.seconds), offset == .seconds(offset.seconds) else { return nil }
        let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
        let big = UInt32(bitPattern: seconds)
        let setting = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: big >> $0) } + [0, 0]
        let header = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
        return try? ZoneRules(tzif: header + counts + setting + Array("LMT\0".utf8))
    }
}
