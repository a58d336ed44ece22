// The standard library has Unicode's normal forms, since it compares strings by them, but hands them out only under
// this interface; FoundationEssentials has none, and Foundation would double the start-up time of the command line.
// Should a later toolchain rename it, the build breaks here, and nothing else has to change.
@_spi(_Unicode) import Swift

extension String {
    /// This text in Unicode's normal form C. SQLite, file systems and addresses compare bytes: two spellings of “é”
    /// would be two slugs.
    package var composed: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }
}

extension Unicode.Scalar {
    /// For error messages: the character in quotation marks, or its number where it would be invisible or do mischief.
    var named: String {
        let isVisible =
            switch properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            default: !properties.isDefaultIgnorableCodePoint
            }
        let number = String(value, radix: 16, uppercase: true)
        return isVisible ? "“\(self)”" : "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    }
}
