import Foundation
import TestSupport
import Testing

@testable import Site

@Suite struct WriteOrderTests {
    @Test(
        "while a site is written no link is broken that is reachable from the front page or from an old page",
        arguments: [[0, 9], [1, 2], [9, 10], [7, 30], [0, 1, 25]])
    func noDeadLinks(counts: [Int]) throws {
        let temporary = try TemporaryFolder()
        let folder = SiteFolder(path: temporary.path)
        let site = try Example.site(Example.settings(postsPerPage: 3))
        var standing: [String: String] = [:]
        for count in counts {
            let files = try site.files(for: entries(count))
            let before = Set(standing.keys)
            let changes = try folder.replace(with: files)
            for path in changes.written {
                standing[path] = files.text(path)
                // then
                let dead = deadLinks(in: standing, from: before.union(["index.html"]).intersection(standing.keys))
                #expect(dead == [], "\(path) was written last")
            }
            #expect(deadLinks(in: standing, from: Set(standing.keys)) == [])
        }
    }

    @Test(
        "a post is written after the previous one, after the pages and before every list, feed and map that names it")
    func order() throws {
        let paths = try Example.site(Example.settings(postsPerPage: 2)).files(for: entries(5)).paths
        func place(_ path: String) throws -> Int { try #require(paths.firstIndex(of: path)) }
        let posts = try (1...5).map { try place("2026/01/post-\($0)/index.html") }
        #expect(posts == posts.sorted())
        #expect(try place("about/index.html") < posts[0])
        for list in [
            "tags/tag-1/index.html", "tags/index.html", "feed.xml", "feed.json", "sitemap.xml", "page/1/index.html",
        ] {
            #expect(try posts[4] < place(list), "\(list)")
            #expect(try place(list) < place("index.html"), "\(list)")
        }
    }

    private func entries(_ count: Int) -> [SiteEntry] {
        guard count > 0 else { return [] }
        let posts = (1...count).map { number in
            var post = Example.post(number)
            post.tags = ["tag \(number % 4)", "of \(count > 9 ? "many" : "few")"]
            return post
        }
        return posts + [Example.page(slug: "about")]
    }

    /// The broken internal links in all files that are reachable from `doors`.
    private func deadLinks(in standing: [String: String], from doors: Set<String>) -> [String] {
        var (open, seen, dead) = (Array(doors), doors, Set<String>())
        while let path = open.popLast() {
            for link in links(of: standing[path] ?? "") {
                guard standing[link] != nil else {
                    dead.insert("\(path) names \(link)")
                    continue
                }
                if seen.insert(link).inserted { open.append(link) }
            }
        }
        return dead.sorted()
    }

    private func links(of text: String) -> [String] {
        let found = text.matches(of: /(?:href="|src="|<loc>)(?:https:\/\/example\.org)?(\/[^"<#?]*)/).map {
            String($0.1)
        }
        return found.map { link in
            let path = (link.removingPercentEncoding ?? link).dropFirst()
            return path.isEmpty || path.hasSuffix("/") ? path + "index.html" : String(path)
        }
    }
}
