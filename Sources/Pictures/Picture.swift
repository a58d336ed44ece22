/// The properties of a picture file, and which of its bytes belong to the picture.
///
/// The file's name and the type that a sender declares do not count. Metadata is removed without changing a pixel: the
/// place and time of the shot, the camera, comments, thumbnails, and any data after the picture's end. Everything that
/// affects the picture's look stays: colour profiles, animation, transparency, and the orientation from the Exif data. An
/// SVG drawing loses its document type only.
package struct Picture: Hashable, Sendable {
    package let kind: PictureKind
    /// As readers see it, with the orientation applied: pixels, 1 to `sideMax`.
    package let width: Int
    package let height: Int
    /// The Exif orientation, from 1 (upright) to 8.
    package let orientation: Int
    package let isAnimated: Bool
    /// The parts of the file without metadata, in order.
    package let parts: [Part]

    /// JPEG's limit. A PNG header may claim two thousand million in a file of a hundred bytes.
    package static let sideMax = 65_535
    /// Of both sides together: what a program that shows or shrinks the picture may have to decode. The largest sensors of
    /// cameras and telephones have 200 million. A drawing has no pixels, so it may state any size.
    package static let pixelsMax = 200_000_000
    /// Metadata divides an ordinary file into a few parts.
    fileprivate static let partsMax = 10_000

    package enum Part: Hashable, Sendable {
        /// These bytes of the file.
        case range(Range<Int>)
        case bytes([UInt8])

        var count: Int {
            switch self {
            case .range(let range): range.count
            case .bytes(let bytes): bytes.count
            }
        }
    }

    /// The size of the file that the parts make.
    package var size: Int { parts.reduce(0) { $0 + $1.count } }

    /// - Parameters:
    ///   - size: of the file in bytes.
    ///   - read: returns the bytes at an offset; fewer than requested at the end of the file or on an error.
    /// - Throws: `PictureError`
    /// - Complexity: reads each byte of a JPEG or GIF once, and of the others little more than their headers.
    package init(size: Int, read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]) throws(PictureError) {
        let head = read(0, min(size, 4096))
        guard !head.isEmpty else { throw .empty }
        let kind = try PictureKind(head: head)
        var source = PictureSource(size: size, kind: kind, read: read)
        self =
            switch kind {
            case .jpeg: try JPEGReading.picture(&source)
            case .png: try PNGReading.picture(&source)
            case .gif: try GIFReading.picture(&source)
            case .webp: try WebPReading.picture(&source)
            case .svg: try SVGReading.picture(&source)
            }
        guard width > 0, height > 0 else { throw .damaged(kind, "it is \(width) × \(height) pixels") }
        guard parts.count <= Picture.partsMax else {
            throw .damaged(kind, "metadata divides it into more than \(Picture.partsMax) parts")
        }
        guard Picture.isWithinBounds(width, height) || kind == .svg else {
            throw .tooLarge(width: width, height: height)
        }
    }

    static func isWithinBounds(_ width: Int, _ height: Int) -> Bool {
        max(width, height) <= sideMax && width * height <= pixelsMax
    }

    /// - Parameters:
    ///   - width: the pixels as stored in the file; `height` likewise.
    init(
        kind: PictureKind, width: Int, height: Int, orientation: Int = 1, isAnimated: Bool = false, parts: PictureParts
    ) {
        self.kind = kind
        let isTurned = (5...8).contains(orientation)
        (self.width, self.height) = isTurned ? (height, width) : (width, height)
        self.orientation = orientation
        self.isAnimated = isAnimated
        self.parts = parts.list
    }
}

/// Collects parts and merges adjacent ranges. Beyond the limit, it collects no more than one, for `Picture` to refuse.
struct PictureParts {
    private(set) var list: [Picture.Part] = []

    mutating func append(_ range: Range<Int>) {
        if case .range(let last)? = list.last, last.upperBound == range.lowerBound {
            list[list.count - 1] = .range(last.lowerBound..<range.upperBound)
        } else if !range.isEmpty, list.count <= Picture.partsMax {
            list.append(.range(range))
        }
    }

    mutating func append(_ bytes: [UInt8]) { list.append(.bytes(bytes)) }

    /// - Parameter dropped: ranges of what the parts are together, in order and apart from each other.
    func without(_ dropped: [Range<Int>]) -> PictureParts {
        var (kept, start, next) = (PictureParts(), 0, 0)
        for part in list {
            let end = start + part.count
            var position = start
            while next < dropped.count, dropped[next].lowerBound < end {
                let (gap, isWhole) = (dropped[next], dropped[next].upperBound <= end)
                if gap.lowerBound > position { kept.append(part, (position - start)..<(gap.lowerBound - start)) }
                position = isWhole ? gap.upperBound : end
                guard isWhole else { break }
                next += 1
            }
            if position < end { kept.append(part, (position - start)..<part.count) }
            start = end
        }
        return kept
    }

    private mutating func append(_ part: Picture.Part, _ range: Range<Int>) {
        switch part {
        case .bytes(let bytes): append(Array(bytes[range]))
        case .range(let whole): append((whole.lowerBound + range.lowerBound)..<(whole.lowerBound + range.upperBound))
        }
    }

    mutating func append(contentsOf parts: [Picture.Part]) {
        for part in parts {
            switch part {
            case .range(let range): append(range)
            case .bytes(let bytes): append(bytes)
            }
        }
    }
}

extension PictureKind {
    /// The kind by the file's first bytes.
    fileprivate init(head: [UInt8]) throws(PictureError) {
        func begins(_ bytes: [UInt8], at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: bytes) }
        if begins([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
            self = .gif
        } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if PictureKind.isDrawing(head) {
            self = .svg
        } else {
            throw PictureError(head: head)
        }
    }

    /// Comments and a document type may stand before the drawing.
    private static func isDrawing(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return text.first == "<" && text.contains("<svg")
    }
}

extension PictureError {
    /// Names the kind of a file that is not supported.
    fileprivate init(head: [UInt8]) {
        if head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) {
            switch String(decoding: head[8..<12], as: UTF8.self) {
            case "avif", "avis": self = .otherKind("an AVIF picture")
            case "heic", "heix", "hevc", "heim", "heis", "mif1", "msf1": self = .otherKind("a HEIC picture")
            default: self = .noPicture
            }
        } else if [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A]].contains(where: { head.starts(with: $0) }) {
            self = .otherKind("a TIFF or raw picture")
        } else if head.starts(with: "BM".utf8), head.count > 26 {
            self = .otherKind("a BMP picture")
        } else {
            self = .noPicture
        }
    }
}
