package import Posts

extension BlogFile {
    /// The path that the old site gave this file by the pattern of its configuration.
    /// - Parameter pattern: with the placeholders of Hugo and Jekyll, such as `/:year/:month/:title/`, and `:slugorname` for
    ///   a file's name without the date.
    /// - Returns: nil if the file lacks a value for a placeholder, or has a language, for which Hugo adds a folder.
    package func oldPath(by pattern: String) -> PostPath? {
        guard path.language == nil else { return nil }
        var names: [String] = []
        for part in pattern.split(separator: "/") {
            guard let name = filled(part) else { return nil }
            if !name.isEmpty { names.append(name) }
        }
        return try? PostPath("/" + names.joined(separator: "/") + (pattern.hasSuffix("/") ? "/" : ""))
    }

    /// One part of a pattern, such as `:year-:month`, with the file's values.
    private func filled(_ part: Substring) -> String? {
        var (result, rest) = ("", part)
        while let colon = rest.firstIndex(of: ":") {
            let name = rest[rest.index(after: colon)...].prefix { $0.isASCII && ($0.isLetter || $0 == "_") }
            guard let value = value(of: String(name)) else { return nil }
            result += rest[..<colon] + value
            rest = rest[name.endIndex...]
        }
        return result + rest
    }

    private func value(of placeholder: String) -> String? {
        let day = post.draft.date?.wall.date
        func digits(_ number: Int?, _ width: Int) -> String? {
            number.map { $0.padded(to: width) }
        }
        let slug = file.slug?.text ?? path.name
        switch placeholder {
        case "year": return digits(day?.year, 4)
        case "month": return digits(day?.month, 2)
        case "day": return digits(day?.day, 2)
        case "short_year": return digits(day.map { $0.year % 100 }, 2)
        case "i_month": return digits(day?.month, 1)
        case "i_day": return digits(day?.day, 1)
        // Jekyll's title is that of the file's name; Hugo's is that of the post.
        case "title" where path.isJekyll: return slug
        case "slugorname": return slug.lowercased()
        case "slugorfilename", "slugorcontentbasename": return (file.slug?.text ?? path.fullName).lowercased()
        case "filename", "contentbasename": return path.fullName
        case "slug": return path.isJekyll ? slug : file.slug?.text ?? titleSlug
        case "title": return titleSlug
        case "categories": return categories.joined(separator: "/")
        case "section": return sections.first ?? ""
        case "sections": return sections.joined(separator: "/")
        default: return nil
        }
    }

    private var titleSlug: String? { file.texts[.title].flatMap { Slug.derived(from: $0) }?.text }

    /// Folders above `_posts` count as categories, too.
    private var categories: [String] {
        let parts = path.text.split(separator: "/").map(String.init)
        let folders = parts.firstIndex { $0 == "_posts" || $0 == "_drafts" }.map { Array(parts[..<$0]) } ?? []
        var seen: Set<String> = []
        return (folders + file.categories).map { $0.lowercased() }.filter { seen.insert($0).inserted }
    }

    /// The folders below `content`, without that of a bundle.
    private var sections: [String] {
        let folders = path.text.split(separator: "/").dropLast(path.isBundle ? 2 : 1).map { $0.lowercased() }
        return folders.first == "content" ? Array(folders.dropFirst()) : folders
    }
}
