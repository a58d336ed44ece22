/// The supported kinds of picture: browsers and services accept them, and their metadata can be removed without
/// changing a pixel.
///
/// SVG can contain programs. AVIF and HEIC mix their metadata with the picture data, and many services reject them. The
/// error messages for both say what to do instead.
package enum PictureKind: String, Hashable, Sendable, CaseIterable {
    case jpeg, png, gif, webp

    package var mediaType: String { "image/\(rawValue)" }

    /// The extension of a file's name, without the dot.
    package var fileEnding: String { self == .jpeg ? "jpg" : rawValue }

    package init?(mediaType: String) {
        guard let kind = PictureKind.allCases.first(where: { $0.mediaType == mediaType }) else { return nil }
        self = kind
    }
}
