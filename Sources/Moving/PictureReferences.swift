import Posts

/// Finds the references to pictures in a Markdown text and replaces them.
///
/// It recognises the addresses in `![alt](here)`, `[name]: here`, `src="here"` and `href="here"` by their form, without
/// parsing, and leaves code alone. It replaces only references that exist as files, so other text stays unchanged.
package enum PictureReferences {
    package static let endings = ["jpg", "jpeg", "png", "gif", "webp", "svg"]

    /// All references as written, in the order of the text, from the byte `start` on.
    package static func all(in text: String, from start: Int = 0) -> [String] {
        let bytes = Array(text.utf8)
        return places(bytes, from: start).map { String(decoding: bytes[$0], as: UTF8.self) }
            .filter { isPicture($0) }
    }

    /// Replaces references, and returns the replaced ones in order.
    /// - Parameter names: returns nil to leave a reference unchanged.
    package static func replacing(
        in text: String, from start: Int = 0, _ names: (String) -> String?
    ) -> (text: String, replaced: [(old: String, new: String)]) {
        let bytes = Array(text.utf8)
        var (result, position, replaced) = ([UInt8](), 0, [(old: String, new: String)]())
        for place in places(bytes, from: start) {
            let old = String(decoding: bytes[place], as: UTF8.self)
            guard isPicture(old), let new = names(old) else { continue }
            result += bytes[position..<place.lowerBound] + Array(new.utf8)
            position = place.upperBound
            replaced.append((old, new))
        }
        result += bytes[position...]
        return (String(decoding: result, as: UTF8.self), replaced)
    }

    /// The inverse: replaces each `media:ID` by its former name, or by the name that `others` returns for later
    /// pictures.
    /// - Parameter names: the replaced references, in order.
    package static func restoring(
        in text: String, _ names: [(reference: String, media: String)], others: (String) -> String
    ) -> String {
        var left = names
        let bytes = Array(text.utf8)
        var (result, position) = ([UInt8](), 0)
        for place in mediaPlaces(bytes) {
            let media = String(decoding: bytes[place], as: UTF8.self)
            let name: String
            if let index = left.firstIndex(where: { $0.media == media }) {
                name = left.remove(at: index).reference
            } else {
                name = names.last { $0.media == media }?.reference ?? others(media)
            }
            result += bytes[position..<place.lowerBound] + Array(name.utf8)
            position = place.upperBound
        }
        return String(decoding: result + bytes[position...], as: UTF8.self)
    }

    /// Each `media:ID` in a text, once.
    package static func media(in text: String) -> Set<String> {
        let bytes = Array(text.utf8)
        return Set(mediaPlaces(bytes).map { String(decoding: bytes[$0], as: UTF8.self) })
    }

    private static func mediaPlaces(_ bytes: [UInt8]) -> [Range<Int>] {
        let scheme = Array("media:".utf8)
        var (places, position) = ([Range<Int>](), 0)
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "m")) {
            let end = start + scheme.count + 16
            position = start + 1
            guard end <= bytes.count, bytes[start...].starts(with: scheme),
                bytes[(start + scheme.count)..<end].allSatisfy(\.isHexadecimal)
            else { continue }
            places.append(start..<end)
            position = end
        }
        return places
    }

    static func isPicture(_ reference: String) -> Bool {
        let path = reference.prefix { $0 != "?" && $0 != "#" }
        return path.lastIndex(of: ".").map { endings.contains(path[path.index(after: $0)...].lowercased()) } ?? false
    }

    static func places(_ bytes: [UInt8], from start: Int) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var position = min(start, bytes.count)
        var code = MarkdownCode(bytes, from: position)
        var nextCode = code.next()
        while position < bytes.count {
            while let range = nextCode, range.upperBound <= position { nextCode = code.next() }
            if let range = nextCode, range.contains(position) {
                position = range.upperBound
            } else if let begin = beginning(bytes, at: position), let place = address(bytes, from: begin) {
                places.append(place)
                position = place.upperBound
            } else {
                position += 1
            }
        }
        return places
    }

    /// The position after `](`, `]:`, `src=` or `href=`.
    private static func beginning(_ bytes: [UInt8], at position: Int) -> Int? {
        switch bytes[position] {
        case UInt8(ascii: "]"):
            guard position + 1 < bytes.count else { return nil }
            if bytes[position + 1] == UInt8(ascii: "(") { return position + 2 }
            return bytes[position + 1] == UInt8(ascii: ":") ? position + 2 : nil
        case UInt8(ascii: "s"): return bytes[position...].starts(with: "src=".utf8) ? position + 4 : nil
        case UInt8(ascii: "h"): return bytes[position...].starts(with: "href=".utf8) ? position + 5 : nil
        default: return nil
        }
    }

    private static let addressMax = 2000

    private static func address(_ bytes: [UInt8], from start: Int) -> Range<Int>? {
        var begin = start
        while begin < bytes.count, bytes[begin] == 0x20 { begin += 1 }
        guard begin < bytes.count else { return nil }
        let closing: UInt8? =
            switch bytes[begin] {
            case UInt8(ascii: "<"): UInt8(ascii: ">")
            case UInt8(ascii: "\""), UInt8(ascii: "'"): bytes[begin]
            default: nil
            }
        if closing != nil { begin += 1 }
        let rest = bytes[begin...].prefix(addressMax)
        let end = if let closing { rest.firstIndex { $0 == closing || $0 == 0x0A } } else { bareEnd(rest) }
        // An address at the end of the text needs no closing character; an empty one does not count.
        let last = end ?? (closing == nil && bytes.count - begin <= addressMax ? bytes.count : begin)
        return last > begin ? begin..<last : nil
    }

    /// The end of an address without quotation marks, in which parentheses are balanced or escaped.
    private static func bareEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
        var (depth, isEscaped) = (0, false)
        return bytes.firstIndex { byte in
            defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
            switch byte {
            case UInt8(ascii: "(") where !isEscaped: depth += 1
            case UInt8(ascii: ")") where !isEscaped: depth -= 1
            default: return byte <= 0x20 || byte == UInt8(ascii: ">")
            }
            return depth < 0
        }
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}
