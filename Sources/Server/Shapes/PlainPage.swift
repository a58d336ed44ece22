import Digests
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Posts
import Wire

/// A page with one message, shown without the composer.
struct PlainPage: Sendable {
    var status = HTTPResponse.Status.ok
    let title: String
    /// Paragraphs. Quoted text that begins with `galley` is shown as a command.
    let words: [String]
    /// The page to go to, and whether the browser goes there without a click.
    var next: (path: String, isAtOnce: Bool)?
    /// The page's only button, which sends a POST to a path of this desk.
    var press: (title: String, path: String)?
    var headers: HTTPFields = [:]

    var response: Response {
        var headers = headers
        headers[.contentSecurityPolicy] =
            "default-src 'none'; img-src 'self'; style-src '\(PlainPage.styleHash)'; base-uri 'none'; "
            + "form-action \(press == nil ? "'none'" : "'self'"); frame-ancestors 'none'"
        headers[.openerPolicy] = "same-origin"
        // Under the usual policy a form sends “Origin: null”, and the server could not recognize its own page.
        if press != nil { headers[.referrerPolicy] = "same-origin" }
        var response = Response.html(ByteBuffer(string: html), headers: headers)
        response.status = status
        return response
    }

    private var html: String {
        let refresh = next.flatMap { next in
            next.isAtOnce ? "<meta http-equiv=\"refresh\" content=\"0;url=\(next.path.htmlEscaped)\">\n" : nil
        }
        let onward = press == nil ? "Open the desk" : "Stay signed in as before"
        let link = next.map { "<p><a href=\"\($0.path.htmlEscaped)\">\(onward)</a></p>\n" }
        let form = press.map { press in
            "<form method=\"post\" action=\"\(press.path.htmlEscaped)\">"
                + "<button>\(press.title.htmlEscaped)</button></form>\n"
        }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <link rel="icon" href="/composer/icon.svg" type="image/svg+xml">
            \(refresh ?? "")<title>\(title.htmlEscaped) – Galley</title>
            <style>\(PlainPage.style)</style>
            </head>
            <body>
            <main>
            <h1>\(title.htmlEscaped)</h1>
            \(words.map { "<p>\(PlainPage.marked($0))</p>" }.joined(separator: "\n"))
            \(form ?? "")\(link ?? "")</main>
            </body>
            </html>

            """
    }

    /// The text as escaped HTML, with commands as `<code>`.
    private static func marked(_ words: String) -> String {
        words.split(separator: "“", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0 else { return String(part).htmlEscaped }
            guard part.hasPrefix("galley "), let end = part.firstIndex(of: "”") else {
                return "“" + String(part).htmlEscaped
            }
            let rest = String(part[part.index(after: end)...]).htmlEscaped
            return "<code>\(String(part[..<end]).htmlEscaped)</code>\(rest)"
        }.joined()
    }

    private static let style =
        ":root{color-scheme:light dark}body{margin:0;font:1.0625rem/1.6 system-ui,sans-serif}"
        + "main{max-width:34rem;margin:18vh auto 4rem;padding:0 1.5rem}h1{font-size:1.5rem;line-height:1.3}"
        + "code{padding:.15em .4em;border:1px solid;border-radius:4px;font:0.95em ui-monospace,monospace}"
        + "button{min-height:2.75rem;padding:0 1.25rem;font:inherit}"

    private static let styleHash =
        "sha256-" + Data(SHA256.hash(style.utf8)).base64EncodedString()
}

extension PlainPage {
    /// The problem as a page for people instead of JSON.
    init(_ problem: Problem) {
        let status = HTTPResponse.Status(code: problem.body.status)
        self =
            switch problem.body.status {
            case 401: .signedOut
            case 404:
                PlainPage(status: status, title: "Nothing is here", words: [problem.body.title], next: ("/", false))
            default: PlainPage(status: status, title: "This did not work", words: [problem.body.title])
            }
        headers.append(contentsOf: problem.headers)
    }

    static let signedOut = PlainPage(
        status: .unauthorized, title: "You are not signed in",
        words: [
            "Run “galley open” in a terminal on the machine where Galley runs. It prints a link that signs this browser in "
                + "and opens the desk.",
            "If such a link has just led you here, your browser keeps no cookies of this address. Allow them: without a "
                + "cookie, no browser can be signed in.",
        ], headers: [.wwwAuthenticate: #"Bearer realm="galley""#])

    static let linkUsed = PlainPage(
        status: .gone, title: "This link has been used or has expired",
        words: [
            "A sign-in link works once, and for five minutes.",
            "Run “galley open” in a terminal for a new one.",
        ])

    /// - Parameter former: the user who is signed in; nil when the browser is signed out.
    static func question(of user: String, insteadOf former: String?, at path: String) -> PlainPage {
        let title = former.map { "You are signed in as \($0). Sign in as \(user)?" } ?? "Sign in as \(user)?"
        var words = ["Sign in only if you asked for this link, or got it from the person who runs this desk."]
        if let former {
            words.append(
                "This signs \(former) out in this browser. Words of \(former) that are not saved yet are kept here until "
                    + "\(former) signs in again.")
        }
        return PlainPage(
            title: title, words: words, next: former == nil ? nil : ("/", false), press: ("Sign in as \(user)", path))
    }

    static let noComposer = PlainPage(
        status: .serviceUnavailable, title: "The composer is missing",
        words: [
            "Galley is running and sends what is due, but the files of this page are missing from its installation.",
            "Install Galley again, or name their folder with “composer” in [http]. The command line still works.",
        ])

    static let notShared = PlainPage(
        status: .serviceUnavailable, title: "This was not shared",
        words: [
            "The browser takes what is shared with Galley once it has opened the desk, and only over https or on this machine.",
            "Open the desk, wait until its Settings panel says that it opens without the daemon, and share it again.",
        ], next: ("/", false))

    /// A page that leads on by itself. After a redirect, a browser that came from another site would send no cookie,
    /// which it sends only for requests from this desk's own pages.
    static func onward(to path: String, headers: HTTPFields = [:]) -> PlainPage {
        PlainPage(title: "Signing in", words: ["The desk opens by itself."], next: (path, true), headers: headers)
    }
}
