import Copyfitting
package import Pictures
package import Posts
import Rendering
import Site

extension Target {
    /// A page of HTML that shows a post as readers of this target see it. No script is needed to read it.
    /// - Parameters:
    ///   - language: of the post; a site's page says it itself.
    ///   - address: that of a stored picture, safe in an attribute.
    /// - Throws: if the site cannot make it.
    package func page(
        of view: ReadersView, language: Language?, pictures address: (MediaID) -> String
    ) throws(FreezeError) -> String {
        switch view {
        case .markdown(let title, let text, let options):
            do {
                let article = ReadersView.article(title: title, html: try render(text, options).html)
                return try page(of: article, language: language, pictures: address)
            } catch let error as RenderError {
                throw FreezeError(error.description)
            } catch {
                throw error as? FreezeError ?? FreezeError("The page cannot be made: \(error)")
            }
        case .article(let title, let html):
            let heading = title.isEmpty ? "" : "<h1 dir=\"auto\">\(title.htmlTextEscaped)</h1>\n"
            let content = html.withAddresses { MediaID(address: $0).map(address) }
            return page("<article class=\"blog\" dir=\"auto\">\n\(heading)\(content)</article>", language)
        case .posts(let posts):
            let isMastodon = kindName == .mastodon
            let shown = posts.map { post in
                SocialPage(post: post, account: name.text, service: kindName.declaration.title, isMastodon: isMastodon)
                    .html(pictures: address)
            }
            return page("<main class=\"\(posts.count > 1 ? "thread" : "single")\">\n\(shown.joined())</main>", language)
        case .entry(let entry):
            do {
                return try site?.page(of: entry) { MediaID(address: $0.address).map(address) } ?? ""
            } catch {
                throw FreezeError("The page cannot be made: \(error)")
            }
        }
    }

    private func page(_ body: String, _ language: Language?) -> String {
        """
        <!doctype html>
        <html\(language.map { " lang=\"\($0.tag.htmlEscaped)\" dir=\"\(direction(of: $0.tag))\"" } ?? "") data-kind="\(kindName.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(name.text.htmlEscaped)</title>
        <style>\(ReadersStyle.css)</style>
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    }
}

/// A post as the apps of its service draw it.
private struct SocialPage {
    let post: SocialPost
    let account: String
    let service: String
    /// Mastodon shows addresses without their scheme, and 30 characters of them.
    let isMastodon: Bool

    func html(pictures address: (MediaID) -> String) -> String {
        let attached = pictures(address) + card(address)
        let content = "<div class=\"text\" dir=\"auto\">\(text)</div>\n\(attached)"
        let shown =
            post.warning.map { warning in
                "<details><summary dir=\"auto\">\(warning.htmlEscaped) <b>Show more</b></summary>\n\(content)</details>\n"
            } ?? content
        return """
            <article class="post">
            <header><span class="avatar" aria-hidden="true">\(account.prefix(1).uppercased().htmlEscaped)</span><strong>\(account.htmlEscaped)</strong> \
            <span class="service">\(service.htmlEscaped)</span></header>
            \(shown)</article>

            """
    }

    private var text: String {
        let bytes = Array(post.text.utf8)
        var (html, at) = ("", 0)
        for facet in post.facets where facet.bytes.lowerBound >= at && facet.bytes.upperBound <= bytes.count {
            html += String(decoding: bytes[at..<facet.bytes.lowerBound], as: UTF8.self).htmlTextEscaped
            html += link(String(decoding: bytes[facet.bytes], as: UTF8.self), facet.feature)
            at = facet.bytes.upperBound
        }
        return html + String(decoding: bytes[at...], as: UTF8.self).htmlTextEscaped
    }

    private func link(_ words: String, _ feature: BlueskyFacet.Feature) -> String {
        guard case .link(let address) = feature else { return "<span class=\"link\">\(words.htmlTextEscaped)</span>" }
        return "<a href=\"\(address.htmlEscaped)\">\((isMastodon ? Self.shortened(words) : words).htmlTextEscaped)</a>"
    }

    private static func shortened(_ address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return address }
        var rest = address[scheme.upperBound...]
        if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
        return rest.count > linkMax ? "\(rest.prefix(linkMax))…" : String(rest)
    }

    private static let linkMax = 30

    private func pictures(_ address: (MediaID) -> String) -> String {
        guard !post.pictures.isEmpty else { return "" }
        let shown = post.pictures.map { "<li>\(picture($0, alt: $0.alt, address))</li>\n" }.joined()
        return "<ul class=\"pictures\">\n\(shown)</ul>\n"
    }

    private func picture(_ picture: ShownPicture, alt: String, _ address: (MediaID) -> String) -> String {
        let facts = picture.media.facts
        return "<img src=\"\(address(picture.media.id))\" alt=\"\(alt.htmlEscaped)\" width=\"\(facts.width)\" "
            + "height=\"\(facts.height)\">"
    }

    private func card(_ address: (MediaID) -> String) -> String {
        guard let card = post.card else { return "" }
        let image = card.picture.map { picture($0, alt: "", address) } ?? ""
        return """
            <a class="card" href="\(card.address.htmlEscaped)">\(image)<span class="host">\
            \(card.address.hostText.htmlEscaped)</span><strong dir="auto">\(card.title.htmlEscaped)</strong>\
            <span class="summary" dir="auto">\(card.summary.htmlEscaped)</span></a>

            """
    }
}

enum ReadersStyle {
    /// Plain, after the services' own pages in 2026; of a blog, which has its own theme, the text as its readers get it.
    static let css = """
        :root { color-scheme: light dark; --line: #c9ced6; --quiet: #59636e; --link: #0b57d0; --soft: #eef1f4 }
        @media (prefers-color-scheme: dark) {
        :root { --line: #454c55; --quiet: #a3adb8; --link: #8ab4f8; --soft: #2a3037 } }
        [data-kind=mastodon] { --link: #563acc } [data-kind=bluesky] { --link: #0a66c9 }
        @media (prefers-color-scheme: dark) {
        [data-kind=mastodon] { --link: #a99cff } [data-kind=bluesky] { --link: #4da3ff } }
        body { margin: 0; padding: 16px; font: 16px/1.45 system-ui, sans-serif; overflow-wrap: anywhere }
        a, .link { color: var(--link); text-decoration: none } img { max-width: 100%; height: auto }
        main { max-width: 600px; margin: 0 auto } .thread .post { padding-block: 12px; padding-inline-start: 16px; border-inline-start: 2px solid var(--line) }
        .post header { display: flex; gap: 8px; align-items: center; margin-bottom: 8px }
        .avatar { width: 40px; border-radius: 8px; background: var(--line); font: 20px/40px serif; text-align: center }
        [data-kind=bluesky] .avatar, [data-kind=telegram] .avatar { border-radius: 50% }
        .service, .host, .summary { color: var(--quiet) } .text { white-space: pre-wrap; unicode-bidi: plaintext }
        summary { cursor: pointer } summary b { color: var(--link) }
        .pictures { display: grid; grid-template-columns: repeat(2, 1fr); gap: 4px; margin: 12px 0 0; padding: 0;
        list-style: none; border-radius: 12px; overflow: hidden }
        .pictures li:only-child, .pictures li:first-child:nth-last-child(3) { grid-column: span 2 }
        .pictures img { display: block; width: 100%; aspect-ratio: 16/9; object-fit: cover }
        .pictures li:only-child img { aspect-ratio: auto; max-height: 500px; object-fit: contain }
        .card { display: grid; gap: 2px; margin-top: 12px; padding: 12px; border: 1px solid var(--line);
        border-radius: 12px; color: inherit; overflow: hidden }
        .card img { width: calc(100% + 24px); max-width: none; margin: -12px -12px 8px; aspect-ratio: 1.91;
        object-fit: cover } .host { font-size: 14px; order: -1 } .card img { order: -2 }
        header strong, header .service { min-width: 0 } .avatar { flex: none }
        .summary { display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden }
        .blog { max-width: 42rem; margin: 0 auto; font: 18px/1.6 Georgia, serif } .blog a { text-decoration: underline }
        .blog h1 { line-height: 1.2 } .blog pre { overflow-x: auto; padding: 12px; background: var(--soft) }
        .blog blockquote { margin-inline-start: 0; padding-inline-start: 16px; border-inline-start: 3px solid var(--line) }
        .blog table { border-collapse: collapse } .blog td, .blog th { border: 1px solid var(--line); padding: 4px 8px }
        """
}
