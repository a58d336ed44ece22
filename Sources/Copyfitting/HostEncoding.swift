/// Computes the length of a host encoded for DNS (RFC 3490, as Mastodon's libidn does it).
enum HostEncoding {
    /// The number of code points of the encoded host; nil if it cannot be encoded: a label is empty or longer than 63,
    /// or contains characters that Unicode 3.2, the version of that standard, does not have.
    ///
    /// The standard also folds and composes each label first. This function folds only case, so the result can be a few
    /// characters too large.
    static func length(of host: ArraySlice<Unicode.Scalar>) -> Int? {
        var total = -1
        for label in host.split(omittingEmptySubsequences: false, whereSeparator: \.isLabelSeparator) {
            guard let length = labelLength(label), (1...63).contains(length) else { return nil }
            total += length + 1
        }
        return total
    }

    private static func labelLength(_ label: ArraySlice<Unicode.Scalar>) -> Int? {
        if label.allSatisfy(\.isASCII) { return label.count }
        guard label.count <= 63, label.allSatisfy(\.isInUnicode32) else { return nil }
        let folded = String(String.UnicodeScalarView(label)).lowercased().unicodeScalars
        return "xn--".count + punycodeLength(Array(folded))
    }

    /// The length of a label in Punycode (RFC 3492), without its prefix.
    private static func punycodeLength(_ label: [Unicode.Scalar]) -> Int {
        let basic = label.count(where: \.isASCII)
        var length = basic > 0 ? basic + 1 : 0
        var (delta, bias, handled) = (0, 72, basic)
        var from = 128
        while handled < label.count, let next = label.map({ Int($0.value) }).filter({ $0 >= from }).min() {
            delta += (next - from) * (handled + 1)
            for scalar in label {
                if scalar.value < next { delta += 1 }
                guard scalar.value == next else { continue }
                length += digits(of: delta, bias: bias)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            from = next + 1
        }
        return length
    }

    private static func digits(of delta: Int, bias: Int) -> Int {
        var (rest, base, count) = (delta, 36, 1)
        while true {
            let threshold = min(max(base - bias, 1), 26)
            if rest < threshold { return count }
            rest = (rest - threshold) / (36 - threshold)
            base += 36
            count += 1
        }
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var base = 0
        while delta > 455 {
            delta /= 35
            base += 36
        }
        return base + 36 * delta / (delta + 38)
    }
}

extension Unicode.Scalar {
    fileprivate var isLabelSeparator: Bool { self == "." || self == "。" || self == "．" || self == "｡" }

    fileprivate var isInUnicode32: Bool {
        guard let age = properties.age else { return false }
        return (age.major, age.minor) <= (3, 2)
    }
}
