import HTTPTypes
import Hummingbird
import Pictures
import PostStore
import Posts
import Rendering
import Wire

/// Previews of a text: as an HTML page, as JSON, and as the payload for a target.
struct PreviewRoutes: ServiceRoutes {
    let service: PostService
    /// Distinguishes previews that other settings or another version would render differently.
    private let edition: String

    init(service: PostService, version: String) {
        self.service = service
        let options = service.settings.render
        edition = "\(version)-\(options.rawHTML.rawValue)\(options.smartPunctuation ? "" : "-straight")"
    }

    func add(to book: inout RouteTable) {
        book.answer(API.previewText, text)
        book.answer(API.previewPost, post)
    }

    /// Renders the Markdown in the body and stores nothing.
    @Sendable private func text(_ call: Call<PreviewQuery, PreviewRequestBody>) async throws -> Reply<RenderedBody> {
        var options = service.settings.render
        options.sourcePositions = call.query.sourcePositions == true
        let markdown: String
        if call.mediaType == "text/markdown" {
            let buffer = try await call.buffer()
            // Invalid UTF-8 becomes U+FFFD, as in a browser.
            markdown = String(decoding: buffer.readableBytesView, as: UTF8.self)
        } else {
            let body = try await call.body()
            options.sourcePositions = body.sourcePositions ?? options.sourcePositions
            markdown = body.body
        }
        let pictures = try await store.media(MediaID.all(in: markdown.utf8.span), of: try call.user)
        let rendered = RenderedBody(try render(markdown, options), pictures)
        guard call.prefers("text/html") else { return try .json(rendered) }
        return Reply(.html(PreviewPage.page(rendered.html, title: nil, language: nil), headers: PreviewPage.headers))
    }

    @Sendable private func post(_ call: Call<PostPreviewQuery, Nothing>) async throws -> Reply<PostPreviewBody> {
        let query = call.query
        if let target = query.target {
            let to = query.to?.split(separator: ",").map(String.init)
            let (post, caller) = (try call.name("post"), try call.known)
            guard call.prefers("text/html") else {
                return try .json(.target(try await service.preview(of: post, at: target, with: to, by: caller)))
            }
            let page = try await service.readersPage(of: post, at: target, with: to, by: caller)
            return Reply(.html(ByteBuffer(string: page), headers: PreviewPage.readersHeaders))
        }
        let post = try await call.post(in: store).post
        var options = service.settings.render
        options.sourcePositions = query.sourcePositions == true
        let isPage = call.prefers("text/html")
        let view = (isPage ? "page" : "parts") + (options.sourcePositions ? "-positions" : "")
        let pictures = try await store.media(MediaID.all(in: post.draft.body.utf8.span), of: post.owner)
        // A picture's own description is shown where the text gives none, so its revision belongs to the tag.
        let words = pictures.map { "-\($0.revision.number)" }.joined()
        let tag = "\"\(post.id.text)-\(post.revision.number)-\(view)-\(edition)\(words)\""
        // A browser would show a cached page with “Back”, even after a sign-out. Programs compare the tag.
        var headers: HTTPFields = [.eTag: tag, .cacheControl: "no-store", .vary: "Accept"]
        if call.request.headers.has(entityTag: tag) {
            return Reply(Response(status: .notModified, headers: headers))
        }
        let rendered = RenderedBody(try render(post.draft.body, options), pictures)
        guard isPage else { return try .json(.text(rendered), headers: headers) }
        headers.append(contentsOf: PreviewPage.headers)
        let page = PreviewPage.page(rendered.html, title: post.draft.title, language: post.draft.language?.tag)
        return Reply(.html(page, headers: headers))
    }
}

extension RenderedBody {
    /// - Parameter pictures: the desk's pictures that the text names, which this server shows itself.
    init(_ document: RenderedDocument, _ pictures: [Media]) {
        var missing: [String] = []
        let html = placingPictures(in: document.html) { id in
            guard let media = pictures.first(where: { $0.id == id }) else {
                missing.append("A picture in the text is missing (\(id.address)). Remove it or add it again.")
                return nil
            }
            return PicturePlace(media, address: RenderedBody.address(ofPicture: id))
        }
        self.init(
            html: html,
            outline: document.outline.map {
                HeadingBody(level: $0.level, text: $0.text, anchor: $0.anchor, line: $0.line)
            },
            diagnostics: document.diagnostics.map { diagnostic in
                diagnostic.line.map { "Line \($0): \(diagnostic.message)" } ?? diagnostic.message
            } + missing)
    }
}

extension RenderedBody {
    /// Where this server shows a picture of the desk.
    static func address(ofPicture id: MediaID) -> String { "/v1/media/\(id)/file" }
}

/// A complete page around a rendered text, with plain styles for reading.
enum PreviewPage {
    /// Raw HTML may be the author's, scripts included. Here nothing runs and nothing is sent. The page keeps its
    /// origin, so that the browser sends the cookie for the desk's own pictures.
    static let headers: HTTPFields = [
        .contentSecurityPolicy:
            "default-src 'none'; img-src * data:; media-src *; style-src 'unsafe-inline'; sandbox allow-same-origin; frame-ancestors 'self'"
    ]

    /// The same for the page of a target's readers, which loads nothing from elsewhere: that would tell others of it.
    static let readersHeaders: HTTPFields = [
        .contentSecurityPolicy: "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; "
            + "sandbox allow-same-origin; frame-ancestors 'self'",
        .cacheControl: "no-store", .vary: "Accept",
    ]

    private static let style = """
        <style>body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.1rem/1.6 Georgia,serif}\
        img{max-width:100%}pre{overflow-x:auto;background:#f4f4f4;padding:.7rem}table{border-collapse:collapse}\
        td,th{border:1px solid #bbb;padding:.2rem .6rem}blockquote{border-left:3px solid #bbb;margin-left:0;\
        padding-left:1rem}</style></head><body><article>

        """

    static func page(_ html: String, title: String?, language: String?) -> ByteBuffer {
        var page = ByteBuffer()
        page.reserveCapacity(html.utf8.count + 1000)
        page.writeString(
            "<!doctype html>\n<html\(language.map { " lang=\"\($0)\"" } ?? "")><head><meta charset=\"utf-8\">")
        page.writeString("<title>\((title ?? "Preview").htmlEscaped)</title>")
        page.writeString(style)
        if let title { page.writeString("<h1>\(title.htmlEscaped)</h1>\n") }
        page.writeString(html)
        page.writeString("</article></body></html>\n")
        return page
    }
}
