import Foundation
import PostStore
import Testing
import Wire

@testable import Server

@Suite struct ComposerRouteTests {
    private func open(_ visit: @escaping @Sendable (House) async throws -> Void) async throws {
        let folder = try House.newFolder()
        let page = folder.appending(path: "page")
        try FileManager.default.createDirectory(at: page.appending(path: "net"), withIntermediateDirectories: true)
        let files = [
            "index.html": "<p>Desk", "frame.html": "<p>Frame", "composer.js": "export {}", "net/api.mjs": "export {}",
            "base.css": "body{}", ".secret": "no",
        ]
        for (name, text) in files { try Data(text.utf8).write(to: page.appending(path: name)) }
        try Data("outside".utf8).write(to: folder.appending(path: "outside.txt"))
        try FileManager.default.createSymbolicLink(
            at: page.appending(path: "link.js"), withDestinationURL: folder.appending(path: "outside.txt"))
        try FileManager.default.createSymbolicLink(at: page.appending(path: "up"), withDestinationURL: folder)
        try await House.open(folder: folder, composer: page, visit)
    }

    @Test("the desk is shown to those signed in; others learn how")
    func index() async throws {
        try await open { house in
            let closed = try await house.stranger.send("GET", "/")
            #expect(closed.status == 401 && closed.header("Content-Type") == "text/html; charset=utf-8")
            #expect(closed.text.contains("<code>galley open</code>") && !closed.text.contains("Desk</p>"))
            #expect(closed.header("Cache-Control") == "no-store" && closed.header("Set-Cookie") == nil)
            let browser = try await house.browser()
            let page = try await browser.send("GET", "/?post=x")
            #expect(page.status == 200 && page.text == "<p>Desk")
            // Each visit lets the session go on.
            let cookie = try #require(browser.headers["Cookie"])
            #expect(page.header("Set-Cookie")?.hasPrefix(cookie + "; Path=/; Max-Age=2592000;") == true)
            let policy = try #require(page.header("Content-Security-Policy"))
            #expect(policy.contains("script-src 'self'; style-src 'self'; connect-src 'self'"))
            #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
            let tag = try #require(page.header("ETag"))
            let same = try await browser.send("GET", "/", headers: ["If-None-Match": tag])
            #expect(same.status == 304 && same.body.isEmpty)
            let head = try await browser.send("HEAD", "/")
            #expect(head.status == 200 && head.header("Content-Length") == "7")
            #expect(try await house.stranger.send("HEAD", "/").status == 401)
            #expect(try await browser.send("POST", "/").status == 405)
        }
    }

    @Test("the page says whose it is, and no browser shows one user the page of another")
    func isTheirs() async throws {
        try await open { house in
            let mark = #"<meta name="galley-user" content="">"#
            let index = house.folder.appending(path: "page/index.html")
            try Data(mark.utf8).write(to: index)
            _ = try await house.store.addUser(named: "Ben <&>")
            let (ada, ben) = (try await house.browser(), try await house.browser(of: "Ben <&>"))
            let page = try await ada.send("GET", "/")
            #expect(page.text == #"<meta name="galley-user" content="Ada">"#)
            let tag = try #require(page.header("ETag"))
            let other = try await ben.send("GET", "/", headers: ["If-None-Match": tag])
            #expect(other.status == 200 && other.text.contains("content=\"Ben &lt;&amp;>\""))
        }
    }

    @Test("files have the right types, and scripts the page's policy, by which workers go")
    func files() async throws {
        try await open { house in
            let types = [
                "composer.js": "text/javascript; charset=utf-8", "net/api.mjs": "text/javascript; charset=utf-8",
                "base.css": "text/css; charset=utf-8", "frame.html": "text/html; charset=utf-8",
            ]
            for (name, type) in types {
                let answer = try await house.stranger.send("GET", "/composer/\(name)")
                #expect(answer.status == 200 && answer.header("Content-Type") == type)
                #expect(answer.header("Cache-Control") == "no-cache")
                #expect(answer.header("X-Content-Type-Options") == "nosniff")
                #expect(answer.header("Referrer-Policy") == "no-referrer")
            }
            let script = try await house.stranger.send("GET", "/composer/composer.js")
            #expect(script.header("Content-Security-Policy")?.contains("connect-src 'self'") == true)
            let tag = try #require(script.header("ETag"))
            let same = try await house.stranger.send("GET", "/composer/composer.js", headers: ["If-None-Match": tag])
            #expect(same.status == 304)
            let head = try await house.stranger.send("HEAD", "/composer/composer.js")
            #expect(head.status == 200 && head.header("Content-Length") == "9" && head.body.isEmpty)
        }
    }

    @Test("the page asks for its files by the name of an edition, which a browser may keep until one of them changes")
    func editions() async throws {
        try await open { house in
            let folder = house.folder.appending(path: "page")
            func write(_ name: String, _ text: String) throws {
                try Data(text.utf8).write(to: folder.appending(path: name))
            }
            try write("index.html", #"<script src="/composer/composer.js">"#)
            let browser = try await house.browser()
            func named() async throws -> String {
                let text = try await browser.send("GET", "/").text
                return try #require(text.split(separator: "\"").first { $0.hasPrefix("/composer/~") }.map(String.init))
            }
            let first = try await named()
            let kept = try await house.stranger.send("GET", first)
            #expect(kept.text == "export {}" && kept.header("Cache-Control") == "max-age=31536000, immutable")
            #expect(kept.header("Content-Security-Policy")?.contains("script-src 'self'") == true)
            #expect(try await named() == first)
            try write("net/api.mjs", "export const other = 1")
            let second = try await named()
            #expect(second != first)
            // A page of before never gets half of the new one.
            let gone = try await house.stranger.send("GET", first)
            #expect(gone.status == 404 && gone.header("Cache-Control")?.contains("immutable") != true)
            #expect(try await house.stranger.send("GET", second).status == 200)
            let frame = second.replacing("composer.js", with: "frame.html?images=*")
            #expect(try await house.stranger.send("GET", frame).status == 400)
            #expect(try await house.stranger.send("GET", second.replacing("composer.js", with: "")).status == 404)
        }
    }

    @Test("in the preview's frame nothing runs, and pictures from elsewhere come only when they are wanted")
    func frame() async throws {
        try await open { house in
            let frame = try await house.stranger.send("GET", "/composer/frame.html")
            let policy = try #require(frame.header("Content-Security-Policy"))
            #expect(policy.hasPrefix("default-src 'none'; img-src 'self' data: blob:;"))
            #expect(!policy.contains("script-src") && policy.hasSuffix("sandbox allow-same-origin"))
            let open = try await house.stranger.send("GET", "/composer/frame.html?images=remote")
            #expect(
                open.header("Content-Security-Policy")?.contains("img-src 'self' data: blob: https: http:;") == true)
            #expect(try await house.stranger.send("GET", "/composer/frame.html?images=*").status == 400)
        }
    }

    @Test(
        "nothing outside the folder can be had",
        arguments: [
            "/composer/../outside.txt", "/composer/%2e%2e/outside.txt", "/composer/..%2foutside.txt",
            "/composer/net/../../outside.txt", "/composer/%2e%2e%2foutside.txt", "/composer/.secret",
            "/composer/%2esecret", "/composer/link.js", "/composer/up/outside.txt", "/composer/up/galley.db",
            "/composer/base.css%00.html", "/composer//etc/passwd", "/composer/net", "/composer/net/", "/composer/",
            "/composer", "/composer/..\\outside.txt", "/composer/%c0%ae%c0%ae/outside.txt", "/composer/%",
            "/composer/" + String(repeating: "a/", count: 500) + "x", "/../galley.db", "/composer/base.css/",
        ])
    func staysInside(path: String) async throws {
        try await open { house in
            let answer = try await house.stranger.send("GET", path)
            #expect([400, 401, 404].contains(answer.status), "\(answer.status)")
            #expect(!answer.text.contains("outside") || answer.header("Content-Type") == "application/problem+json")
        }
    }

    @Test("without its files the daemon says so, and everything else works")
    func missing() async throws {
        try await House.open { house in
            let browser = try await house.browser()
            let page = try await browser.send("GET", "/")
            #expect(page.status == 503 && page.text.contains("The composer is missing"))
            #expect(try await house.stranger.send("GET", "/composer/composer.js").status == 404)
            #expect(try await browser.send("GET", "/v1/posts").status == 200)
        }
    }
}
