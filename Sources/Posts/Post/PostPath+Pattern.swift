extension PostPath {
    /// The permalink pattern that puts a post with this slug and date at this path, such as `/{year}/{month}/{slug}/`;
    /// nil when there is none.
    package func pattern(slug: Slug, date: CivilDate) -> String? {
        var parts: [String] = []
        // A number is the month only after the year, and the day only after the month: most days are also months.
        var awaited = [(date.year, 4, "{year}"), (date.month, 2, "{month}"), (date.day, 2, "{day}")][...]
        for name in names.dropLast() {
            if let (number, width, placeholder) = awaited.first, name == number.padded(to: width) {
                parts.append(placeholder)
                awaited.removeFirst()
            } else {
                guard name.utf8.allSatisfy({ $0.isASCIILetter || $0.isDigit || "-_.".utf8.contains($0) }) else {
                    return nil
                }
                parts.append(name)
            }
        }
        switch names.last {
        case slug.text? where isFolder: parts.append("{slug}/")
        case "\(slug.text).html"? where !isFolder: parts.append("{slug}.html")
        default: return nil
        }
        return "/" + parts.joined(separator: "/")
    }
}

extension PostPath {
    /// The path in a web address, or `address` itself if it is a path; nil for an address with a query and for one that
    /// no page can have.
    /// - Parameter base: the path of the new site's own address, such as `/blog`, which its paths do not repeat.
    package init?(ofAddress address: String, under base: String = "") {
        var path = address[...]
        if let scheme = path.firstRange(of: "://") {
            path = path[scheme.upperBound...].drop { $0 != "/" }
            if !base.isEmpty, path.hasPrefix(base + "/") { path = path.dropFirst(base.count) }
        }
        path = path.prefix { $0 != "#" }
        guard let made = try? PostPath(String(path)) else { return nil }
        self = made
    }
}
