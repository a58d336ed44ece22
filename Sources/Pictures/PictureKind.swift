/// The supported kinds of picture: browsers accept them, and the metadata of all but SVG can be removed without changing
/// a pixel.
///
/// An SVG drawing stands on a site, as it is; other services get none. AVIF and HEIC mix their metadata with the picture
/// data, and many services reject them; the error messages say what to do instead.
package enum PictureKind: String, Hashable, Sendable, CaseIterable {
    case jpeg, png, gif, webp, svg

    package var mediaType: String { self == .svg ? "image/svg+xml" : "image/\(rawValue)" }

    /// The extension of a file's name, without the dot.
    package var fileEnding: String { self == .jpeg ? "jpg" : rawValue }

    package init?(mediaType: String) {
        guard let kind = PictureKind.allCases.first(where: { $0.mediaType == mediaType }) else { return nil }
        self = kind
    }
}
