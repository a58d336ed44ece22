import Posts
import TestSupport
import Testing

@testable import Site

/// Own paths and former ones, which arbitrary old sites chose.
@Suite struct PathTests {
    private func post(_ number: Int = 1, path: String? = nil, former: [String]? = nil) -> SiteEntry {
        var entry = Example.post(number, title: "Post \(number)")
        entry.path = path
        entry.formerPaths = former
        return entry
    }

    @Test(
        "a page is exactly at its own path, and every link to it says so",
        arguments: [
            ("/deep/er/path/", "deep/er/path/index.html", "/deep/er/path/"),
            ("/2014/12/12/old.html", "2014/12/12/old.html", "/2014/12/12/old.html"),
            ("/été 1/", "été 1/index.html", "/%C3%A9t%C3%A9%201/"), ("/100%25.htm", "100%.htm", "/100%25.htm"),
        ])
    func ownPath(path: String, file: String, link: String) throws {
        let site = try Example.site()
        let entry = post(path: path)
        let files = try site.files(for: [entry])
        #expect(try site.address(of: entry) == "https://example.org\(link)")
        #expect(try #require(files.text(file)).contains(#"<link rel="canonical" href="https://example.org\#(link)">"#))
        for list in ["index.html", "feed.xml", "sitemap.xml"] {
            #expect(try #require(files.text(list)).contains(link), "\(list)")
        }
        #expect(!files.paths.contains("2026/01/post-1/index.html"))
    }

    @Test("a former path redirects from exactly where it was, whatever the pattern")
    func formerPaths() throws {
        let entry = post(former: ["/2014/12/12/old.html", "/old/", "/2026/01/post-1/", "/2026/01/post-2/", "/tags/x/"])
        let other = post(2, former: ["/old/"])
        let files = try Example.site().files(for: [entry, other])
        let own = try Example.site().files(for: [post(), post(2)])
        let pages = files.paths.filter { !$0.hasPrefix(".redirects/") }
        #expect(Set(pages).subtracting(own.paths) == ["2014/12/12/old.html", "old/index.html"])
        #expect(try #require(files.text("2014/12/12/old.html")).contains(#"content="0; url=/2026/01/post-1/">"#))
        // Of two entries with the same former path, the newer one gets it.
        #expect(try #require(files.text("old/index.html")).contains(#"content="0; url=/2026/01/post-2/">"#))
    }

    @Test("entries that would be one file, or a file and a folder, are told apart by name; the rest stays")
    func collisions() throws {
        let site = try Example.site()
        let entries = [
            post(1, path: "/a/x.html"), post(2, path: "/a/x.html"), post(3, path: "/a/x.html/y/"),
            post(4, path: "/b/c/"),
            post(5, path: "/b/c/index.html/d/"), post(6, path: "/2026/01/post-7/"), post(7), post(8, path: "/tags/x/"),
            post(9, path: "/../x/"),
        ]
        let misfits = site.misfits(among: entries)
        #expect(misfits.keys.sorted() == [1, 2, 4, 6, 7, 8])
        #expect(misfits[1]?.description.hasPrefix("“Post 1” and “Post 2” would both be at /a/x.html.") == true)
        #expect(
            misfits[2]?.description.contains("“Post 3” would be at /a/x.html/y/, and either it or “Post 1”") == true)
        #expect(misfits[6]?.description.contains("“Post 6” and “Post 7” would both be at /2026/01/post-7/") == true)
        #expect(misfits[7]?.description.contains("The path begins with “tags”, which the site needs itself") == true)
        let standing = entries.indices.filter { misfits[$0] == nil }.map { entries[$0] }
        #expect(try site.files(for: standing).paths.contains("a/x.html"))
    }

    @Test("a path at or below a file of the theme is refused before it is published")
    func themeFiles() throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "fonts/text.woff2")
        let site = try Example.site(Example.settings(theme: folder.path))
        for path in ["/fonts/text.woff2/", "/fonts/text.woff2/a.html"] {
            let error = #expect(throws: SiteError.self) { try site.address(of: post(path: path)) }
            #expect(error?.description.contains("which the site needs itself") == true)
        }
        #expect(try site.address(of: post(path: "/fonts/")) == "https://example.org/fonts/")
    }

    @Test(
        "whatever the paths, each fitting entry has its page, each former path leads somewhere, and no two files clash")
    func anything() throws {
        let site = try Example.site()
        let names = ["a", "b.html", "x.htm", "2026", "01", "post-3", "index.html", "é"]
        for seed in 1...150 {
            var dice = SeededNumbers(seed: UInt64(seed))
            func path() -> String {
                let parts = (0...Int.random(in: 0...3, using: &dice)).map { _ in
                    names.randomElement(using: &dice) ?? "a"
                }
                return "/" + parts.joined(separator: "/") + (Bool.random(using: &dice) ? "/" : "")
            }
            let entries = (1...6).map { number in
                post(number, path: Bool.random(using: &dice) ? path() : nil, former: (0..<3).map { _ in path() })
            }
            let misfits = site.misfits(among: entries)
            let standing = entries.indices.filter { misfits[$0] == nil }.map { entries[$0] }
            let files = try site.files(for: standing)
            for entry in standing {
                let own = SitePath(try PostPath(entry.path ?? "/2026/01/\(entry.slug)/"))
                #expect(files.paths.contains(own.file), "seed \(seed)")
            }
            let all = Set(files.paths)
            for text in standing.flatMap({ $0.formerPaths ?? [] }) {
                guard let path = try? PostPath(text) else { continue }
                let file = SitePath(path).file
                let isInTheWay = all.contains { $0.hasPrefix(file + "/") || file.hasPrefix($0 + "/") }
                #expect(all.contains(file) || isInTheWay, "seed \(seed): \(text)")
            }
        }
    }
}
