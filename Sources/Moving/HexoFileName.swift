import Posts

/// The pattern of the names of posts, Hexo's `new_post_name`, such as `:year-:month-:day-:title.md`.
struct HexoFileName: Hashable, Sendable {
    private enum Part: Hashable {
        case literal(String)
        /// So many digits.
        case digits(String, ClosedRange<Int>)
        case words(String)
    }

    private let parts: [Part]

    init(_ pattern: String) {
        var (parts, rest) = ([Part](), pattern.withoutExtension[...])
        while let match = rest.firstMatch(of: /:([A-Za-z0-9_]*[A-Za-z0-9])/), parts.count < HexoFileName.partsMax {
            let before = rest[..<match.range.lowerBound]
            if !before.isEmpty { parts.append(.literal(String(before))) }
            let name = String(match.1)
            parts.append(HexoFileName.counts[name].map { .digits(name, $0) } ?? .words(name))
            rest = rest[match.range.upperBound...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        self.parts = parts
    }

    private static let counts = ["year": 4...4, "month": 2...2, "day": 2...2, "i_month": 1...2, "i_day": 1...2]
    /// More than any real pattern has. They limit the ways to read a hostile one.
    private static let partsMax = 10, wordsMax = 2

    /// What `:title` stands for in the address of a post.
    /// - Parameter path: below `_posts`.
    /// - Returns: nil for a name out of the pattern, unless Hexo leaves it as it is.
    func title(of path: String) -> String? {
        let path = path.withoutExtension
        if let title = values(of: path)?["title"] { return title }
        return path.wholeMatch(of: /[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/) == nil ? nil : path
    }

    /// The date in the name, such as `2016-01-31`; nil unless the pattern has one.
    func date(of path: String) -> String? {
        guard let values = values(of: path.withoutExtension),
            let year = values["year"].flatMap(Int.init),
            let month = (values["month"] ?? values["i_month"]).flatMap(Int.init),
            let day = (values["day"] ?? values["i_day"]).flatMap(Int.init),
            let date = try? CivilDate(year: year, month: month, day: day)
        else { return nil }
        return date.text
    }

    private func values(of path: String) -> [String: String]? {
        guard parts.count(where: { if case .words = $0 { true } else { false } }) <= HexoFileName.wordsMax else {
            return nil
        }
        return HexoFileName.values(path[...], parts[...])
    }

    /// The shortest words that fit, as in Hexo.
    private static func values(_ text: Substring, _ parts: ArraySlice<Part>) -> [String: String]? {
        guard let part = parts.first else { return text.isEmpty ? [:] : nil }
        let rest = parts.dropFirst()
        func taking(_ count: Int, as name: String) -> [String: String]? {
            values(text.dropFirst(count), rest)?.merging([name: String(text.prefix(count))]) { _, own in own }
        }
        switch part {
        case .literal(let words): return text.hasPrefix(words) ? values(text.dropFirst(words.count), rest) : nil
        case .digits(let name, let counts):
            return counts.reversed().lazy.compactMap { count in
                let digits = text.prefix(count)
                guard digits.count == count, digits.utf8.allSatisfy(\.isDigit) else { return nil }
                return taking(count, as: name)
            }.first
        case .words(let name):
            guard !rest.isEmpty else { return text.isEmpty ? nil : [name: String(text)] }
            return (1...max(1, text.count)).lazy.compactMap { $0 <= text.count ? taking($0, as: name) : nil }.first
        }
    }
}
