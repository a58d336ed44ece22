import Posts

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
