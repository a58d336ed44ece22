/// Why Galley does not accept a file as a picture.
package enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case vector
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
        case .vector:
            "This is an SVG drawing, which can contain scripts, so it is not taken. Export it as PNG and add that."
        case .otherKind(let name):
            "This is \(name), which not every reader and service can show. Export it as JPEG, PNG or WebP and add that."
        case .noPicture: "This is no picture that Galley knows. JPEG, PNG, GIF and WebP are taken."
        case .tooLarge(let width, let height):
            "The picture is \(width) × \(height) pixels. At most \(Picture.sideMax) on each side are taken; make it smaller."
        case .damaged(let kind, let words):
            "The \(kind.rawValue.uppercased()) file is damaged: \(words). Export the picture again."
        }
    }
}
