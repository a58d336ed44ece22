/// A pattern for paths, in which `*` stands for any characters and `?` for one.
struct PathGlob: Hashable {
    private enum Part: Hashable {
        case byte(UInt8), one, any, anyWithoutSlash
    }

    private let choices: [[Part]]

    /// - Parameter crossesSlashes: whether a `*` also stands for “/”, as in Ruby's `File.fnmatch`. Elsewhere only `**` does.
    ///   Several patterns may stand in braces.
    init(_ pattern: String, crossesSlashes: Bool) {
        let isChoice = pattern.hasPrefix("{") && pattern.hasSuffix("}")
        let patterns = isChoice ? pattern.dropFirst().dropLast().split(separator: ",") : [pattern[...]]
        choices = patterns.map { pattern in
            var parts: [Part] = []
            for byte in pattern.utf8 {
                switch byte {
                case UInt8(ascii: "*"):
                    let isSecond = parts.last == .anyWithoutSlash
                    if isSecond { parts.removeLast() }
                    if parts.last != .any { parts.append(crossesSlashes || isSecond ? .any : .anyWithoutSlash) }
                case UInt8(ascii: "?"): parts.append(.one)
                default: parts.append(.byte(byte))
                }
            }
            return parts
        }
    }

    func matches(_ path: some StringProtocol) -> Bool { choices.contains { PathGlob.matches($0[...], path.utf8) } }

    /// Whether it names the file or a folder around it.
    func matchesAnyFolder(of file: String) -> Bool {
        matches(file) || file.indices.contains { file[$0] == "/" && matches(file[..<$0]) }
    }

    /// Follows all ways through the pattern at once, so that a pattern of stars takes no longer than another one.
    private static func matches(_ parts: ArraySlice<Part>, _ bytes: some Sequence<UInt8>) -> Bool {
        var places = reached([parts.startIndex], parts)
        for byte in bytes {
            var next: Set<Int> = []
            for place in places where place < parts.endIndex {
                switch parts[place] {
                case .byte(let own): if own == byte { next.insert(place + 1) }
                case .one: next.insert(place + 1)
                case .any: next.insert(place)
                case .anyWithoutSlash: if byte != UInt8(ascii: "/") { next.insert(place) }
                }
            }
            places = reached(next, parts)
            if places.isEmpty { return false }
        }
        return places.contains(parts.endIndex)
    }

    /// With the places behind stars, which may stand for nothing.
    private static func reached(_ places: Set<Int>, _ parts: ArraySlice<Part>) -> Set<Int> {
        var all = places
        for place in parts.indices where all.contains(place) {
            if parts[place] == .any || parts[place] == .anyWithoutSlash { all.insert(place + 1) }
        }
        return all
    }
}
