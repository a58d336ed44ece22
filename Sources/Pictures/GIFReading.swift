/// The blocks of a GIF file (CompuServe, GIF89a).
enum GIFReading {
    static func picture(_ source: inout PictureSource) throws(PictureError) -> Picture {
        let width = try source.little(at: 6, count: 2)
        let height = try source.little(at: 8, count: 2)
        var offset = 13 + colours(try source.byte(at: 10))
        var parts = PictureParts()
        parts.append(0..<offset)
        var frames = 0
        blocks: while offset < source.size {
            let start = offset
            switch try source.byte(at: offset) {
            case 0x21:
                let label = try source.byte(at: offset + 1)
                let isKept = try keeps(&source, label, at: offset + 2)
                offset = try endOfBlocks(&source, from: offset + 2)
                if isKept { parts.append(start..<offset) }
            case 0x2C:
                frames += 1
                // Some programs enlarge the picture for a frame that is larger.
                let frame = (try source.little(at: offset + 5, count: 2), try source.little(at: offset + 7, count: 2))
                guard Picture.isWithinBounds(frame.0, frame.1) else {
                    throw .tooLarge(width: frame.0, height: frame.1)
                }
                let table = colours(try source.byte(at: offset + 9))
                offset = try endOfBlocks(&source, from: offset + 10 + table + 1)
                parts.append(start..<offset)
            case 0x3B: break blocks
            default: throw source.damaged("a block of it is unknown")
            }
        }
        guard frames > 0 else { throw source.damaged("it holds no picture") }
        parts.append([0x3B])
        return Picture(kind: .gif, width: width, height: height, isAnimated: frames > 1, parts: parts)
    }

    /// The size of a colour table in bytes, from the flags that announce it.
    private static func colours(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    /// Drops comments and all application blocks except those with the loop count of an animation.
    private static func keeps(
        _ source: inout PictureSource, _ label: UInt8, at offset: Int
    ) throws(PictureError) -> Bool {
        guard label == 0xFF else { return label != 0xFE }
        guard try source.byte(at: offset) == 11 else { return false }
        let name = String(decoding: try source.bytes(at: offset + 1, count: 11), as: UTF8.self)
        return name == "NETSCAPE2.0" || name == "ANIMEXTS1.0"
    }

    /// The position after a chain of blocks, each preceded by its length and ended by an empty one.
    private static func endOfBlocks(_ source: inout PictureSource, from offset: Int) throws(PictureError) -> Int {
        var offset = offset
        while true {
            let length = Int(try source.byte(at: offset))
            offset += 1 + length
            if length == 0 { return offset }
        }
    }
}
