import Foundation
import Posts
import TestSupport
import Testing

@testable import Site

@Suite("Editions of changed entries alone")
struct RewritingTests {
    @Test(
        "after generated edits, written alone wherever that is possible, the folder equals a full build byte for byte",
        arguments: 1...8 as ClosedRange<UInt64>)
    func converges(seed: UInt64) async throws {
        let round = try RewrittenSite(seed: seed, count: 4 + Int(seed) * 3)
        _ = try await round.publish()
        for step in 1...14 {
            let isInPlace = round.change()
            let written = try await round.publish()
            #expect(written.isRewritten == isInPlace, "seed \(seed), step \(step)")
            #expect(try round.differences() == [], "seed \(seed), step \(step)")
        }
        // With many posts the archive has a page for each year. Building so many takes seconds.
        guard seed == 1 else { return }
        let many = try RewrittenSite(seed: seed, count: 520)
        _ = try await many.publish()
        for step in 1...2 {
            many.change()
            _ = try await many.publish()
            #expect(try many.differences() == [], "seed \(seed), step \(step) of many")
        }
    }

    @Test("a copy that arrived elsewhere, and an edit, examine as many files among 600 posts as among 60")
    func examinesLittle() async throws {
        var examined: [[Int]] = []
        for count in [60, 600] {
            let site = try RewrittenSite(seed: 3, count: count)
            _ = try await site.publish()
            let middle = count / 2
            site.entries[middle].tags = ["One tag"]
            site.entries[middle].kind = .post
            site.entries[middle].title = "Middle"
            site.entries[middle].formerSlugs = []
            _ = try await site.publish()
            var counts: [Int] = []
            for edit in RewrittenSite.edits {
                edit(&site.entries[middle])
                let written = try await site.publish()
                #expect(written.isRewritten)
                counts.append(written.changes.written.count + written.changes.unchanged)
            }
            examined.append(counts)
        }
        #expect(examined[0] == examined[1])
        #expect(examined[0].allSatisfy { $0 <= 8 }, "\(examined)")
    }

    @Test(
        "an entry that comes, goes or gets another place, date or tag makes a whole edition, and so does a page's title"
    )
    func wholeEditions() async throws {
        let site = try RewrittenSite(seed: 4, count: 10)
        site.entries[0].kind = .page
        _ = try await site.publish()
        let changes: [(inout [SiteEntry]) -> Void] = [
            { $0.append(Example.post(999)) }, { $0.removeLast() }, { $0[1].slug = "elsewhere" },
            { $0[1].tags.append("new") }, { $0[1].published = $0[2].published }, { $0[0].title = "Renamed page" },
            { $0[1].formerSlugs = ["before"] }, { $0[1].kind = .page },
        ]
        for (number, change) in changes.enumerated() {
            change(&site.entries)
            #expect(try await !site.publish().isRewritten, "\(number)")
            #expect(try site.differences() == [], "\(number)")
        }
        site.entries[1].contentHTML += "<p>More.</p>"
        #expect(try await site.publish().isRewritten)
    }

    @Test("without the list of Galley's files, the next edition is a whole one")
    func lostList() async throws {
        let site = try RewrittenSite(seed: 5, count: 6)
        _ = try await site.publish()
        try FileManager.default.removeItem(atPath: site.folder.path + "/.galley-site.json")
        #expect(try await !site.publish().isRewritten)
        #expect(try site.differences() == [] && site.folder.text(".galley-site.json") != nil)
        #expect(try await site.publish().isRewritten)
    }
}

/// A site whose entries change, as the courier writes it: changed entries alone if possible.
private final class RewrittenSite {
    var entries: [SiteEntry] = []
    let folder: TemporaryFolder
    private let publisher: SitePublisher
    private var standing: StandingSite?
    private var known = KnownFiles()
    private var written: [SiteEntry] = []
    private var chance: SeededNumbers
    private var number = 0

    /// Edits that keep the place of a post.
    static let edits: [@Sendable (inout SiteEntry) -> Void] = [
        { $0.syndication.append("https://social.example/\($0.syndication.count)") },
        { $0.contentHTML += "<p>More words.</p>" },
        { $0.title = ($0.title ?? "") + " again" },
        { $0.updated = SiteDate($0.updated.instant + .days(1), offset: .zero) },
        { $0.summary += " More." },
        { $0.document = "at://did:plc:x/site.standard.document/\($0.contentHTML.count)" },
        { $0.author = "Bea" },
        { $0.language = $0.language == nil ? "de" : nil },
    ]

    init(seed: UInt64, count: Int) throws {
        chance = SeededNumbers(seed: seed)
        folder = try TemporaryFolder()
        let settings = try SiteSettings(
            name: "Hot Metal", address: "https://example.org", folder: folder.path, description: "",
            permalink: "/{year}/{slug}/", postsPerPage: 3, feedLength: 4)
        publisher = SitePublisher(site: try Example.site(settings), environment: [:]) { $0 }
        for _ in 0..<count { add() }
    }

    private func add() {
        number += 1
        var entry = Example.post(number * 3, title: chance.below(5) == 0 ? nil : "Title \(number)")
        entry.tags = ["Type", "Lead", "Ink"].filter { _ in chance.below(3) == 0 }
        if chance.below(6) == 0 { entry.formerSlugs = ["former-\(number)"] }
        if chance.below(9) == 0 { entry.kind = .page }
        entries.append(entry)
    }

    /// One to four edits, and sometimes another change.
    /// - Returns: whether all keep the places of the posts.
    @discardableResult
    func change() -> Bool {
        for _ in 0...chance.below(4) {
            let index = chance.below(entries.count)
            // The title of a page is in the menu of all pages.
            let edit = chance.below(RewrittenSite.edits.count)
            if entries[index].kind == .page, edit == 2 { continue }
            // So is the start of its summary if it has no title.
            if entries[index].kind == .page, entries[index].title == nil { continue }
            RewrittenSite.edits[edit](&entries[index])
        }
        switch chance.below(6) {
        case 0: add()
        case 1 where entries.count > 3: entries.remove(at: chance.below(entries.count))
        default: return true
        }
        return false
    }

    func publish() async throws -> (changes: SiteChanges, isRewritten: Bool) {
        let items = entries.map { SiteItem($0, at: publisher.site.settings) }
        let before = Dictionary(uniqueKeysWithValues: written.map { ($0.id, $0) })
        let changed = zip(entries, items).filter { entry, _ in before[entry.id] != entry }.map { $0.1 }
        var result: SiteWriting?
        if let standing, Set(before.keys) == Set(entries.map(\.id)) {
            result = try await publisher.rewrite(changed, in: standing, of: nil, known: known)
        }
        let isRewritten = result != nil
        let writing: SiteWriting
        if let result { writing = result } else { writing = try await publisher.write(items, known: known) }
        (standing, known, written) = (writing.standing, writing.known, entries)
        return (writing.changes, isRewritten)
    }

    /// The files that differ from a full build.
    func differences() throws -> [String] {
        let items = entries.map { SiteItem($0, at: publisher.site.settings) }
        let wanted = try publisher.site.parts(for: items).reduce(into: [String: String]()) { files, part in
            files[part.path] = String(decoding: try part.file().bytes, as: UTF8.self)
        }
        let found = folder.files.filter { $0 != ".galley-site.json" }
        return Set(wanted.keys).union(found).filter { wanted[$0] != folder.text($0) }.sorted()
    }
}
