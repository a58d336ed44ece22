/// The kinds of picture that Galley keeps: those which browsers and services take, and of which metadata can be cut off
/// without touching a pixel.
///
/// SVG is a program as much as a picture. AVIF and HEIC hide their metadata among the picture's own data, and many
/// services refuse them: both are refused in words, with what to do instead.
package enum PictureKind: String, Hashable, Sendable, CaseIterable {
    case jpeg, png, gif, webp

    package var mediaType: String { "image/\(rawValue)" }

    /// Of a file's name, without the dot.
    package var fileEnding: String { self == .jpeg ? "jpg" : rawValue }

    package init?(mediaType: String) {
        guard let kind = PictureKind.allCases.first(where: { $0.mediaType == mediaType }) else { return nil }
        self = kind
    }
}
