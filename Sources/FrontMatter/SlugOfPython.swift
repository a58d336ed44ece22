import Posts

extension String {
    /// As `slugify` of Pelican (`pelican/utils.py`) and Nikola (`nikola/utils.py`) writes it: Latin letters in ASCII, in lower
    /// case, without most marks, and with one hyphen for spaces and hyphens in a row.
    /// - Parameter marks: those that stay besides `_`.
    /// - Returns: nil for a text with letters of other alphabets, tags or character references, which they spell in ways of
    ///   their own.
    func slugifiedInPython(keeping marks: String) -> String? {
        guard !contains("<"), !contains("&#"), firstMatch(of: /&[A-Za-z]+;/) == nil else { return nil }
        var words = ""
        for scalar in composed.unicodeScalars {
            guard let ascii = scalar.inASCIIOfPython else { return nil }
            words += ascii.filter {
                $0.isLetter || $0.isNumber || $0.isWhitespace || "_-".contains($0) || marks.contains($0)
            }
        }
        let slug = words.trimmed.lowercased().split(separator: /[-\s]+/, omittingEmptySubsequences: false)
        return slug.joined(separator: "-")
    }
}

extension Unicode.Scalar {
    /// As the library Unidecode spells it; nil if that is not known here.
    fileprivate var inASCIIOfPython: String? {
        if isASCII { return String(Character(self)) }
        let index = Int(value) - 0xC0
        if latin.indices.contains(index) { return latin[index] }
        switch value {
        case 0xA0, 0x2002...0x200A, 0x202F, 0x3000: return " "
        case 0x2010...0x2013, 0x2212: return "-"
        case 0x2014: return "--"
        case 0x2018...0x201F, 0x2026, 0x2032, 0x2033, 0xA1, 0xAB, 0xBB, 0xBF, 0xB7, 0x2022: return ""
        case 0x20AC: return "EUR"
        default: return nil
        }
    }
}

/// From U+00C0 to U+017F.
private let latin: [String] = """
    A A A A A A AE C E E E E I I I I D N O O O O O x O U U U U Y Th ss a a a a a a ae c e e e e i i i i d n o o o o o _ o u u u \
    u y th y A a A a A a C c C c C c C c D d D d E e E e E e E e E e G g G g G g G g H h H h I i I i I i I i I i IJ ij J j K k \
    k L l L l L l L l L l N n N n N n n NG ng O o O o O o OE oe R r R r R r S s S s S s S s T t T t T t U u U u U u U u U u U u \
    W w Y y Y Z z Z z Z z s
    """.split(separator: " ").map { $0 == "_" ? "" : String($0) }
