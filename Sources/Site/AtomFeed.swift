/// The newest posts with full content as Atom (RFC 4287).
struct AtomFeed {
    let links: SiteLinks
    let entries: [(entry: SiteEntry, path: SitePath)]

    var text: String {
        let settings = links.settings
        var lines = [
            #"<?xml version="1.0" encoding="utf-8"?>"#,
            #"<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\#(settings.language)">"#,
            "  <id>\(links.feedID.xmlEscaped)</id>",
            "  <title>\(settings.name.xmlEscaped)</title>",
        ]
        if !settings.description.isEmpty { lines.append("  <subtitle>\(settings.description.xmlEscaped)</subtitle>") }
        lines += [
            "  <updated>\(updated)</updated>",
            #"  <link rel="self" type="application/atom+xml" href="\#(links.atom.xmlEscaped)"/>"#,
            #"  <link rel="alternate" type="text/html" href="\#(links.home.xmlEscaped)"/>"#,
            "  <author><name>\((settings.author ?? settings.name).xmlEscaped)</name></author>",
            "  <generator>Galley</generator>",
        ]
        for (entry, path) in entries {
            lines += Self.lines(of: entry, at: links.absolute(path), id: links.id(of: entry))
        }
        return (lines + ["</feed>", ""]).joined(separator: "\n")
    }

    /// The newest update of an entry. Without a clock, an empty feed gets the earliest date.
    private var updated: String {
        (entries.map(\.entry.updated).max { $0.instant < $1.instant })?.text ?? "1970-01-01T00:00:00Z"
    }

    private static func lines(of entry: SiteEntry, at address: String, id: String) -> [String] {
        let address = address.xmlEscaped
        let language = entry.language.map { #" xml:lang="\#($0.xmlEscaped)""# } ?? ""
        var lines = [
            "  <entry\(language)>",
            "    <id>\(id.xmlEscaped)</id>",
            "    <title>\(entry.headline.xmlEscaped)</title>",
            #"    <link rel="alternate" type="text/html" href="\#(address)"/>"#,
            "    <published>\(entry.published.text)</published>",
            "    <updated>\(entry.updated.text)</updated>",
        ]
        if let author = entry.author { lines.append("    <author><name>\(author.xmlEscaped)</name></author>") }
        lines += entry.tags.map { #"    <category term="\#($0.xmlEscaped)"/>"# }
        if !entry.isNote, !entry.summary.isEmpty { lines.append("    <summary>\(entry.summary.xmlEscaped)</summary>") }
        // Addresses in the content may be relative to the post's page.
        lines.append(#"    <content type="html" xml:base="\#(address)">\#(entry.contentHTML.xmlEscaped)</content>"#)
        return lines + ["  </entry>"]
    }
}
