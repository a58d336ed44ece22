import Foundation
import Posts
import Testing

@testable import FrontMatter

/// The day that a file's date has here, and in the file that an export writes.
@Suite("Dates of files") struct FileDateTests {
    /// The zones of this machine.
    private func zone(_ name: String) throws -> Zone {
        if let fixed = Zone(fixed: try ZoneName(name)) { return fixed }
        let file = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
        return Zone(name: try ZoneName(name), rules: try ZoneRules(tzif: [UInt8](file)))
    }

    private func clock(_ name: String = "UTC", showsAll: Bool = false, desk: String = "UTC") throws -> FileClock {
        FileClock(
            zone: try zone(name), showsAll: showsAll, desk: try zone(desk), now: Instant(seconds: 1_800_000_000),
            lookUp: { try? self.zone($0.text) })
    }

    private func text(_ date: PlannedTime?) -> String? { date.map { "\($0.wall.text) \($0.zone)" } }

    @Test(
        "a date keeps the day that its author wrote, whatever the zones of the desk and of the blog",
        arguments: [
            ("date: 2005-06-01T01:17:00+08:00", "2005-06-01T01:17 +08:00"),
            ("date: 2005-06-01 23:17:00 -0930", "2005-06-01T23:17 -09:30"),
            ("date: 2005-06-01T01:17:00+02:00", "2005-06-01T01:17 +02:00"),
            // Generators show it by the clocks of UTC.
            ("date: 2005-06-01T23:17:00Z", "2005-06-01T23:17 UTC"),
            ("date: 2005-06-01T23:17:00+00:00", "2005-06-01T23:17 UTC"),
            ("date: Wed, 01 Jun 2005 23:17:00 GMT", "2005-06-01T23:17 UTC"),
            ("date: 2005-06-01 23:17:00 -0800 PST", "2005-06-01T23:17 -08:00"),
            // A file's own zone is that in which the date is shown.
            ("date: 2005-06-01T01:17:00+08:00\nzone: '+05:30'", "2005-05-31T22:47 +05:30"),
            ("date: 2005-06-01T01:17\nzone: \"+08:00\"", "2005-06-01T01:17 +08:00"),
            ("date: 2005-06-01T01:17:00+08:00\ntimezone: Asia/Tokyo", "2005-06-01T02:17 Asia/Tokyo"),
            ("date: 2005-06-01 01:17 +08:00\nlastmod: 2006-01-01", "2005-06-01T01:17 +08:00"),
        ])
    func keepsDays(fields: String, expected: String) throws {
        for (name, desk) in [
            ("UTC", "America/New_York"), ("Europe/Lisbon", "UTC"), ("UTC", "UTC"), ("+09:00", "-03:00"),
        ] {
            for generator in [nil] + BlogGenerator.allCases {
                let place = OldPlace(generator: generator)
                let file = try BlogFile(
                    "---\n\(fields)\n---\nHi\n", path: "a.md", clock: try clock(name, desk: desk), place: place)
                #expect(text(file.post.draft.date) == expected, "\(name) \(desk)")
            }
        }
        let posted = try MarkdownFile("---\n\(fields)\n---\nHi\n").plannedTime(by: clock())
        #expect(text(posted) == expected)
    }

    @Test(
        "a date whose offset is that of the desk's clocks follows them; a file of TOML says the same",
        arguments: [
            ("2005-06-01T01:17:00+08:00", "Asia/Shanghai", "2005-06-01T01:17 Asia/Shanghai"),
            ("2005-06-01T01:17:00+01:00", "Europe/Lisbon", "2005-06-01T01:17 Europe/Lisbon"),
            ("2005-06-01T01:17:00+00:00", "Europe/Lisbon", "2005-06-01T01:17 UTC"),
            ("2005-01-01T01:17:00Z", "Europe/Lisbon", "2005-01-01T01:17 Europe/Lisbon"),
            ("2005-06-01T01:17:00", "Europe/Lisbon", "2005-06-01T01:17 UTC"),
            ("1117588620", "Europe/Lisbon", "2005-06-01T01:17 UTC"),
        ])
    func followsTheDesk(date: String, desk: String, expected: String) throws {
        for text in ["---\ndate: \(date)\n---\nHi\n", "+++\ndate = \(date)\n+++\nHi\n"] {
            let file = try BlogFile(text, path: "content/a.md", clock: try clock(desk: desk))
            #expect(self.text(file.post.draft.date) == expected)
        }
    }

    @Test(
        "Jekyll shows all dates by the clocks of the site, if its configuration states them",
        arguments: [
            ("2005-06-01T01:17:00+08:00", "2005-05-31T19:17 Europe/Berlin", "2005-06-01T01:17 +08:00"),
            ("2005-06-01 23:17:00Z", "2005-06-02T01:17 Europe/Berlin", "2005-06-01T23:17 UTC"),
            ("2005-06-01 23:17:00 UTC", "2005-06-02T01:17 Europe/Berlin", "2005-06-01T23:17 UTC"),
            ("2005-06-01 23:17:00", "2005-06-02T01:17 Europe/Berlin", "2005-06-02T01:17 Europe/Berlin"),
            ("2005-06-01 23:17", "2005-06-01T23:17 Europe/Berlin", "2005-06-01T23:17 Europe/Berlin"),
        ])
    func showsSiteTime(date: String, stated: String, unstated: String) throws {
        let place = OldPlace(generator: .jekyll)
        for (showsAll, expected) in [(true, stated), (false, unstated)] {
            let clock = try clock("Europe/Berlin", showsAll: showsAll)
            let file = try BlogFile(
                "---\ndate: \(date)\n---\nHi\n", path: "_posts/2005-06-01-a.md", clock: clock, place: place)
            #expect(text(file.post.draft.date) == expected)
            // The blog's own clocks decide the old address.
            let again = try BlogFile(
                "---\ndate: \(date)\n---\nHi\n", path: "_posts/2005-06-01-a.md", clock: clock,
                place: OldPlace(generator: .jekyll, pattern: "/:year/:month/:day/"))
            #expect(again.oldPath?.text == "/" + stated.prefix(10).replacing("-", with: "/") + "/")
        }
        #expect(BlogGenerator.allCases.filter(\.convertsDates) == [.jekyll, .hexo])
    }

    @Test(
        "an export of a date with an offset is read with the same day and zone, on this desk and on another",
        arguments: [
            "date: 2005-06-01T01:17:00+08:00", "date: 2005-06-01 01:17:00 +0800 # why", "date: 2005-06-01T23:30:00Z",
            "date: 2005-06-01", "date: 2005-06-01T01:17\nzone: \"+05:30\"", "title: x",
        ])
    func comesBack(fields: String) throws {
        let head = "---\n\(fields)\n---\n"
        for desk in ["UTC", "Asia/Shanghai", "Europe/Lisbon"] {
            let here = try clock(desk, desk: desk)
            let file = try BlogFile(head + "Hi\n", path: "a.md", clock: here)
            #expect(BlogFile.text(of: file.post, head: head, path: "a.md", clock: here) == head + "Hi\n")
            for zone in ["+08:00", "-09:30", "UTC", "Europe/Lisbon", "Asia/Shanghai"] {
                var post = file.post
                post.draft.date = PlannedTime(try WallClock("2027-01-05T23:45"), in: try self.zone(zone))
                for old in [head, nil] {
                    let written = BlogFile.text(of: post, head: old, path: "a.md", clock: here)
                    let read = try BlogFile(written, path: "a.md", clock: here).post.draft.date
                    #expect(read == post.draft.date, "\(written)")
                    let there = try BlogFile(written, path: "a.md", clock: try clock("-03:00", desk: "-03:00"))
                    #expect(there.post.draft.date?.wall == post.draft.date?.wall, "\(written)")
                    #expect(there.post.draft.date?.instant == post.draft.date?.instant)
                }
            }
        }
    }

    @Test("an offset in the date needs no line for its zone, unless the desk's clocks show the same")
    func needsNoZone() throws {
        let head = "---\ndate: 2005-06-01T01:17:00+08:00\n---\n"
        for (desk, zone) in [("UTC", ""), ("Asia/Shanghai", "zone: \"+08:00\"\n")] {
            let here = try clock(desk, desk: desk)
            var post = try BlogFile(head + "Hi\n", path: "a.md", clock: here).post
            post.draft.date = PlannedTime(try WallClock("2005-06-02T01:17"), in: try self.zone("+08:00"))
            let written = BlogFile.text(of: post, head: head, path: "a.md", clock: here)
            #expect(written == "---\ndate: 2005-06-02T01:17:00+08:00\n\(zone)---\nHi\n")
        }
    }

    @Test("an offset that no clock has is reported, and the post has no date")
    func refusesOffsets() throws {
        let file = try BlogFile("---\ndate: 2005-06-01T01:17:00+25:00\n---\nHi\n", path: "a.md", clock: try clock())
        #expect(file.post.draft.date == nil && !file.post.isPublished)
        #expect(file.notes.map(\.what).contains("a value"))
        let zoned = try BlogFile("---\ndate: 2005-06-01\nzone: '+25:00'\n---\nHi\n", path: "a.md", clock: try clock())
        #expect(zoned.notes.contains { $0.words.contains("-23:59 to +23:59") })
    }
}
