import Foundation
import JSONTree
import PostStore
import Posts
import Testing
import Wire

@testable import Server

@Suite struct BoundsTests {
    private func text(_ count: Int) -> String { String(repeating: "é", count: count) }

    @Test(
        "each field has a maximum length, and the error names the numbers",
        arguments: [("title", 1000), ("summary", 10_000), ("author", 200)])
    func bounds(field: String, max: Int) async throws {
        try await House.open { house in
            for (count, status) in [(max, 201), (max + 1, 422)] {
                let answer = try await house.local.json(
                    "POST", "/v1/posts", #"{"body":"x","\#(field)":"\#(text(count))"}"#)
                #expect(answer.status == status)
                guard status == 422 else { continue }
                let problem = try house.problem(answer)
                #expect(
                    problem.field == field && problem.title.contains("\(count)") && problem.title.contains("\(max)"))
            }
            let file = ["Content-Type": "text/markdown"]
            let markdown = "---\n\(field): \(text(max + 1))\n---\nx"
            let answer = try await house.local.send("POST", "/v1/posts", headers: file, body: markdown)
            #expect(answer.status == 422)
        }
    }

    @Test("a post has at most 200 tags")
    func boundsTags() async throws {
        try await House.open { house in
            for (count, status) in [(200, 201), (201, 422)] {
                let tags = (0..<count).map { "\"tag \($0)\"" }.joined(separator: ",")
                let answer = try await house.local.json("POST", "/v1/posts", "{\"tags\":[\(tags)]}")
                #expect(answer.status == status)
            }
        }
    }

    @Test("a field that is already longer can be read, listed and saved, as long as it does not grow")
    func keepsWhatIsLonger() async throws {
        try await House.open { house in
            // Given a post of an earlier version
            let long = Draft(title: text(5000), body: "x", tags: try (0..<300).map { try Tag("tag \($0)") })
            let stored = try await house.store.create(long, owner: house.user)
            let path = "/v1/posts/\(stored.post.id.text)"
            let read = try await house.local.send("GET", path)
            #expect(try read.json(PostBody.self).title?.count == 5000)
            // When it is saved unchanged, shorter, and longer
            let saved = try await house.local.json("PUT", path, read.text, headers: ["If-Match": "*"])
            #expect(saved.status == 200, "\(saved.text.prefix(300))")
            var body = DraftBody()
            (body.body, body.title) = ("y", text(4999))
            let shorter = String(decoding: try JSONCoding.encode(body), as: UTF8.self)
            #expect(try await house.local.json("PUT", path, shorter, headers: ["If-Match": "*"]).status == 200)
            body.title = text(5000)
            let longer = String(decoding: try JSONCoding.encode(body), as: UTF8.self)
            #expect(try await house.local.json("PUT", path, longer, headers: ["If-Match": "*"]).status == 422)
            // Then lists show its beginning
            let list = try await house.local.send("GET", "/v1/posts").json(PageBody<PostSummaryBody>.self)
            #expect(list.items.first?.title == text(1000))
        }
    }

    /// A draft with these overrides.
    private func json(_ overrides: [String: TargetOverride]) throws -> String {
        var draft = DraftBody()
        let named = overrides.map { (TargetName(kept: $0.key), $0.value) }
        (draft.body, draft.overrides) = ("x", Dictionary(uniqueKeysWithValues: named))
        return String(decoding: try JSONCoding.encode(draft), as: UTF8.self)
    }

    @Test("what is written for one target has bounds, and the error names the field and both numbers")
    func boundsOverrides() async throws {
        try await House.open(targets: [try House.webhook()]) { house in
            let cases: [(TargetOverride, String, Int)] = [
                (TargetOverride(text: text(100_001)), "text", 100_000),
                (TargetOverride(warning: text(1001)), "warning", 1000),
            ]
            for (said, field, max) in cases {
                let answer = try await house.local.json("POST", "/v1/posts", json(["hook": said]))
                #expect(answer.status == 422)
                let problem = try house.problem(answer)
                #expect(problem.field == "overrides.hook.\(field)")
                #expect(problem.title.contains("\(max + 1)") && problem.title.contains("\(max)"))
            }
            let most = TargetOverride(text: text(100_000), warning: text(1000))
            #expect(try await house.local.json("POST", "/v1/posts", json(["hook": most])).status == 201)
            let file = ["Content-Type": "text/markdown"]
            let markdown = "---\noverrides:\n  hook:\n    warning: \(text(1001))\n---\nx"
            #expect(try await house.local.send("POST", "/v1/posts", headers: file, body: markdown).status == 422)
        }
    }

    @Test(
        "words for a target that does not exist are refused, and those of a removed target stay until they are deleted")
    func knowsTargets() async throws {
        try await House.open(targets: [try House.webhook()]) { house in
            let stranger = try await house.local.json("POST", "/v1/posts", json(["gone": TargetOverride(text: "w")]))
            #expect(stranger.status == 422)
            let problem = try house.problem(stranger)
            #expect(problem.word == "no-such-target" && problem.field == "overrides.gone")
            #expect(problem.title.contains("no target “gone”"))
            // Given a post with words for a target that the settings had, longer than they may be
            let long = TargetOverride(text: text(100_005), warning: "w")
            let overrides = [try TargetName("gone"): long]
            let stored = try await house.store.create(Draft(body: "x", overrides: overrides), owner: house.user)
            let path = "/v1/posts/\(stored.post.id.text)"
            func save(_ overrides: [String: TargetOverride]) async throws -> Int {
                try await house.local.json("PUT", path, json(overrides), headers: ["If-Match": "*"]).status
            }
            // Then it can be read and saved as it is, also with words for another target
            let read = try await house.local.send("GET", path)
            #expect(try await house.local.json("PUT", path, read.text, headers: ["If-Match": "*"]).status == 200)
            let standing = try #require(try read.json(PostBody.self).overrides[TargetName(kept: "gone")])
            #expect(standing.text == text(100_005))
            #expect(try await save(["gone": standing, "hook": TargetOverride(text: "h")]) == 200)
            // And shortened, but not with a longer text, nor with words for a third target
            #expect(try await save(["gone": TargetOverride(text: text(100_004))]) == 200)
            #expect(try await save(["gone": TargetOverride(text: text(100_005))]) == 422)
            #expect(try await save(["gone": TargetOverride(text: "short"), "other": TargetOverride(text: "o")]) == 422)
            // And once they are deleted they are words for a target that does not exist.
            #expect(try await save([:]) == 200)
            #expect(try await save(["gone": TargetOverride(text: "w")]) == 422)
        }
    }

    @Test("a post has words of their own for at most 100 targets")
    func boundsNumberOfOverrides() throws {
        let names = try (0...100).map { try TargetName("t\($0)") }
        var draft = Draft(
            body: "x", overrides: Dictionary(uniqueKeysWithValues: names.map { ($0, TargetOverride(text: "w")) }))
        let stored = draft
        #expect(throws: Problem.self) { try draft.checkBounds(targets: Set(names)) }
        try draft.checkBounds(since: stored, targets: [])
        draft.overrides[names[7]] = nil
        try draft.checkBounds(targets: Set(names))
    }

    @Test("an import leaves out what it cannot keep for a target, and reports it")
    func fitsOverrides() throws {
        let (hook, gone, sky) = (try TargetName("hook"), try TargetName("gone"), try TargetName("sky"))
        var draft = Draft(
            body: "x",
            overrides: [
                hook: TargetOverride(text: "h"), gone: TargetOverride(text: "g"),
                sky: TargetOverride(warning: text(1001)),
            ])
        let notes = draft.fit(targets: [hook, sky])
        #expect(draft.overrides == [hook: TargetOverride(text: "h")])
        #expect(notes.map(\.what) == ["the override for “gone”", "the override for “sky”"])
        #expect(notes.allSatisfy { $0.words.hasSuffix("It was left out.") })
        #expect(draft.fit(targets: [hook, sky]) == [])
    }

    @Test("a list of long posts ends early by its size, and the next page continues")
    func endsListsByBytes() async throws {
        try await House.open { house in
            let tags = try (0..<200).map { try Tag(String(repeating: "世", count: 90) + "\($0)") }
            for number in 0..<100 {
                _ = try await house.store.create(Draft(title: "\(number)", tags: tags), owner: house.user)
            }
            var (titles, cursor, pages) = ([String](), String?.none, 0)
            repeat {
                let next = cursor.map { "&cursor=\($0)" } ?? ""
                let answer = try await house.local.send("GET", "/v1/posts?limit=500\(next)")
                #expect(answer.body.count < 6_000_000)
                let page = try answer.json(PageBody<PostSummaryBody>.self)
                titles += page.items.compactMap(\.title)
                cursor = page.cursor
                pages += 1
            } while cursor != nil
            #expect(pages > 1 && Set(titles).count == 100 && titles.count == 100)
        }
    }

    @Test("an import moves the rest of a long title or summary to the text, with a note")
    func fits() throws {
        var draft = Draft(title: text(1200), body: "Body", summary: text(10_050), author: text(300))
        draft.tags = try (0..<250).map { try Tag("tag \($0)") }
        let notes = draft.fit(targets: [])
        #expect(draft.title == text(1000) && draft.summary == text(10_000) && draft.author == text(200))
        #expect(draft.body == "\(text(200))\n\n\(text(50))\n\nBody" && draft.tags.count == 200)
        #expect(notes.map(\.what) == ["the summary", "the title", "the author", "tags"])
        try draft.checkBounds(targets: [])
        // A character is kept whole unless it alone would fill the field.
        var marked = Draft(title: text(999) + "e\u{301}")
        _ = marked.fit(targets: [])
        #expect(marked.title == text(999) && marked.body == "e\u{301}\n\n")
        var endless = Draft(title: "e" + String(repeating: "\u{301}", count: 5000))
        _ = endless.fit(targets: [])
        #expect(endless.title?.unicodeScalars.count == 1000)
        #expect(Draft(title: nil).body.isEmpty)
    }
}
