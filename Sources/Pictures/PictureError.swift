import Posts

/// Why Galley does not accept a file as a picture.
package enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    /// An SVG drawing with something that Galley does not know to be harmless.
    case unsafeDrawing(line: Int, String)
    case largeDrawing(bytes: Int)
    /// A picture of an unsupported kind: its name, such as “an AVIF picture”.
    case otherKind(String)
    case noPicture
    /// In pixels.
    case tooLarge(width: Int, height: Int)
    /// The file starts as this kind but is malformed.
    case damaged(PictureKind, String)

    package var description: String {
        switch self {
        case .empty: "The file is empty. Choose another."
        case .unsafeDrawing(let line, let words):
            "Line \(line) of the SVG drawing is not accepted. \(words) A drawing must be free of scripts, entities and "
                + "references to other files. Remove them, or export it as PNG and add that."
        case .largeDrawing(let bytes):
            "The SVG drawing has \(ByteCount(bytes).text). The limit is \(ByteCount(SVGReading.bytesMax).text). "
                + "Simplify it, or export it as PNG."
        case .otherKind(let name):
            "This is \(name), which not every reader and service can show. Export it as JPEG, PNG or WebP and add that."
        case .noPicture: "This is no picture that Galley knows. JPEG, PNG, GIF, WebP and SVG are taken."
        case .tooLarge(let width, let height):
            "The picture is \(width) × \(height) pixels. The limit is \(Picture.sideMax) on each side, and "
                + "\(Picture.pixelsMax / 1_000_000) million in all. Make it smaller."
        case .damaged(let kind, let words):
            "The \(kind.rawValue.uppercased()) file is damaged: \(words). Export the picture again."
        }
    }
}
