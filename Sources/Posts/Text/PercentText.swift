// Percent-encoding for URLs (RFC 3986, section 2).

extension StringProtocol {
    /// Encodes every byte as `%XX` except ASCII letters, digits and `marks`. The default is the unreserved set of RFC
    /// 3986.
    package func percentEncoded(keeping marks: String = "-._~") -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            if byte.isASCIILetter || byte.isDigit || marks.utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `%C3%A9` becomes “é”; nil if a `%` starts no encoded byte or the result is not UTF-8.
    package var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next()?.valueOfHexDigit, let low = rest.next()?.valueOfHexDigit else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// As `percentDecoded`, but the text itself if it cannot be decoded.
    package var percentRead: String { percentDecoded ?? String(self) }
}

extension UInt8 {
    fileprivate var valueOfHexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
