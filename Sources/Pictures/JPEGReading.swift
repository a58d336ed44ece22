/// The markers of a JPEG file (ITU-T T.81, annex B; JFIF; Exif 2.32).
enum JPEGReading {
    private static let startOfScan: UInt8 = 0xDA
    private static let endOfImage: UInt8 = 0xD9

    static func picture(_ source: inout PictureSource) throws(PictureError) -> Picture {
        var segments = PictureParts()
        var frame: (width: Int, height: Int)?
        var (orientation, hasScan, offset) = (1, false, 2)
        // A file that ends before the marker of its end was cut: reading on fails.
        while true {
            guard try source.byte(at: offset) == 0xFF else { throw source.damaged("a marker is missing") }
            let marker = try source.byte(at: offset + 1)
            if marker == 0xFF {
                offset += 1
                continue
            }
            // Data after the end is another picture, a video, or other hidden data of a phone.
            if marker == endOfImage { break }
            let end = offset + 2 + (try length(&source, of: marker, at: offset))
            guard end <= source.size else { throw source.damaged("it ends before its picture does") }
            if let size = try dimensions(&source, of: marker, at: offset) { frame = frame ?? size }
            if marker == 0xE1, let found = try ExifReading.orientation(&source, in: (offset + 4)..<end) {
                orientation = found
            }
            if try isKept(&source, marker, offset, end) { segments.append(offset..<end) }
            offset = end
            guard marker == startOfScan else { continue }
            hasScan = true
            offset = try endOfScan(&source, from: end)
            segments.append(end..<offset)
        }
        guard let frame, hasScan else { throw source.damaged("it holds no picture") }
        var parts = PictureParts()
        parts.append([0xFF, 0xD8])
        if orientation != 1 { parts.append(ExifReading.note(orientation)) }
        parts.append(contentsOf: segments.list)
        parts.append([0xFF, endOfImage])
        return Picture(
            kind: .jpeg, width: frame.width, height: frame.height, orientation: orientation, parts: parts)
    }

    /// The length of a segment after the two bytes of its marker.
    private static func length(
        _ source: inout PictureSource, of marker: UInt8, at offset: Int
    ) throws(PictureError) -> Int {
        switch marker {
        case 0x01, 0xD0...0xD8: return 0
        default:
            let length = try source.big16(at: offset + 2)
            guard length >= 2 else { throw source.damaged("a segment has no length") }
            return length
        }
    }

    private static func dimensions(
        _ source: inout PictureSource, of marker: UInt8, at offset: Int
    ) throws(PictureError) -> (width: Int, height: Int)? {
        guard (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) else { return nil }
        return (try source.big16(at: offset + 7), try source.big16(at: offset + 5))
    }

    /// Keeps only the application segments of JFIF, colour profiles and Adobe's colour transform.
    private static func isKept(
        _ source: inout PictureSource, _ marker: UInt8, _ offset: Int, _ end: Int
    ) throws(PictureError) -> Bool {
        guard (0xE0...0xEF).contains(marker) || marker == 0xFE else { return true }
        let head = try source.bytes(at: offset + 4, count: min(12, end - offset - 4))
        switch marker {
        case 0xE0: return head.starts(with: "JFIF\0".utf8)
        case 0xE2: return head.starts(with: "ICC_PROFILE\0".utf8)
        case 0xEE: return head.starts(with: "Adobe".utf8)
        default: return false
        }
    }

    /// The position of the next marker that is not part of the scan.
    private static func endOfScan(_ source: inout PictureSource, from offset: Int) throws(PictureError) -> Int {
        var offset = offset
        while let found = try source.firstIndex(of: 0xFF, from: offset), found + 1 < source.size {
            let next = try source.byte(at: found + 1)
            switch next {
            case 0x00, 0xD0...0xD7: offset = found + 2
            case 0xFF: offset = found + 1
            default: return found
            }
        }
        return source.size
    }
}

/// The orientation, the only Exif value that Galley reads.
enum ExifReading {
    private static let tag = 0x0112

    /// - Parameter range: an application segment after its length.
    /// - Returns: 2 to 8; nil if the picture is upright, or the segment is not Exif or is damaged.
    static func orientation(_ source: inout PictureSource, in range: Range<Int>) throws(PictureError) -> Int? {
        let bytes = try source.bytes(at: range.lowerBound, count: range.count)
        guard bytes.starts(with: "Exif\0\0".utf8), bytes.count >= 14 else { return nil }
        let notes = Array(bytes[6...])
        let isBig = notes.starts(with: "MM".utf8)
        guard isBig || notes.starts(with: "II".utf8) else { return nil }
        func number(at offset: Int, count: Int) -> Int? {
            guard offset >= 0, offset <= notes.count - count else { return nil }
            let bytes = notes[offset..<(offset + count)]
            return isBig ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard let first = number(at: 4, count: 4), let entries = number(at: first, count: 2) else { return nil }
        for entry in 0..<min(entries, 500) {
            let offset = first + 2 + 12 * entry
            guard number(at: offset, count: 2) == tag else { continue }
            return number(at: offset + 8, count: 2).flatMap { (2...8).contains($0) ? $0 : nil }
        }
        return nil
    }

    /// An Exif segment that contains only the orientation.
    static func note(_ orientation: Int) -> [UInt8] {
        [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]
            + [0, UInt8(clamping: orientation), 0, 0, 0, 0, 0, 0]
    }
}
