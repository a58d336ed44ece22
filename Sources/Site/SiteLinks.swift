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

    /// Entries whose id is a URI keep it; others get a tag URI (RFC 4151). Neither depends on slug, title or permalink
    /// pattern.
    func id(of entry: SiteEntry) -> String {
        let isURI = ["tag:", "urn:", "http://", "https://"].contains { entry.id.hasPrefix($0) }
        return isURI ? entry.id : "tag:\(settings.tagAuthority):\(entry.id.percentEncoded())"
    }
    var feedID: String { "tag:\(settings.tagAuthority):feed" }
}

/// One file of the finished site.
package struct SiteFile: Hashable, Sendable {
    /// The path from the site's folder, with `/` between the parts. Not percent-encoded.
    package let path: String
    /// Empty if there is an `original`.
    package let bytes: [UInt8]
    /// The file to copy. A file of this name never changes its contents.
    package let original: Original?

    package struct Original: Hashable, Sendable {
        package let path: String
        package let size: Int
    }

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        original = nil
    }

    init(path: String, copyOf original: Original) {
        self.path = path
        bytes = []
        self.original = original
    }

    var size: Int { original?.size ?? bytes.count }
    init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }
}
