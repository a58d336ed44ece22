import Posts
import Testing

@testable import Site

/// The tables of redirects for web servers.
@Suite("Redirects as tables")
struct RedirectMapTests {
    private func files(_ former: [String], address: String = "https://example.org") throws -> [SiteFile] {
        var entry = Example.post(title: "Post")
        entry.formerPaths = former
        return try Example.site(Example.settings(address: address)).files(for: [entry])
    }

    private func lines(_ files: [SiteFile], _ name: String) throws -> [String] {
        try #require(files.text(".redirects/\(name)")).split(separator: "\n").map(String.init).filter {
            !$0.hasPrefix("#")
        }
    }

    @Test("each program gets the old and new addresses in its own words, from the root of the host")
    func forms() throws {
        let plain = try files(["/2014/old.html", "/été/"], address: "https://example.org/b")
        let there = "/b/2026/01/post-1/"
        #expect(
            try lines(plain, "nginx.map") == ["\"/b/2014/old.html\" \"\(there)\";", "\"/b/été/\" \"\(there)\";"])
        #expect(try lines(plain, "apache.map") == ["/b/2014/old.html \(there)", "/b/été/ \(there)"])
        #expect(
            try lines(plain, "_redirects") == ["/b/2014/old.html \(there) 301!", "/b/%C3%A9t%C3%A9/ \(there) 301!"])
        #expect(
            try lines(plain, "caddy.conf") == [
                "map {path} {moved} {", "\tdefault \"\"", "\t\"/b/2014/old.html\" \"\(there)\"",
                "\t\"/b/été/\" \"\(there)\"",
                "}", "@moved expression `{moved} != \"\"`", "redir @moved {moved} 301",
            ])
    }

    @Test("an address with a sign that means something to one of the programs is in no table, and its page redirects")
    func signs() throws {
        for sign in "\"'`$;{}()[]<>|^*!:& %" {
            let path = try PostPath("/a\(sign == "%" ? "%25" : String(sign))b/")
            let files = try files([path.text, "/plain/"])
            for map in RedirectMaps.File.allCases {
                let text = try #require(files.text(".redirects/\(map.rawValue)"))
                #expect(text.contains("/plain/") && !text.contains("/a"), "\(sign) \(text)")
            }
            #expect(files.paths.contains(SitePath(path).file))
        }
    }

    @Test("a site without redirects has no tables")
    func none() throws {
        #expect(!(try files([]).paths.contains { $0.hasPrefix(".redirects") }))
    }
}
