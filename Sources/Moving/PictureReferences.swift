import Posts

/// Finds the references to pictures in a Markdown text and replaces them.
///
/// It recognises the addresses in `![alt](here)`, `[name]: here`, `src="here"` and `href="here"` by their form, without
/// parsing, and leaves code alone. It replaces only references that exist as files, so other text stays unchanged.
package enum PictureReferences {
    package static let endings = ["jpg", "jpeg", "png", "gif", "webp", "svg"] + refused
    /// Of pictures that the daemon refuses, with the reason.
    private static let refused = ["avif", "avifs", "heic", "heif", "bmp", "tif", "tiff"]

    /// All references as written, in the order of the text, from the byte `start` on.
    package static func all(in text: String, from start: Int = 0) -> [String] {
        let bytes = Array(text.utf8)
        return ranges(bytes, from: start).map { String(decoding: bytes[$0], as: UTF8.self) }
            .filter { isPicture($0) }
    }

    /// Replaces references, and returns the replaced ones in order.
    /// - Parameter names: returns nil to leave a reference unchanged.
    package static func replacing(
        in text: String, from start: Int = 0, _ names: (String) -> String?
    ) -> (text: String, replaced: [(old: String, new: String)]) {
        var replaced: [(old: String, new: String)] = []
        let bytes = Array(text.utf8)
        let result = bytes.replacing(ranges(bytes, from: start)) { old in
            guard isPicture(old), let new = names(old) else { return nil }
            replaced.append((old, new))
            return new
        }
        return (result, replaced)
    }

    /// The inverse: replaces each `media:ID` by its former name, or by the name that `others` returns for later
    /// pictures.
    /// - Parameter names: the replaced references, in order.
    package static func restoring(
        in text: String, _ names: [(reference: String, media: String)], others: (String) -> String
    ) -> String {
        var left = names
        let bytes = Array(text.utf8)
        return bytes.replacing(mediaRanges(bytes)) { media in
            if let index = left.firstIndex(where: { $0.media == media }) { return left.remove(at: index).reference }
            return names.last { $0.media == media }?.reference ?? others(media)
        }
    }

    /// Each `media:ID` in a text, once.
    package static func media(in text: String) -> Set<String> {
        let bytes = Array(text.utf8)
        return Set(mediaRanges(bytes).map { String(decoding: bytes[$0], as: UTF8.self) })
    }

    private static func mediaRanges(_ bytes: [UInt8]) -> [Range<Int>] {
        let scheme = Array("media:".utf8)
        var (ranges, position) = ([Range<Int>](), 0)
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "m")) {
            let end = start + scheme.count + 16
            position = start + 1
            guard end <= bytes.count, bytes[start...].starts(with: scheme),
                bytes[(start + scheme.count)..<end].allSatisfy(\.isHexadecimal)
            else { continue }
            ranges.append(start..<end)
            position = end
        }
        return ranges
    }

    static func isPicture(_ reference: String) -> Bool {
        let path = reference.prefix { $0 != "?" && $0 != "#" }
        return path.lastIndex(of: ".").map { endings.contains(path[path.index(after: $0)...].lowercased()) } ?? false
    }

    /// The addresses in a text, of pictures and others.
    static func ranges(_ bytes: [UInt8], from start: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var position = min(start, bytes.count)
        var code = MarkdownCode(bytes, from: position)
        while position < bytes.count {
            if let range = code.range(at: position) {
                position = range.upperBound
            } else if let begin = beginning(bytes, at: position), let range = address(bytes, from: begin) {
                ranges.append(range)
                position = range.upperBound
            } else {
                position += 1
            }
        }
        return ranges
    }

    /// The position after `](`, `]:`, `src=` or `href=`.
    private static func beginning(_ bytes: [UInt8], at position: Int) -> Int? {
        switch bytes[position] {
        case UInt8(ascii: "]"):
            guard position + 1 < bytes.count else { return nil }
            if bytes[position + 1] == UInt8(ascii: "(") { return position + 2 }
            guard bytes[position + 1] == UInt8(ascii: ":") else { return nil }
            return isFootnote(bytes[..<position].suffix(labelMax)) ? nil : position + 2
        case UInt8(ascii: "s"): return bytes[position...].starts(with: "src=".utf8) ? position + 4 : nil
        case UInt8(ascii: "h"): return bytes[position...].starts(with: "href=".utf8) ? position + 5 : nil
        default: return nil
        }
    }

    /// Whether a label, of which this is the end, is that of a footnote, behind which stands a text and no address.
    private static func isFootnote(_ label: ArraySlice<UInt8>) -> Bool {
        label.lastIndex(of: UInt8(ascii: "[")).map { label[$0...].starts(with: "[^".utf8) } ?? false
    }

    private static let (addressMax, labelMax) = (2000, 1000)

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

extension [UInt8] {
    /// The text with other words in some ranges.
    /// - Parameters:
    ///   - ranges: in order.
    ///   - words: what replaces the text of a range; nil to leave it.
    func replacing(_ ranges: [Range<Int>], _ words: (String) -> String?) -> String {
        var (result, position) = ([UInt8](), 0)
        for range in ranges {
            guard let new = words(String(decoding: self[range], as: UTF8.self)) else { continue }
            result += self[position..<range.lowerBound] + Array(new.utf8)
            position = range.upperBound
        }
        return String(decoding: result + self[position...], as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
