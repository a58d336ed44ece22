import Foundation
import Posts
import Synchronization
import TestSupport
import Testing

@testable import Site

@Suite("Editions after the first")
struct LaterEditionTests {
    @Test(
        "after any changes to posts, settings, theme and folder, errors and restarts, the folder equals a full rebuild",
        arguments: 1...8 as ClosedRange<UInt64>)
    func converges(seed: UInt64) throws {
        let round = try SiteRound(seed: seed)
        for step in 1...16 {
            round.change()
            round.disturb()
            try round.fail()
            try round.publish()
            let differences = try round.differences()
            #expect(differences == [], "seed \(seed), step \(step)")
        }
    }

    @Test("an edit makes the post's page and its lists, a new title also the neighbours, and no other page")
    func makesLittle() throws {
        let round = try SiteRound(seed: 1, tickNanoseconds: 0)
        round.entries = (1...40).map { number in
            var post = Example.post(number)
            post.tags = ["tag \(number % 4)"]
            return post
        }
        try round.publish()
        round.entries[19].contentHTML += "<p>More.</p>"
        #expect(
            try round.publish() == [
                "2026/01/post-20/index.html", "page/7/index.html", "tags/tag-0/page/2/index.html",
            ])
        round.entries[19].title = "Another title"
        let made = try round.publish()
        #expect(made.contains("2026/01/post-19/index.html") && made.contains("2026/01/post-21/index.html"))
        #expect(made.count < 12)
        #expect(try round.publish() == [])
    }

    @Test("an edition that makes no file does not read the posts again")
    func readsLittle() throws {
        let round = try SiteRound(seed: 2, tickNanoseconds: 0)
        round.entries = (1...30).map { Example.post($0) }
        try round.publish()
        round.reads.count.withLock { $0 = 0 }
        try round.publish()
        #expect(round.reads.count.withLock { $0 } == 0)
        round.entries[3].summary = "Another summary"
        try round.publish()
        #expect((1...30).contains(round.reads.count.withLock { $0 }))
    }

    @Test("another program's file in the place of an optional one stays")
    func givesWay() throws {
        let temporary = try TemporaryFolder()
        try temporary.write("theirs", to: "robots.txt")
        try temporary.write("theirs", to: "archive")
        try FileManager.default.createSymbolicLink(
            atPath: temporary.path + "/favicon.svg", withDestinationPath: "/nonexistent")
        var known = KnownFiles()
        let optional = ["robots.txt", "archive/index.html", "favicon.svg"].map { path in
            SitePart(SiteFile(path: path, text: "ours"), givesWay: true)
        }
        let parts =
            optional + [
                SitePart(SiteFile(path: "index.html", text: "ours"))
            ]
        let changes = try SiteFolder(path: temporary.path).replace(with: parts, known: &known)
        #expect(changes.written == ["index.html"])
        #expect(temporary.text("robots.txt") == "theirs" && temporary.text("archive") == "theirs")
        #expect(temporary.text(".galley-site.json")?.contains("robots") == false)
    }

    @Test(
        "a file, folder or link of other origin at a post's address stays; new posts there are left out, all else is written",
        arguments: Obstacle.allCases)
    func occupied(obstacle: Obstacle) async throws {
        let temporary = try TemporaryFolder()
        let settings = try Example.settings(folder: temporary.path, permalink: "/{slug}/")
        let publisher = SitePublisher(site: try Example.site(settings), environment: [:]) { $0 }
        func items(_ numbers: [Int]) -> [SiteItem] { numbers.map { SiteItem(Example.post($0), at: settings) } }
        _ = try await publisher.write(items([1, 2]), known: KnownFiles())
        try FileManager.default.removeItem(atPath: temporary.path + "/post-1")
        try obstacle.stand(at: "post-1", in: temporary)
        try obstacle.stand(at: "post-3", in: temporary)

        let written = try await publisher.write(items([1, 3, 4]), established: 1, known: KnownFiles())

        // Galley's list names the page of the first post, so a changed file there is still Galley's.
        let isListed = obstacle == .page
        #expect(written.misfits.keys.sorted() == (isListed ? [1] : [0, 1]))
        #expect(temporary.text("post-4/index.html") != nil)
        #expect(temporary.text("post-2/index.html") == nil)
        let front = try #require(temporary.text("index.html"))
        #expect(front.contains("post-1") && !front.contains("post-3") && front.contains("post-4"))
        #expect(!temporary.files.contains { $0.hasPrefix("elsewhere/") && $0 != "elsewhere/notes.txt" })
        let list = try #require(temporary.text(".galley-site.json"))
        #expect(list.contains("post-1") == isListed && !list.contains("post-3"))
        // A later edition is free of it.
        _ = try await publisher.write(items([4]), established: 1, known: written.known)
    }

    @Test("an entry that the site shows stays where it is while it has no place at its new address")
    func staysInPlace() async throws {
        let temporary = try TemporaryFolder()
        let old = try Example.settings(folder: temporary.path, permalink: "/notes/{slug}/")
        let first = SitePublisher(site: try Example.site(old), environment: [:]) { $0 }
        var page = Example.page(slug: "about")
        var post = Example.post(1, slug: "about")
        _ = try await first.write([page, post].map { SiteItem($0, at: old) }, known: KnownFiles())
        #expect(temporary.text("notes/about/index.html") != nil)

        // By the new pattern the post would be where the page is.
        let new = try Example.settings(folder: temporary.path, permalink: "/{slug}/")
        page.formerAddresses = ["https://example.org/about/"]
        post.formerAddresses = ["https://example.org/notes/about/"]
        let second = SitePublisher(site: try Example.site(new), environment: [:]) { $0 }
        func write(_ entries: [SiteEntry], _ known: KnownFiles) async throws -> SiteWriting {
            try await second.write(
                entries.map { SiteItem($0, at: new) }, established: entries.count, shown: entries.count, known: known)
        }
        let kept = try await write([page, post], KnownFiles())
        #expect(kept.misfits.keys.sorted() == [1])
        #expect(temporary.text("notes/about/index.html")?.contains("A post") == true)
        #expect(temporary.text("index.html")?.contains("/notes/about/") == true)
        #expect(temporary.text("sitemap.xml")?.contains("/notes/about/") == true)
        // When the page makes room, the post moves, and its old address leads there.
        page.slug = "me"
        let moved = try await write([page, post], kept.known)
        #expect(moved.misfits.isEmpty && temporary.text("about/index.html")?.contains("A post") == true)
        #expect(temporary.text("index.html")?.contains("/notes/about/") == false)
        #expect(temporary.text("sitemap.xml")?.contains("/notes/about/") == false)
        #expect(temporary.text("notes/about/index.html")?.contains("/about/") == true)
    }

    @Test("a file of other origin at a former address stays, and all else is written")
    func formerAddressOccupied() async throws {
        let temporary = try TemporaryFolder()
        let settings = try Example.settings(folder: temporary.path, permalink: "/{slug}/")
        var post = Example.post(1)
        post.formerSlugs = ["before"]
        try temporary.write("mine", to: "before/index.html")
        let publisher = SitePublisher(site: try Example.site(settings), environment: [:]) { $0 }
        let written = try await publisher.write([SiteItem(post, at: settings)], known: KnownFiles())
        #expect(written.misfits.isEmpty && temporary.text("before/index.html") == "mine")
    }
}

/// What another program left where a post's folder or page should be.
enum Obstacle: CaseIterable {
    case page, file, linkToFolder, linkToFile

    func stand(at folder: String, in temporary: TemporaryFolder) throws {
        let manager = FileManager.default
        switch self {
        case .page: try temporary.write("mine", to: folder + "/index.html")
        case .file: try temporary.write("mine", to: folder)
        case .linkToFolder:
            try temporary.write("mine", to: "elsewhere/notes.txt")
            try manager.createSymbolicLink(
                atPath: temporary.path + "/" + folder, withDestinationPath: temporary.path + "/elsewhere")
        case .linkToFile:
            try temporary.write("mine", to: "elsewhere/notes.txt")
            try temporary.write("mine", to: folder + "/other.txt")
            try manager.createSymbolicLink(
                atPath: temporary.path + "/" + folder + "/index.html",
                withDestinationPath: temporary.path + "/elsewhere/notes.txt")
        }
    }
}

private final class Counter: Sendable {
    let count = Mutex(0)
}

/// A site that changes, and its folder.
private final class SiteRound {
    var entries: [SiteEntry] = []
    let reads = Counter()
    private let folder: TemporaryFolder
    private let theme: TemporaryFolder
    private var foreign: [String: String] = [:]
    private var known: KnownFiles
    private var chance: SeededNumbers
    private var isDescribed = false
    private var publication: String?
    private var permalink = "/{year}/{month}/{slug}/"
    private var number = 0

    init(seed: UInt64, tickNanoseconds: Int64 = 20_000_000) throws {
        known = KnownFiles(tickNanoseconds: tickNanoseconds)
        chance = SeededNumbers(seed: seed)
        folder = try TemporaryFolder()
        theme = try TemporaryFolder()
        for _ in 0..<Int(seed % 14) { add() }
    }

    private var site: Site {
        get throws {
            let settings = try SiteSettings(
                name: "Hot Metal", address: "https://example.org", folder: folder.path,
                description: isDescribed ? "Notes" : "", permalink: permalink, postsPerPage: 3, feedLength: 4,
                themeFolder: theme.path)
            return Site(
                settings: settings, theme: try Theme(defaultFolder: Example.defaultTheme, folder: theme.path))
        }
    }

    private func parts(_ site: Site) throws -> [SitePart] {
        let items = entries.map { entry in
            SiteItem(entry, at: site.settings) { [reads] in
                reads.count.withLock { $0 += 1 }
                return entry.contentHTML
            }
        }
        return try site.parts(for: items, publication: publication)
    }

    /// - Returns: the files that were made, sorted.
    @discardableResult
    func publish() throws -> [String] {
        var made: [String] = []
        let parts = try parts(site).map { part in
            guard case .page(let make) = part.source else { return part }
            return SitePart(part.path, inputs: part.inputs, givesWay: part.givesWay) {
                made.append(part.path)
                return try make()
            }
        }
        _ = try SiteFolder(path: folder.path).replace(with: parts, known: &known)
        return made.sorted()
    }

    /// The files that differ from a full rebuild.
    func differences() throws -> [String] {
        var wanted = try parts(site).reduce(into: foreign) { files, part in
            files[part.path] = String(decoding: try part.file().bytes, as: UTF8.self)
        }
        wanted[".galley-site.json"] = folder.text(".galley-site.json")
        let found = Dictionary(uniqueKeysWithValues: folder.files.map { ($0, folder.text($0)) })
        let listed = try JSONDecoder().decode(
            SiteManifest.self, from: Data((wanted[".galley-site.json"] ?? "").utf8)
        ).files
        let different = Set(wanted.keys).union(found.keys).filter { wanted[$0] != found[$0] ?? nil }
        return different.sorted()
            + listed.symmetricDifference(wanted.keys).subtracting(foreign.keys).subtracting([".galley-site.json"])
    }
}

// MARK: - Changes

extension SiteRound {
    private func add() {
        number += 1
        var entry = Example.post(number, html: "<p>Words of \(number).</p>")
        entry.tags = chance.some(of: ["Type", "Lead", "Ink", "type"])
        if chance.below(6) == 0 { entry.title = nil }
        if chance.below(6) == 0 { entry.kind = .page }
        entries.append(entry)
    }

    /// One to three changes of posts, settings or theme.
    func change() {
        for _ in 0...chance.below(3) {
            guard !entries.isEmpty else { return add() }
            let index = chance.below(entries.count)
            switch chance.below(15) {
            case 0, 1: add()
            case 2: entries.remove(at: index)
            case 3, 4: entries[index].contentHTML += "<p>More: \(chance.below(100)).</p>"
            case 5: entries[index].title = chance.below(3) == 0 ? nil : "Title \(chance.below(100))"
            case 6: entries[index].tags = chance.some(of: ["Type", "Lead", "Paper", "ink"])
            case 7:
                entries[index].published = SiteDate(
                    Instant(seconds: 1_767_258_000 + Int64(chance.below(900)) * 86_400), offset: .zero)
            case 8:
                number += 1
                entries[index].formerSlugs.insert(entries[index].slug, at: 0)
                entries[index].slug = "moved-\(number)"
            case 9: entries[index].syndication = ["https://social.example/\(chance.below(9))"]
            case 10: isDescribed.toggle()
            case 13: entries[index].document = "at://did:plc:x/site.standard.document/\(chance.below(9))"
            case 14:
                publication = chance.below(3) == 0 ? nil : "at://did:plc:x/site.standard.publication/\(chance.below(9))"
            case 11: permalink = chance.below(2) == 0 ? "/{year}/{month}/{slug}/" : "/posts/{slug}.html"
            default: _ = try? theme.write("/* \(chance.below(100)) */ {{site.name}} {{#post}}x{{/post}}", to: themeFile)
            }
        }
    }

    private var themeFile: String { ["style.css", "extra.css", "missing.mustache"][chance.below(3)] }

    /// What other programs do to the folder.
    func disturb() {
        let own = folder.files.filter { foreign[$0] == nil && $0 != ".galley-site.json" }
        guard !own.isEmpty, chance.below(2) == 0 else { return }
        let name = own[chance.below(own.count)]
        let path = folder.path + "/" + name
        switch chance.below(6) {
        case 0: try? FileManager.default.removeItem(atPath: path)
        case 1:
            try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent + "/index.html")
        case 2: _ = try? folder.write("damaged", to: name)
        case 3:
            // In place, with the same length and the same time of modification.
            let date = (try? folder.modified(name)) ?? nil
            guard let file = FileHandle(forUpdatingAtPath: path) else { return }
            try? file.write(contentsOf: Data("X".utf8))
            try? file.close()
            guard let date else { return }
            try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        case 4:
            // The next process knows nothing yet, so it looks at all files.
            _ = try? folder.write("a draft of a killed process", to: ".galley-site.new-7")
            known = KnownFiles()
        default:
            let name = "theirs-\(chance.below(3)).txt"
            foreign[name] = "theirs"
            _ = try? folder.write("theirs", to: name)
        }
    }

    /// An edition that ends in the middle, or a restart.
    func fail() throws {
        if chance.below(5) == 0 { known = KnownFiles() }
        guard chance.below(3) == 0 else { return }
        var parts = try parts(site)
        guard !parts.isEmpty else { return }
        let index = chance.below(parts.count)
        let broken = parts[index]
        parts[index] = SitePart(broken.path, inputs: broken.inputs &+ 1) { throw Failure() }
        var lost = known
        #expect(throws: SiteFolderError.self) {
            try SiteFolder(path: folder.path).replace(with: parts, known: &lost)
        }
        #expect(!folder.files.contains { $0.hasPrefix(".galley-site.new") }, "a draft is left")
        if chance.below(2) == 0 { known = lost }
    }

    private struct Failure: Error {}
}

extension SeededNumbers {
    fileprivate mutating func some(of choices: [String]) -> [String] {
        var taken: [String] = []
        for choice in choices where below(3) == 0 { taken.append(choice) }
        return taken
    }
}
