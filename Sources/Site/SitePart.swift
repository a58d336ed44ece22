/// A wanted file of the site: what it depends on, and how to make it.
///
/// A part whose file was written from the same inputs, and is unchanged since, is neither made nor read.
struct SitePart {
    /// The path from the site's folder, with `/` between the parts. Not percent-encoded.
    let path: String
    /// A hash over everything from which the contents are made. Only valid within one process.
    let inputs: Int
    /// Whether a file of other origin may stand in its place. Nothing is written then.
    let givesWay: Bool
    let source: Source

    enum Source {
        case bytes([UInt8])
        case copy(SiteFile.Original)
        case page(() throws -> String)
    }

    init(_ path: String, inputs: Int, givesWay: Bool = false, page: @escaping () throws -> String) {
        self.path = path
        self.inputs = inputs
        self.givesWay = givesWay
        source = .page(page)
    }

    init(_ file: SiteFile, givesWay: Bool = false) {
        path = file.path
        var hasher = Hasher()
        hasher.combine(file)
        inputs = hasher.finalize()
        self.givesWay = givesWay
        source = file.original.map(Source.copy) ?? .bytes(file.bytes)
    }

    /// Makes the file.
    func file() throws -> SiteFile {
        switch source {
        case .bytes(let bytes): SiteFile(path: path, bytes: bytes)
        case .copy(let original): SiteFile(path: path, copyOf: original)
        case .page(let make): SiteFile(path: path, text: try make())
        }
    }
}
