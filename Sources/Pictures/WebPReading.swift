/// The chunks of a WebP file (RFC 9649).
enum WebPReading {
    private static let kept: Set<String> = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]
    /// In bytes, of the chunks that state the picture's size.
    private static let headerSizes = ["VP8X": 10, "VP8 ": 10, "VP8L": 5]
    /// The flags in VP8X that announce Exif and XMP.
    private static let metadataFlags: UInt8 = 0x0C

    static func picture(_ source: inout PictureSource) throws(PictureError) -> Picture {
        var parts = PictureParts()
        var size: (width: Int, height: Int)?
        var (isAnimated, hasData, offset) = (false, false, 12)
        let end = min(source.size, try source.little(at: 4, count: 4) + 8)
        while offset + 8 <= end {
            let name = String(decoding: try source.bytes(at: offset, count: 4), as: UTF8.self)
            let length = try source.little(at: offset + 4, count: 4)
            guard length <= end - offset - 8 else { throw source.damaged("it ends before its picture does") }
            guard length >= headerSizes[name] ?? 0 else { throw source.damaged("its header is too short") }
            let next = min(offset + 8 + length + length % 2, source.size)
            if size == nil { size = try dimensions(&source, of: name, at: offset + 8) }
            isAnimated = isAnimated || name == "ANIM"
            hasData = hasData || ["VP8 ", "VP8L", "ANMF"].contains(name)
            if name == "VP8X" {
                parts.append(offset..<(offset + 8))
                parts.append([try source.byte(at: offset + 8) & ~metadataFlags])
                parts.append((offset + 9)..<next)
            } else if kept.contains(name) {
                parts.append(offset..<next)
            }
            offset = next
        }
        guard let size, hasData else { throw source.damaged("it holds no picture") }
        let picture = Picture(kind: .webp, width: size.width, height: size.height, isAnimated: isAnimated, parts: parts)
        return picture.behindHeader
    }

    private static func dimensions(
        _ source: inout PictureSource, of name: String, at offset: Int
    ) throws(PictureError) -> (Int, Int)? {
        switch name {
        case "VP8X":
            return (try source.little(at: offset + 4, count: 3) + 1, try source.little(at: offset + 7, count: 3) + 1)
        case "VP8 ":
            return (
                try source.little(at: offset + 6, count: 2) & 0x3FFF,
                try source.little(at: offset + 8, count: 2) & 0x3FFF
            )
        case "VP8L":
            let bits = try source.little(at: offset + 1, count: 4)
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        default: return nil
        }
    }
}

extension Picture {
    /// The chunks after a new header with their total length.
    fileprivate var behindHeader: Picture {
        let length = UInt32(clamping: size + 4)
        let digits = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) }
        var all = PictureParts()
        all.append(Array("RIFF".utf8) + digits + Array("WEBP".utf8))
        all.append(contentsOf: parts)
        return Picture(kind: kind, width: width, height: height, isAnimated: isAnimated, parts: all)
    }
}
