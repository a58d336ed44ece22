/// JSON that nests deeper than anything Galley understands. The check runs before Foundation's decoder, which recurses
/// and crashes if the text ends exactly at its own limit of 512.
package struct JSONTooDeep: Error, CustomStringConvertible {
    static let levelsMax = 100

    package var description: String { "The JSON is nested more than \(JSONTooDeep.levelsMax) deep. Flatten it." }

    /// Counts brackets outside strings, whether or not the rest is JSON.
    package static func check(_ bytes: [UInt8]) throws(JSONTooDeep) {
        // Text with few opening brackets cannot be deep. “[” and “{” differ in one bit only.
        let openings = bytes.reduce(into: 0) { count, byte in count &+= byte | 0x20 == UInt8(ascii: "{") ? 1 : 0 }
        guard openings > levelsMax else { return }
        var (levels, isText, isEscaped) = (0, false, false)
        for byte in bytes {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                levels += 1
                guard levels <= levelsMax else { throw JSONTooDeep() }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): levels -= 1
            default: break
            }
        }
    }
}
