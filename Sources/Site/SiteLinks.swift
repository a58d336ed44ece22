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
        let page = URL(string: absolute(path))
        entry.contentHTML = entry.contentHTML.withAddresses { $0.hasPrefix("#") ? nil : $0.whole(on: page) }
        return entry
    }

    /// The content of an entry for a list, which has another address than the entry's page and shows other entries with the
    /// same anchors. Links and pictures lead where they do on that page, links to a place in the entry lead to that page,
    /// and anchors are left out.
    func forList(_ html: String, at path: SitePath) -> String {
        let page = URL(string: absolute(path))
        let host = settings.address.dropLast(settings.basePath.count)
        return html.withAddresses(hasAnchors: false) { link in
            if link.hasPrefix("#") { return local(path) + link }
            guard let whole = link.whole(on: page) else { return nil }
            return whole.hasPrefix(host + "/") ? String(whole.dropFirst(host.count)) : whole
        }
    }

    /// Entries that had an id in another feed, and those whose id is a URI, keep it; others get a tag URI (RFC 4151). None
    /// depends on slug, title or permalink pattern.
    func id(of entry: SiteEntry) -> String {
        if let known = entry.feedID { return known }
        let isURI = ["tag:", "urn:", "http://", "https://"].contains { entry.id.hasPrefix($0) }
        return isURI ? entry.id : "tag:\(settings.tagAuthority):\(entry.id.percentEncoded())"
    }
    var feedID: String { "tag:\(settings.tagAuthority):feed" }
}

extension String {
    /// nil for an address that is whole already, or is none.
    fileprivate func whole(on page: URL?) -> String? {
        URL(string: self)?.scheme == nil ? URL(string: self, relativeTo: page)?.absoluteString : nil
    }
}
