import Foundation
import Testing

@testable import Site

@Suite struct PagingTests {
    @Test("every post is on exactly one page", arguments: [0, 1, 9, 10, 19, 20, 21, 29, 30, 101], [1, 2, 10])
    func complete(count: Int, size: Int) {
        let paging = Paging(count: count, size: size)
        let all = Array(paging.front) + paging.numbered.reversed().flatMap { Array($0) }
        #expect(all == Array(0..<count))
        #expect(paging.numbered.allSatisfy { $0.count == size })
        #expect(count < size || paging.front.count >= size)
    }

    @Test("a new post leaves the numbered pages alone")
    func stable() throws {
        let site = try Example.site(Example.settings(postsPerPage: 5))
        for count in 5...26 {
            let before = Set(try site.files(for: (1...count).map { Example.post($0) }))
            let after = try site.files(for: (1...count + 1).map { Example.post($0) })
            let changed = Set(after.filter { !before.contains($0) }.map(\.path))

            // The new post, its older neighbour, the front page, the archive, two feeds and the sitemap; once in five posts also a
            // numbered page and the previous one.
            #expect(
                changed.subtracting(["index.html", "archive/index.html", "feed.xml", "feed.json", "sitemap.xml"]).count
                    <= 4)
            let pages = changed.filter { $0.hasPrefix("page/") }.count
            #expect(pages == ((count + 1) % 5 == 0 && count + 1 >= 10 ? (count + 1 == 10 ? 1 : 2) : 0))
        }
    }

    @Test("“older” leads from the front page to every post")
    func linked() throws {
        let files = try Example.site(Example.settings(postsPerPage: 3)).files(for: (1...14).map { Example.post($0) })
        var path = "index.html"
        var seen = 0
        while let page = files.text(path) {
            seen += page.components(separatedBy: #"class="h-entry"#).count - 1
            guard let older = page.firstMatch(of: /class="older" rel="prev" href="\/([^"]*)"/) else { break }
            path = older.1 + "index.html"
        }
        #expect(seen == 14)
    }

    @Test("tags with the same address share one page; others have their own")
    func tags() throws {
        var one = Example.post(1)
        one.tags = ["Swift", "C++", ".net", "index.html"]
        var other = Example.post(2)
        other.tags = ["swift", "C#", "two words/one", "/"]
        let paths = Set(try Example.site().files(for: [one, other]).paths.filter { $0.hasPrefix("tags/") })
        #expect(
            paths == [
                "tags/index.html", "tags/swift/index.html", "tags/c++/index.html", "tags/c#/index.html",
                "tags/net/index.html", "tags/two-words-one/index.html", "tags/index-html/index.html",
            ])
    }
}
