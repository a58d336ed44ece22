import Foundation
import JSONTree
import PostStore
import Posts
import StoreSupport
import TestSupport
import Testing
import Wire

@testable import Server

/// A dry run reports exactly what the import then does.
@Suite("What a dry run foretells", .timeLimit(.minutes(10)))
struct ForetellingTests {
    @Test("a dry run foretells the first import, the next, and those after changes there and here", arguments: 0..<10)
    func foretells(seed: UInt64) async throws {
        let folder = try House.newFolder()
        let targets = seed.isMultiple(of: 3) ? [] : [try House.site(folder)]
        try await House.open(targets: targets, folder: folder) { house in
            var blog = Blog(seed: seed)
            for pass in 0..<5 {
                let foreseen = try await run(blog.items, isDryRun: true, on: house)
                let again = try await run(blog.items, isDryRun: true, on: house)
                let done = try await run(blog.items, isDryRun: false, on: house)
                #expect(foreseen.map(Shown.init) == done.map(Shown.init), "seed \(seed), pass \(pass)")
                #expect(again == foreseen)
                #expect(foreseen.allSatisfy { $0.outcome != "new" || $0.post == nil })
                if pass == 0 { continue }
                blog.change()
                try await change(done, blog.number(3), on: house)
            }
        }
    }

    @Test("of the versions of a post the blog's own language gets the plain slug, in a dry run, too")
    func prefersOwnLanguage() async throws {
        for (language, first) in [(nil, "en"), ("pt-BR", "pt"), ("fr", "de")] {
            let folder = try House.newFolder()
            try await House.open(targets: [try House.site(folder)], folder: folder) { house in
                let items = ["de", "en", "pt"].map { code in
                    Blog.item(
                        "posts/boat/index.\(code).md", "---\ntitle: \(code)\ndate: 2020-05-01\n---\nHi\n", print: "1")
                }
                for isDryRun in [true, false] {
                    let results = try await run(items, isDryRun: isDryRun, language: language, on: house)
                    #expect(results.map(\.title) == ["de", "en", "pt"])
                    #expect(results.filter { $0.slug == "boat" }.map(\.title) == [first], "\(results)")
                }
            }
        }
    }

    @Test("a dry run says where a published post would stand, before and after the import")
    func foretellsAddresses() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            let items = ["a/boat", "b/boat", "c/draft"].map { path in
                let state = path.hasSuffix("draft") ? "draft: true" : "draft: false"
                return Blog.item("\(path).md", "---\ntitle: x\ndate: 2020-05-01\n\(state)\n---\n\(path)\n", print: "1")
            }
            let foreseen = try await run(items, isDryRun: true, wantsAddresses: true, on: house)
            #expect(foreseen.map { $0.address?.split(separator: "/").last } == ["boat", "boat-2", nil])
            #expect(try await run(items, isDryRun: false, on: house).map(\.address) == [nil, nil, nil])
            let after = try await run(items, isDryRun: true, wantsAddresses: true, on: house)
            #expect(
                after.map(\.address) == foreseen.map(\.address) && after.map(\.outcome) == ["same", "same", "same"])
        }
    }

    @Test("a picture that the desk does not have yet is foretold as it will be")
    func foretellsPictures() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            func upload(_ query: String) async throws -> MediaBody {
                let headers = ["Content-Type": "image/png"]
                return try await house.web.send(
                    "POST", "/v1/media?\(query)", headers: headers, bytes: MediaRouteTests.png(), host: "(own)"
                ).json(MediaBody.self)
            }
            let foreseen = try await upload("name=a.png&isDryRun=true")
            #expect(try await house.store.media(of: house.user).items.isEmpty)
            let item = Blog.item("a.md", "---\ndate: 2020-05-01\n---\n![a](\(foreseen.address))\n", print: "1")
            let dry = try await run([item], isDryRun: true, pictures: [foreseen], on: house)
            let kept = try await upload("name=a.png")
            #expect(kept.address == foreseen.address && kept.type == foreseen.type && kept.width == foreseen.width)
            let done = try await run([item], isDryRun: false, on: house)
            #expect(dry.map(Shown.init) == done.map(Shown.init) && done.first?.notes == [])
        }
    }

    // MARK: - Importing

    /// What the report shows of a result.
    private struct Shown: Equatable {
        let path, outcome: String
        let slug, title, state: String?
        let notes: [ImportNoteBody]

        init(_ result: ImportResultBody) {
            (path, outcome) = (result.path, result.outcome)
            (slug, title, state, notes) = (result.slug, result.title, result.state, result.notes)
        }
    }

    /// Sends the items in rounds, as `galley import` does.
    private func run(
        _ items: [ImportItemBody], isDryRun: Bool, language: String? = nil, pictures: [MediaBody]? = nil,
        wantsAddresses: Bool? = nil,
        on house: House
    ) async throws -> [ImportResultBody] {
        var results: [ImportResultBody] = []
        var (start, taken): (Int64?, [String: String]) = (nil, [:])
        func key(_ name: String) -> String { String(name.drop { $0 == "~" }) }
        for first in stride(from: 0, to: items.count, by: 7) {
            var body = ImportBody(
                format: "markdown", items: Array(items[first..<min(first + 7, items.count)]), isDryRun: isDryRun,
                language: language)
            (body.start, body.pictures, body.wantsAddresses) = (start, pictures, wantsAddresses)
            while true {
                let answer = try await house.web.json(
                    "POST", "/v1/imports", String(decoding: try JSONCoding.encode(body), as: UTF8.self))
                try #require(answer.status == 200, "\(answer.text)")
                let report = try answer.json(ImportReportBody.self)
                start = start ?? report.start
                let asked = Set(report.items.flatMap { $0.asks ?? [] }.map(key))
                let met = asked.intersection(taken.keys).subtracting((body.taken ?? []).map(key))
                guard met.isEmpty else {
                    let numbered = taken.keys.filter { name in met.contains { name.hasPrefix($0 + "-") } }
                    body.taken = Set((body.taken ?? []) + met.union(numbered).compactMap { taken[$0] }).sorted()
                    continue
                }
                for name in report.items.flatMap({ $0.takes ?? [] }) { taken[key(name)] = name }
                results += report.items
                break
            }
        }
        return results
    }

    /// Edits or deletes some of the imported posts here.
    private func change(_ results: [ImportResultBody], _ offset: Int, on house: House) async throws {
        for (index, result) in results.enumerated() where index % 5 == offset {
            guard let id = result.post.flatMap({ PostID($0) }), result.outcome != "deleted-here" else { continue }
            if index.isMultiple(of: 2) {
                var draft = try await house.store.post(id).post.draft
                draft.title = "Edited here"
                _ = try await house.store.replace(id, with: draft, ifRevision: nil)
            } else {
                _ = try await house.store.delete(id)
            }
        }
    }
}

/// A folder of posts whose slugs, old addresses and texts meet, from a seed.
private struct Blog {
    private(set) var items: [ImportItemBody] = []
    private var numbers: SeededNumbers

    init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed)
        for index in 0..<(20 + number(15)) { items.append(item(index)) }
    }

    mutating func number(_ limit: Int) -> Int { numbers.below(limit) }

    private mutating func pick(_ texts: [String]) -> String { texts[number(texts.count)] }

    static func item(_ path: String, _ text: String, print: String) -> ImportItemBody {
        var item = ImportItemBody(source: "https://old.example/\(path)", fingerprint: print, path: path)
        item.markdown = text
        return item
    }

    private mutating func item(_ index: Int) -> ImportItemBody {
        let name = pick(["boat", "boat", "tide", "mast-2", "mast", "_index", "2020-05-01-wind"])
        let path = "\(pick(["a", "b", "c"]))\(index)/\(name)\(pick(["", "", ".pt", ".de"])).md"
        return Blog.item(path, text(), print: "\(number(1_000_000))")
    }

    private mutating func text() -> String {
        var lines = ["---", "title: \(pick(["Boat", "Boat", "Tide", "a: b"]))"]
        lines.append(
            pick(["date: 2020-05-01", "date: 2020-05-01", "date: 2999-01-01", "draft: true", "date: someday", ""]))
        if number(4) == 0 { lines.append("slug: \(pick(["boat", "tide-2", "c++", "wind"]))") }
        if number(3) == 0 {
            lines.append("aliases: [\(pick(["/boat/", "/old/", "/tide/", "/2014/12/old.html", "/deep/er/"]))]")
        }
        if number(4) == 0 { lines.append("url: \(pick(["/deep/er/", "/2014/12/old.html", "/other/boat.html"]))") }
        if number(4) == 0 { lines.append("weight: 3") }
        return (lines + ["---", pick(["Hi", "Hi", "Ho", "{{< chart >}}", "![x](media:0123456789abcdef)"]), ""])
            .joined(separator: "\n")
    }

    /// Some sources change, and some are new.
    mutating func change() {
        for index in items.indices where number(4) == 0 {
            items[index].markdown = text()
            items[index].fingerprint = "\(number(1_000_000))"
        }
        items.insert(item(100 + items.count), at: number(items.count))
    }
}
