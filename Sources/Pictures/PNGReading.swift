/// The chunks of a PNG file (W3C Portable Network Graphics, third edition).
enum PNGReading {
    /// All other chunks are texts, times or private data.
    private static let kept: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "hIST", "pHYs", "sPLT",
        "cICP", "mDCV", "cLLI", "acTL", "fcTL", "fdAT",
    ]

    static func picture(_ source: inout PictureSource) throws(PictureError) -> Picture {
        var parts = PictureParts()
        parts.append(0..<8)
        var (width, height, isAnimated, hasData, offset) = (0, 0, false, false, 8)
        var name = ""
        while name != "IEND" {
            let length = try source.big32(at: offset)
            name = String(decoding: try source.bytes(at: offset + 4, count: 4), as: UTF8.self)
            guard length <= source.size - offset - 12 else { throw source.damaged("it ends before its picture does") }
            if offset == 8 {
                guard name == "IHDR", length == 13 else { throw source.damaged("it has no header") }
                (width, height) = (try source.big32(at: 16), try source.big32(at: 20))
            }
            isAnimated = isAnimated || name == "acTL"
            hasData = hasData || name == "IDAT"
            let end = offset + 12 + length
            if kept.contains(name) { parts.append(offset..<end) }
            offset = end
        }
        guard hasData else { throw source.damaged("it holds no picture") }
        return Picture(kind: .png, width: width, height: height, isAnimated: isAnimated, parts: parts)
    }
}
