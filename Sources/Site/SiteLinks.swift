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

    /// The entry with whole addresses for its pictures. JSON Feed knows no base address, and many readers of Atom ignore
    /// `xml:base`.
    func forReaders(_ entry: SiteEntry) -> SiteEntry {
        guard entry.pictures?.isEmpty == false else { return entry }
        var entry = entry
        let start = "<img src=\""
        entry.contentHTML.replace(start + local("media/"), with: "\(start)\(home)media/")
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
