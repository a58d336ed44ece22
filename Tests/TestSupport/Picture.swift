/// A PNG with only its structure.
package func png(width: Int = 30, height: Int = 20, text: String? = nil, content: [UInt8] = [1]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count) + Array(name.utf8) + content + [0, 0, 0, 0]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + chunk("IHDR", number(width) + number(height) + [8, 2, 0, 0, 0])
        + (text.map { chunk("tEXt", Array($0.utf8)) } ?? []) + chunk("IDAT", content) + chunk("IEND", [])
}
