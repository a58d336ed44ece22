/// The addresses for search engines (sitemaps.org/protocol.html): the front page and every entry whose original is on
/// this site.
///
/// One file holds 50,000 addresses; with more, `sitemap.xml` names numbered files. They are filled from the oldest
/// entry, so that a new post changes only the last one.
struct Sitemap {
    let links: SiteLinks
    /// Newest first.
    let entries: [(entry: SiteEntry, path: SitePath)]
    static let addressesMax = 50_000

    func files() -> [SiteFile] {
        let lines = entries.reversed().compactMap { entry, path in
            entry.canonicalURL == nil
                ? "<url><loc>\(links.absolute(path).xmlEscaped)</loc><lastmod>\(entry.updated.text)</lastmod></url>"
                : nil
        }
        let home = "<url><loc>\(links.home.xmlEscaped)</loc></url>"
        guard lines.count >= Self.addressesMax else { return [file("sitemap.xml", "urlset", [home] + lines)] }
        let parts = stride(from: 0, to: lines.count, by: Self.addressesMax).map {
            Array(lines[$0..<min($0 + Self.addressesMax, lines.count)])
        }
        let files = parts.indices.map { file("sitemap-\($0 + 1).xml", "urlset", parts[$0]) }
        let names = files.map { "<sitemap><loc>\(links.home.xmlEscaped)\($0.path)</loc></sitemap>" }
        return files + [file("sitemap.xml", "sitemapindex", names)]
    }

    private func file(_ name: String, _ element: String, _ lines: [String]) -> SiteFile {
        let start = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<\#(element) xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">"#,
        ]
        return SiteFile(path: name, text: (start + lines + ["</\(element)>", ""]).joined(separator: "\n"))
    }
}
