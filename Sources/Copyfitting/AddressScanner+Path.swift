extension AddressScanner {
    /// The end of a path that begins with the slash at `start`. The path extends over balanced parentheses, but not
    /// over punctuation of the surrounding sentence.
    func pathEnd(from start: Int) -> Int {
        var end = start + 1
        var at = end
        while at < scalars.count {
            if scalars[at] == "(" {
                guard let close = parenthesesEnd(from: at, holding: \.isPathScalar) else { break }
                // A path may end with parentheses only if they contain plain characters.
                if parenthesesEnd(from: at, holding: \.isPlainPathScalar) != nil { end = close }
                at = close
            } else {
                guard scalars[at].isPathScalar else { break }
                if scalars[at].mayEndPath { end = at + 1 }
                at += 1
            }
        }
        return end
    }

    /// The end of a query that begins with the question mark at `start`; `start` itself when nothing follows.
    func queryEnd(from start: Int) -> Int {
        var end = start
        var at = start + 1
        while at < scalars.count, scalars[at].isQueryScalar {
            at += 1
            if scalars[at - 1].mayEndQuery { end = at }
        }
        return end
    }

    /// The end of `(…)` or `(…(…)…)`; nil when the parentheses are empty, not closed or nested deeper.
    private func parenthesesEnd(from start: Int, holding isHeld: (Unicode.Scalar) -> Bool) -> Int? {
        func run(_ from: Int) -> Int {
            var at = from
            while at < scalars.count, isHeld(scalars[at]) { at += 1 }
            return at
        }
        func isAt(_ position: Int, _ sign: Unicode.Scalar) -> Bool {
            position < scalars.count && scalars[position] == sign
        }
        let first = run(start + 1)
        if isAt(first, ")") { return first > start + 1 ? first + 1 : nil }
        guard isAt(first, "(") else { return nil }
        let inner = run(first + 1)
        guard inner > first + 1, isAt(inner, ")") else { return nil }
        let rest = run(inner + 1)
        return isAt(rest, ")") ? rest + 1 : nil
    }
}

extension Unicode.Scalar {
    fileprivate var isPathScalar: Bool {
        switch self {
        case "<", ">", "(", ")", "?": false
        default: !isWhitespace
        }
    }

    /// Whether a path scalar may be the last of its path.
    fileprivate var mayEndPath: Bool {
        switch self {
        case "!", "*", "\"", "'", "「", "」", ":", ";", "=", ",", ".", "$", "%", "[", "]", "~", "&", "|", "@": false
        default: true
        }
    }

    /// Characters that twitter-text allows in a path; Mastodon allows more.
    fileprivate var isPlainPathScalar: Bool {
        switch self {
        case "!", "*", "'", ":", ";", "=", "+", ",", ".", "$", "/", "%", "#", "[", "]", "_", "~", "&", "|", "@": true
        default:
            isASCIIAlphanumeric || isLatinAccent || isCyrillic || properties.generalCategory == .dashPunctuation
        }
    }

    private var isCyrillic: Bool {
        switch value {
        case 0x400...0x484, 0x487...0x52F, 0x1C80...0x1C88, 0x1D2B, 0x1D78, 0x2DE0...0x2DFF, 0xA640...0xA69F, 0xFE2E,
            0xFE2F:
            true
        default: false
        }
    }

    fileprivate var isQueryScalar: Bool {
        switch self {
        case "!", "?", "*", "'", "(", ")", ";", ":", "&", "=", "+", "$", "/", "%", "#", "[", "]", "-", "_", ".", ",",
            "~",
            "|", "@", "^":
            true
        default: isASCIIAlphanumeric || isInternationalAddressScalar
        }
    }

    fileprivate var mayEndQuery: Bool {
        switch self {
        case "_", "&", "=", "#", "/", "-": true
        default: isASCIIAlphanumeric || isInternationalAddressScalar
        }
    }

    /// The characters that RFC 3987 adds to those of an address.
    private var isInternationalAddressScalar: Bool {
        switch value {
        case 0xA0...0xD7FF, 0xE000...0xFDCF, 0xFDF0...0xFFEF: true
        case 0xE0000...0xE0FFF: false
        case 0x10000...: value & 0xFFFE != 0xFFFE
        default: false
        }
    }
}
