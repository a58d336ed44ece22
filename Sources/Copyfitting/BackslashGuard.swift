/// Escapes plain text for a server that reads a backslash before punctuation as an escape, and character references as
/// the characters (GoToSocial, also where a status is declared plain text): such a backslash is doubled, and a reference
/// gets one.
///
/// Addresses stay unchanged, because the server links them as they stand.
struct BackslashGuard {
    static func protected(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var address = scalars.startIndex
        for (index, scalar) in scalars.enumerated() {
            if scalars.beginsAddress(at: index) {
                address = scalars[index...].firstIndex { $0.properties.isWhitespace } ?? scalars.endIndex
            }
            let isInAddress = index < address
            if !isInAddress, scalar == "\\" ? scalars.isEscape(at: index) : scalars.beginsReference(at: index) {
                result.append("\\")
            }
            result.append(scalar)
        }
        return String(result)
    }

    /// The text behind a protected one.
    static func plain(_ sent: String) -> String {
        let scalars = Array(sent.unicodeScalars)
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for (index, scalar) in scalars.enumerated() {
            isEscaped = !isEscaped && scalar == "\\" && scalars.isEscape(at: index)
            if !isEscaped { result.append(scalar) }
        }
        return String(result)
    }
}

extension [Unicode.Scalar] {
    /// Whether the backslash at `index` stands before punctuation, or ends a line.
    fileprivate func isEscape(at index: Int) -> Bool {
        guard index + 1 < count else { return false }
        let next = self[index + 1]
        return next == "\n"
            || (next.isASCII && !next.properties.isAlphabetic && next.value > 0x20 && next.value < 0x7F
                && !(0x30...0x39).contains(next.value))
    }

    /// Such as `&amp;`, `&#58;` and `&#x3A;`.
    fileprivate func beginsReference(at index: Int) -> Bool {
        guard self[index] == "&" else { return false }
        let rest = self[(index + 1)...].prefix(referenceMax)
        guard let end = rest.firstIndex(of: ";"), end > index + 1 else { return false }
        let name = rest[..<end]
        let digits = name.first == "#" ? name.dropFirst() : name
        return !digits.isEmpty
            && digits.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) }
    }

    /// The longest name of a character in HTML has 31 letters.
    private var referenceMax: Int { 33 }

    /// At the start of a word, which may stand in parentheses.
    fileprivate func beginsAddress(at index: Int) -> Bool {
        guard self[index] == "h", index == 0 || self[index - 1] == "(" || self[index - 1].properties.isWhitespace else {
            return false
        }
        return ["http://", "https://"].contains { self[index...].starts(with: $0.unicodeScalars) }
    }
}
