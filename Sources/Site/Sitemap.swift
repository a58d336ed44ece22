/// The addresses for search engines (sitemaps.org/protocol.html): the front page and every entry whose original is on
/// this site.
///
/// One file holds 50,000 addresses; with more, `sitemap.xml` names numbered files. They are filled from the oldest
/// entry, so that a new post changes only the last one.
struct Sitemap {
    let home: String
    /// Those of the entries, the oldest first.
    let lines: [String]
    static let addressesMax = 50_000

    /// The names of the files for `count` addresses.
    static func names(count: Int) -> [String] {
        guard count >= addressesMax else { return ["sitemap.xml"] }
        return (1...(count + addressesMax - 1) / addressesMax).map { "sitemap-\($0).xml" } + ["sitemap.xml"]
    }

    static func line(of entry: SiteEntry, at path: SitePath, in settings: SiteSettings) -> String {
        let address = SiteLinks(settings: settings).absolute(path)
        return "<url><loc>\(address.xmlEscaped)</loc><lastmod>\(entry.updated.text)</lastmod></url>"
    }

    /// The texts of the files, in the order of their names.
    func texts() -> [String] {
        let front = "<url><loc>\(home.xmlEscaped)</loc></url>"
        guard lines.count >= Self.addressesMax else { return [text("urlset", [front] + lines)] }
        let parts = stride(from: 0, to: lines.count, by: Self.addressesMax).map {
            Array(lines[$0..<min($0 + Self.addressesMax, lines.count)])
        }
        let names = Self.names(count: lines.count).dropLast().map {
            "<sitemap><loc>\(home.xmlEscaped)\($0)</loc></sitemap>"
        }
        return parts.map { text("urlset", $0) } + [text("sitemapindex", names)]
    }

    private func text(_ element: String, _ lines: [String]) -> String {
        let start = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<\#(element) xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">"#,
        ]
        return (start + lines + ["</\(element)>", ""]).joined(separator: "\n")
    }
}
