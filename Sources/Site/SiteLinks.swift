import Posts

/// Addresses and ids within one site.
struct SiteLinks: Sendable {
    let settings: SiteSettings

    /// Absolute, ends with `/`.
    var home: String { settings.address + "/" }
    var atom: String { home + "feed.xml" }
    var json: String { home + "feed.json" }

    func absolute(_ path: SitePath) -> String { settings.address + path.link }
    /// From the host's root on, as links within the site are written: they work under any host name.
    func local(_ path: SitePath) -> String { settings.basePath + path.link }
    func local(_ file: String) -> String { settings.basePath + "/" + file }

    /// Entries that bring an address of their own as id keep it, the others get a tag URI (RFC 4151). Neither depends
    /// on slug, title or permalink pattern.
    func id(of entry: SiteEntry) -> String {
        let isURI = ["tag:", "urn:", "http://", "https://"].contains { entry.id.hasPrefix($0) }
        return isURI ? entry.id : "tag:\(settings.tagAuthority):\(entry.id.percentEncoded())"
    }
    var feedID: String { "tag:\(settings.tagAuthority):feed" }
}

/// One file of the finished site.
package struct SiteFile: Hashable, Sendable {
    /// From the site's folder on, with `/` between the parts. Not percent-encoded.
    package let path: String
    /// Empty where there is an original.
    package let bytes: [UInt8]
    /// The file of which this is a copy. Its contents have been the same ever since there was one of this name.
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
