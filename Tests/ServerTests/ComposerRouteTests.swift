import Foundation
import HTTPTypes
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

    @Test("signed-in users get the desk; others get instructions")
    func index() async throws {
        try await open { house in
            let closed = try await house.stranger.send("GET", "/")
            #expect(closed.status == 401 && closed.header("Content-Type") == "text/html; charset=utf-8")
            #expect(closed.text.contains("<code>galley open</code>") && !closed.text.contains("Desk</p>"))
            #expect(closed.header("Cache-Control") == "no-store" && closed.header("Set-Cookie") == nil)
            let browser = try await house.browser()
            let page = try await browser.send("GET", "/?post=x")
            #expect(page.status == 200 && page.text == "<p>Desk")
            // Each visit extends the session.
            let cookie = try #require(browser.headers["Cookie"])
            #expect(page.header("Set-Cookie")?.hasPrefix(cookie + "; Path=/; Max-Age=2592000;") == true)
            let policy = try #require(page.header("Content-Security-Policy"))
            #expect(policy.contains("script-src 'self'; style-src 'self'; connect-src 'self'"))
            #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
            // With “Back” a browser would show a cached page, even after a sign-out.
            #expect(page.header("Cache-Control") == "no-store")
            let head = try await browser.send("HEAD", "/")
            #expect(head.status == 200 && head.header("Content-Length") == "7")
            #expect(try await house.stranger.send("HEAD", "/").status == 401)
            #expect(try await browser.send("POST", "/").status == 405)
        }
    }

    @Test("the page contains its user's name, and no browser shows one user another's page")
    func isTheirs() async throws {
        try await open { house in
            let mark = #"<meta name="galley-user" content="">"#
            let index = house.folder.appending(path: "page/index.html")
            try Data(mark.utf8).write(to: index)
            _ = try await house.store.addUser(named: "Ben <&>")
            let (ada, ben) = (try await house.browser(), try await house.browser(of: "Ben <&>"))
            let page = try await ada.send("GET", "/")
            #expect(page.text == #"<meta name="galley-user" content="Ada">"#)
            #expect(page.header("Galley-User") == "Ada")
            let other = try await ben.send("GET", "/")
            #expect(other.status == 200 && other.text.contains("content=\"Ben &lt;&amp;&gt;\""))
        }
    }

    @Test("the page has its user's preferences from the start, and a change of them makes it another page")
    func isChosen() async throws {
        try await open { house in
            let index = house.folder.appending(path: "page/index.html")
            try Data(#"<html lang="en"><meta name="galley-user" content="">"#.utf8).write(to: index)
            let ada = try await house.browser()
            let before = try await ada.send("GET", "/")
            #expect(before.text.hasPrefix(#"<html lang="en"><meta"#))
            _ = try await house.store.choose(["theme": "dark", "face": "sans"], for: house.user)
            let after = try await ada.send("GET", "/")
            #expect(after.text.hasPrefix(#"<html lang="en" data-face="sans" data-theme="dark">"#))
        }
    }

    @Test("files have the right types, and scripts have the page's policy, which applies to workers")
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

    @Test("the page refers to its files by an edition, which a browser may cache until one of them changes")
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
            // An old page never gets half of the new one.
            let gone = try await house.stranger.send("GET", first)
            #expect(gone.status == 404 && gone.header("Cache-Control")?.contains("immutable") != true)
            #expect(try await house.stranger.send("GET", second).status == 200)
            let frame = second.replacing("composer.js", with: "frame.html?images=*")
            #expect(try await house.stranger.send("GET", frame).status == 400)
            #expect(try await house.stranger.send("GET", second.replacing("composer.js", with: "")).status == 404)
        }
    }

    @Test(
        "the service worker names all files of one edition, each edition is another worker, and the page names its edition"
    )
    func worker() async throws {
        try await open { house in
            let folder = house.folder.appending(path: "page")
            #expect(try await house.stranger.send("GET", "/service-worker.js").status == 404)
            try Data("// Works".utf8).write(to: folder.appending(path: "service-worker.js"))
            let first = try await house.stranger.send("GET", "/service-worker.js")
            #expect(first.status == 200 && first.header("Content-Type") == "text/javascript; charset=utf-8")
            #expect(first.header("Cache-Control") == "no-cache")
            #expect(first.header("Content-Security-Policy")?.contains("connect-src 'self'") == true)
            let browser = try await house.browser()
            let edition = try #require(try await browser.send("GET", "/").header("Galley-Edition"))
            #expect(
                first.text
                    == #"const page = {"edition":"\#(edition)","files":["base.css","composer.js","frame.html","net/api.mjs"]}"#
                    + "\n// Works")
            for name in ["base.css", "composer.js", "frame.html", "net/api.mjs"] {
                #expect(try await house.stranger.send("GET", "/composer/~\(edition)/\(name)").status == 200)
            }
            try Data("export const other = 1".utf8).write(to: folder.appending(path: "net/api.mjs"))
            let second = try await house.stranger.send("GET", "/service-worker.js")
            #expect(second.status == 200 && second.text != first.text)
        }
    }

    @Test("a share that no service worker took gets a page with the reason")
    func share() async throws {
        try await open { house in
            let answer = try await house.stranger.send(
                "POST", "/share", headers: ["Content-Type": "multipart/form-data; boundary=x"])
            #expect(answer.status == 503 && answer.text.contains("This was not shared"))
            #expect(try await house.stranger.send("GET", "/share").status == 405)
        }
    }

    @Test("the page lists at its beginning every module that the first one imports, each once, and nothing else")
    func modules() async throws {
        try await open { house in
            let folder = house.folder.appending(path: "page")
            let files = [
                "index.html": "<head><!-- modules --></head>",
                "composer.js": """
                /** import "./no.js" */
                import "./net/one.js"
                import {
                  a, b,
                } from "./model/two.js"
                export { c } from "./three.js"
                const later = () => import("./later.js")
                import other from "elsewhere"
                import "../outside.txt"
                import "./gone.js"
                """,
                "net/one.js": "import { d } from \"../model/two.js\"\nimport { e } from \"../composer.js\"",
                "model/two.js": "import * as f from './quotes.js'\nexport * from \"./../model/four.js\"",
                "three.js": "",
                "model/four.js": "export const x = 1", "later.js": "", "no.js": "",
            ]
            let inner = folder.appending(path: "model")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
            let page = try await house.browser().send("GET", "/").text
            let named = page.matches(of: /<link rel="modulepreload" href="\/composer\/~[^\/]+\/([^"]+)">/).map {
                String($0.1)
            }
            #expect(named == ["composer.js", "net/one.js", "model/two.js", "three.js", "model/four.js"])
            #expect(!page.contains("<!--"))
        }
    }

    @Test("the symbols that buttons draw stand in the page, for its first paint")
    func symbols() async throws {
        try await open { house in
            let folder = house.folder.appending(path: "page")
            try Data("<body><!-- icons --></body>".utf8).write(to: folder.appending(path: "index.html"))
            try Data("<svg><symbol/></svg>".utf8).write(to: folder.appending(path: "icons.svg"))
            let page = try await house.browser().send("GET", "/").text
            #expect(page == "<body><svg><symbol/></svg></body>")
        }
    }

    @Test("scripts and styles are compressed once for clients that accept it, with separate tags; short files are not")
    func compresses() async throws {
        try await open { house in
            let folder = house.folder.appending(path: "page")
            let script = String(repeating: "export const word = 1\n", count: 200)
            let picture = Data((0..<4000).map { _ in UInt8.random(in: 0...255) })
            let index = #"<script src="/composer/long.js">"# + String(repeating: " ", count: 600)
            try Data(script.utf8).write(to: folder.appending(path: "long.js"))
            try picture.write(to: folder.appending(path: "photo.png"))
            try Data(index.utf8).write(to: folder.appending(path: "index.html"))
            let browser = try await house.browser()
            // The page itself contains its user's name.
            let page = try await browser.send("GET", "/", headers: ["Accept-Encoding": "gzip, br"])
            #expect(page.status == 200 && page.header("Content-Encoding") == nil)
            let text = try await browser.send("GET", "/").text
            let path = try #require(text.split(separator: "\"").first { $0.hasPrefix("/composer/~") }.map(String.init))
            func get(_ path: String, _ accept: String?, _ more: [String: String] = [:], _ method: String = "GET")
                async throws -> Caller.Answer
            {
                let headers = accept.map { ["Accept-Encoding": $0] } ?? [:]
                return try await house.stranger.send(method, path, headers: headers.merging(more) { $1 })
            }
            let plain = try await get(path, nil)
            #expect(plain.text == script && plain.header("Content-Encoding") == nil)
            #expect(plain.header("Vary") == "Accept-Encoding")
            let short = try await get(path, "gzip, deflate, br")
            #expect(short.status == 200 && short.header("Content-Encoding") == "gzip")
            #expect(short.header("Vary") == "Accept-Encoding")
            #expect(short.header("Content-Type") == "text/javascript; charset=utf-8")
            #expect(short.header("Cache-Control") == "max-age=31536000, immutable")
            #expect(short.body.prefix(3) == [0x1f, 0x8b, 8] && short.body.count < 200)
            let again = try await get(path, "gzip")
            #expect(again.body == short.body)
            // The two forms have separate tags.
            let tags = try (#require(plain.header("ETag")), #require(short.header("ETag")))
            #expect(tags.0 != tags.1)
            #expect(try await get(path, "gzip", ["If-None-Match": tags.1]).status == 304)
            #expect(try await get(path, "gzip", ["If-None-Match": tags.0]).status == 200)
            #expect(try await get(path, nil, ["If-None-Match": tags.1]).status == 200)
            let head = try await get(path, "gzip", [:], "HEAD")
            #expect(head.header("Content-Length") == "\(short.body.count)" && head.body.isEmpty)
            #expect(head.header("Content-Encoding") == "gzip" && head.header("ETag") == tags.1)
            // Ranges are not served for either form: the whole file is a valid answer.
            let part = try await get(path, "gzip", ["Range": "bytes=0-9"])
            #expect(part.status == 200 && part.body == short.body && part.header("Accept-Ranges") == nil)
            for name in ["base.css", "photo.png"] {
                let other = try await get(path.replacing("long.js", with: name), "gzip")
                #expect(other.status == 200 && other.header("Content-Encoding") == nil && other.header("Vary") == nil)
            }
        }
    }

    @Test("only the page's own files are compressed")
    func compressesNoSecrets() async throws {
        try await open { house in
            let browser = try await house.browser()
            let body = #"{"body":"\#(String(repeating: "word ", count: 2000))"}"#
            _ = try await browser.json("POST", "/v1/posts", body)
            for path in ["/v1/posts", "/v1/openapi.json", "/nothing"] {
                let answer = try await browser.send("GET", path, headers: ["Accept-Encoding": "gzip"])
                #expect(answer.header("Content-Encoding") == nil, "\(path)")
            }
        }
    }

    @Test(
        "the weights in Accept-Encoding count",
        arguments: [
            ("gzip", true), ("GZIP;Q=0.5", true), ("x-gzip", true), ("*", true), ("br, *;q=0.1", true),
            ("gzip;q=1.000", true), ("gzip; q=0.3, identity; q=0.2", true), ("identity;q=0, gzip", true),
            ("br, gzip , deflate", true), ("deflate;q=x, gzip;q=0.1", true),
            ("", false), ("identity", false), ("br", false), ("gzip;q=0", false), ("gzip;q=0.000, *", false),
            ("*;q=0", false), ("gzip;q=0.2, identity;q=0.3", false), ("gzip;q=2", false), ("gzip;q=-1", false),
            ("gzip;q=", false), ("gzip;q=nan", false), ("gzip;level=9", false), (",,;;,=", false),
            (String(repeating: "a,", count: 5000) + "gzip", false),
        ])
    func weights(accept: String, isTaken: Bool) {
        let headers: HTTPFields = [.acceptEncoding: accept]
        #expect(headers.takesGzip == isTaken)
    }

    @Test("no script runs in the preview's frame, and remote pictures load only on request")
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
        "files outside the folder are out of reach",
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
