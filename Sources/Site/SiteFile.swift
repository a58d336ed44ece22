/// One file of the finished site.
struct SiteFile: Hashable, Sendable {
    /// The path from the site's folder, with `/` between the parts. Not percent-encoded.
    let path: String
    /// Empty if there is an `original`.
    let bytes: [UInt8]
    /// The file to copy. A file of this name never changes its contents.
    let original: Original?

    struct Original: Hashable, Sendable {
        let path: String
        let size: Int
    }

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        original = nil
    }

    init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

    init(path: String, copyOf original: Original) {
        self.path = path
        bytes = []
        self.original = original
    }
}
