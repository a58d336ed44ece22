extension StringProtocol {
    /// Without the spaces and tabs around it.
    var trimmed: String {
        // By bytes, since every request asks: none of a longer character's is a space or a tab.
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let start = Substring(self).utf8.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(decoding: start[...last], as: UTF8.self)
    }

    /// `%C3%A9` as “é”; nil when a `%` begins nothing, or what comes out is no UTF-8.
    var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next()?.hexValue, let low = rest.next()?.hexValue else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// For messages that quote what was found: one line, not long.
    func shortened(to count: Int = 60) -> String {
        let line = prefix(count).map { $0.isNewline ? " " : $0 }
        return String(line) + (self.count > count ? "…" : "")
    }
}

extension UInt8 {
    fileprivate var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
