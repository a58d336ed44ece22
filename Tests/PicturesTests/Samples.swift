import Foundation

@testable import Pictures

/// Handmade files of each kind: only structure.
enum Sample {
    static let secret = "GPS 38.7223 N 9.1393 W"

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(content.count + 2, 2) + content
    }

    static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }

    static func exif(orientation: Int, isBig: Bool = true) -> [UInt8] {
        let number = isBig ? big : little
        let head = isBig ? Array("MM\0*".utf8) : Array("II*\0".utf8)
        let entries = number(2, 2) + number(0x010F, 2) + number(2, 2) + number(4, 4) + Array("Cam\0".utf8)
        let turn = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
        return Array("Exif\0\0".utf8) + head + number(8, 4) + entries + turn + number(0, 4) + Array(secret.utf8)
    }

    static func jpeg(
        width: Int = 640, height: Int = 480, metadata: [UInt8] = [], scan: [UInt8] = [1, 2, 0xFF, 0, 3, 0xFF, 0xD0, 4],
        tail: [UInt8] = [0xFF, 0xD9]
    ) -> [UInt8] {
        let frame = [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
        return [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]) + metadata
            + segment(0xDB, [UInt8](repeating: 1, count: 65)) + segment(0xC0, frame)
            + segment(0xDA, [1, 1, 0, 0, 63, 0])
            + scan + tail
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count, 4) + Array(name.utf8) + content + [0, 0, 0, 0]
    }

    static func png(width: Int = 30, height: Int = 20, extra: [UInt8] = []) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0]) + extra + chunk("IDAT", [1, 2, 3])
            + chunk("IEND", [])
    }

    static func gif(width: Int = 12, height: Int = 7, extra: [UInt8] = [], frames: Int = 1) -> [UInt8] {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 12, 0, 7, 0, 0, 2, 2, 0x4C, 1, 0]
        return Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + extra
            + (0..<frames).flatMap { _ in frame } + [0x3B]
    }

    static func webp(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for (name, content) in chunks {
            body += Array(name.utf8) + little(content.count, 4) + content
            if content.count % 2 == 1 { body.append(0) }
        }
        return Array("RIFF".utf8) + little(body.count + 4, 4) + Array("WEBP".utf8) + body
    }

    static func picture(_ bytes: [UInt8]) throws(PictureError) -> Picture {
        try Picture(size: bytes.count) { Array(bytes.dropFirst($0).prefix($1)) }
    }

    /// The file without metadata.
    static func clean(_ bytes: [UInt8]) throws -> [UInt8] {
        try picture(bytes).parts.flatMap { part in
            switch part {
            case .range(let range): Array(bytes[range])
            case .bytes(let bytes): bytes
            }
        }
    }
}

extension [UInt8] {
    func has(_ text: String) -> Bool { String(decoding: self, as: Unicode.ASCII.self).contains(text) }
}
