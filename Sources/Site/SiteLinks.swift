import FoundationEssentials
import Posts

/// Addresses and ids within one site.
struct SiteLinks: Sendable {
    let settings: SiteSettings

    /// Absolute, with a trailing `/`.
    var home: String { settings.address + "/" }
    var atom: String { home + "feed.xml" }
    var json: String { home + "feed.json" }

    func absolute(_ path: SitePath) -> String { settings.address + path.link }
    /// Links within the site start at the host's root, so that they work under any host name.
    func local(_ path: SitePath) -> String { settings.basePath + path.link }
    func local(_ file: String) -> String { settings.basePath + "/" + file }

    /// The entry with whole addresses for its pictures and links. JSON Feed knows no base address, and many readers of
    /// Atom ignore `xml:base`. Links to a place in the entry, such as a footnote, stay: the feed has that place, too.
    func forReaders(_ entry: SiteEntry, at path: SitePath) -> SiteEntry {
        var entry = entry
        if entry.pictures?.isEmpty == false {
            let start = "<img src=\""
            entry.contentHTML.replace(start + local("media/"), with: "\(start)\(home)media/")
        }
        let start = "<a href=\""
        let page = URL(string: absolute(path))
        entry.contentHTML = entry.contentHTML.split(separator: start, omittingEmptySubsequences: false).enumerated()
            .map { index, piece in
                let link = piece.prefix { $0 != "\"" }
                guard index > 0, !link.hasPrefix("#"), URL(string: String(link))?.scheme == nil,
                    let url = URL(string: String(link), relativeTo: page)
                else { return String(piece) }
                return url.absoluteString + piece[link.endIndex...]
            }.joined(separator: start)
        return entry
    }

    /// Entries whose id is a URI keep it; others get a tag URI (RFC 4151). Neither depends on slug, title or permalink
    /// pattern.
    func id(of entry: SiteEntry) -> String {
        let isURI = ["tag:", "urn:", "http://", "https://"].contains { entry.id.hasPrefix($0) }
        return isURI ? entry.id : "tag:\(settings.tagAuthority):\(entry.id.percentEncoded())"
    }
    var feedID: String { "tag:\(settings.tagAuthority):feed" }
}
