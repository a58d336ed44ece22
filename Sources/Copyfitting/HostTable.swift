/// Finds in constant time the end of a host that begins at a given position. Each position may be asked, and a text may
/// consist of one long name.
///
/// A host consists of labels separated by dots, and its last label is a known top-level domain. All labels but the two
/// last may contain `_`. The host has as many labels as possible.
struct HostTable {
    private let scalars: [Unicode.Scalar]
    /// For each position, the first one from there whose code point cannot be in a label.
    private var runEnd: [Int32]
    /// The number of `_` before each position.
    private var underscores: [Int32]
    /// For each dot, the last dot of the host that continues after it, or -1; unused for other characters.
    private var furthest: [Int32]

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        let count = scalars.count
        runEnd = Array(repeating: Int32(clamping: count), count: count + 1)
        underscores = Array(repeating: 0, count: count + 1)
        furthest = Array(repeating: -1, count: count)
        for at in scalars.indices {
            underscores[at + 1] = underscores[at] + (scalars[at] == "_" ? 1 : 0)
        }
        for at in scalars.indices.reversed() {
            let isPart = scalars[at].isHostScalar || scalars[at] == "-" || scalars[at] == "_"
            runEnd[at] = isPart ? runEnd[at + 1] : Int32(clamping: at)
            if scalars[at] == ".", let next = lastDot(from: at + 1) { furthest[at] = Int32(clamping: next) }
        }
    }

    /// The host that begins at `start`, including its top-level domain; nil if there is none.
    func host(from start: Int) -> Range<Int>? {
        guard let dot = lastDot(from: start), let end = topLevelEnd(from: dot + 1) else { return nil }
        return start..<end
    }

    /// The last dot of the host that begins at `start`, with the largest number of labels.
    private func lastDot(from start: Int) -> Int? {
        guard start < scalars.count else { return nil }
        let dot = Int(runEnd[start])
        guard dot > start, dot < scalars.count, scalars[dot] == ".",
            scalars[start].isHostScalar, scalars[dot - 1].isHostScalar
        else { return nil }
        if furthest[dot] >= 0 { return Int(furthest[dot]) }
        let isName = underscores[dot] == underscores[start]
        return isName && topLevelEnd(from: dot + 1) != nil ? dot : nil
    }

    /// The end of the longest top-level domain at `start` that no further ASCII letter or digit follows.
    private func topLevelEnd(from start: Int) -> Int? {
        let head = scalars[start...].prefix(TopLevelDomains.longest).prefix(while: \.isHostScalar)
        guard !head.isEmpty else { return nil }
        var length = head.count
        while length > 0 {
            let end = start + length
            if end == scalars.count || !scalars[end].continuesTopLevel {
                let name = String(String.UnicodeScalarView(head.prefix(length))).lowercased()
                if TopLevelDomains.contains(name) { return end }
            }
            length -= 1
        }
        return punycodeEnd(from: start)
    }

    private func punycodeEnd(from start: Int) -> Int? {
        let prefix = String(String.UnicodeScalarView(scalars[start...].prefix(4)))
        guard prefix.lowercased() == "xn--" else { return nil }
        let letters = scalars[(start + 4)...].prefix(while: \.isASCIIAlphanumeric)
        return letters.isEmpty ? nil : letters.endIndex
    }
}

extension Unicode.Scalar {
    /// A scalar that may begin and end a label: all but ASCII signs, spaces and direction marks.
    var isHostScalar: Bool {
        if isASCII { return isASCIIAlphanumeric || self == "\\" }
        switch value {
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFEFF, 0xFFFF, 0x180E: return false
        default: return !isWhitespace
        }
    }

    fileprivate var continuesTopLevel: Bool { isASCIIAlphanumeric || self == "@" || self == "+" || self == "-" }
}
