import Foundation
import Testing
import Wire

@Suite struct SiteRouteTests {
    private func open(_ visit: @escaping @Sendable (House) async throws -> Void) async throws {
        let folder = try House.newFolder()
        let site = folder.appending(path: "site")
        try FileManager.default.createDirectory(at: site.appending(path: "2026/été"), withIntermediateDirectories: true)
        let files = [
            "index.html": "<p>Home", "2026/été/index.html": "<p>Été", "style.css": "body{}", "a.svg": "<svg/>",
            "404.html": "<p>Missing",
            ".secret": "no", "2026/index.xml": "<feed/>", "big.bin": String(repeating: "x", count: 700_000),
        ]
        for (name, text) in files { try Data(text.utf8).write(to: site.appending(path: name)) }
        try Data("outside".utf8).write(to: folder.appending(path: "outside.txt"))
        try FileManager.default.createSymbolicLink(
            at: site.appending(path: "link.txt"), withDestinationURL: folder.appending(path: "outside.txt"))
        try FileManager.default.createSymbolicLink(at: site.appending(path: "up"), withDestinationURL: folder)
        try await House.open(targets: [try House.site(folder)], folder: folder, visit)
    }

    @Test("the finished site is public")
    func serves() async throws {
        try await open { house in
            let home = try await house.stranger.send("GET", "/sites/blog/")
            #expect(home.text == "<p>Home")
            #expect(home.header("Content-Type") == "text/html; charset=utf-8")
            #expect(home.header("Content-Security-Policy")?.contains("script-src 'none'") == true)
            let drawing = try await house.stranger.send("GET", "/sites/blog/a.svg")
            #expect(drawing.header("Content-Type") == "image/svg+xml")
            #expect(drawing.header("Content-Security-Policy")?.hasSuffix("; sandbox allow-same-origin") == true)
            #expect(try await house.stranger.send("GET", "/sites/blog/2026/%C3%A9t%C3%A9/").text == "<p>Été")
            let folder = try await house.stranger.send("GET", "/sites/blog/2026/%C3%A9t%C3%A9")
            #expect(folder.status == 301)
            #expect(folder.header("Location") == "/sites/blog/2026/%C3%A9t%C3%A9/")
            let root = try await house.stranger.send("GET", "/sites/blog")
            #expect(root.status == 301)
            #expect(root.header("Location") == "/sites/blog/")
            let feed = try await house.stranger.send("GET", "/sites/blog/2026/")
            #expect(feed.text == "<feed/>" && feed.header("Content-Type") == "application/atom+xml; charset=utf-8")
            let style = try await house.stranger.send("GET", "/sites/blog/style.css")
            #expect(style.header("Content-Type") == "text/css; charset=utf-8")
            let tag = try #require(style.header("ETag"))
            let again = try await house.stranger.send("GET", "/sites/blog/style.css", headers: ["If-None-Match": tag])
            #expect(again.status == 304)
            let head = try await house.stranger.send("HEAD", "/sites/blog/style.css")
            #expect(head.header("Content-Length") == "6")
            #expect(try await house.stranger.send("GET", "/sites/blog/big.bin").body.count == 700_000)
            #expect(try await house.stranger.send("POST", "/sites/blog/style.css").status == 405)
            let missing = try await house.stranger.send("GET", "/sites/blog/nothing.html")
            #expect(missing.status == 404)
            #expect(missing.text == "<p>Missing")
            #expect(try await house.stranger.send("GET", "/sites/other/").status == 404)
            #expect(try await house.stranger.send("GET", "/sites/blog/", host: "evil.example").status == 403)
        }
    }

    @Test(
        "files outside the site's folder are out of reach",
        arguments: [
            "/sites/blog/../outside.txt", "/sites/blog/%2e%2e/outside.txt", "/sites/blog/..%2foutside.txt",
            "/sites/blog/2026/../../outside.txt", "/sites/blog/%2e%2e%2foutside.txt", "/sites/blog/.secret",
            "/sites/blog/%2esecret", "/sites/blog/link.txt", "/sites/blog/up/outside.txt", "/sites/blog/up/galley.db",
            "/sites/blog/style.css%00.html", "/sites/blog//etc/passwd", "/sites/../galley.db",
            "/sites/%2e%2e/galley.db",
            "/sites/blog/..\\outside.txt", "/sites/blog/%c0%ae%c0%ae/outside.txt", "/sites/blog/%", "/sites/blog/%zz",
        ])
    func staysInside(path: String) async throws {
        try await open { house in
            let answer = try await house.stranger.send("GET", path)
            #expect([400, 401, 404].contains(answer.status), "\(answer.status)")
            #expect(!answer.text.contains("outside") || answer.header("Content-Type") == "application/problem+json")
        }
    }
}
