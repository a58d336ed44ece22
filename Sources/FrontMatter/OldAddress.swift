import Posts

/// The address that the old site gave a file, by a pattern with the generator's placeholders.
///
/// | generator | placeholders |
/// |---|---|
/// | Hugo (`resources/page/permalinks.go`) | those of Hugo, and `:slugorname` |
/// | Jekyll (`lib/jekyll/drops/url_drop.rb`) | those of Jekyll, and `:slugorname` |
/// | Hexo (`lib/plugins/filter/post_permalink.ts`) | those of Hexo but `:title`, `:name` and `:hash`; keys of the front matter |
/// | Zola, which has no patterns | `:slugorname`, `:slugorfilename`, and both with `aswritten` for other settings of `slugify` |
/// | Pelican (`ARTICLE_URL`) | `:slug`, also from the name of the file (`:slugorname`, `:slugorfilename`, `:slugofname`); `:slugonly` for the slug of the file itself; `:category`; the parts of the date |
/// | Nikola, which has no patterns | `:slugofname` |
///
/// `:slugorname` takes the name of the file without its date. An unknown generator counts as Hugo, unless the file's path
/// is that of a post of Jekyll.
struct OldAddress {
    let file: MarkdownFile
    let path: BlogPath
    let dialect: BlogGenerator
    /// The day and time in the address; nil without a date.
    let time: WallClock?
    let place: OldPlace

    /// - Returns: nil if the file lacks a value for a placeholder, or has a language that is not known as one of the blog.
    func path(by pattern: String) -> PostPath? {
        guard let folder else { return nil }
        var isWhole = true
        let filled = pattern.replacing(dialect.placeholder) { match in
            guard let value = value(of: match.output.1) else {
                isWhole = false
                return ""
            }
            return dialect == .hugo && place.generator == nil ? value.urlized : value
        }
        guard isWhole else { return nil }
        // Hugo spells the whole address so. If the generator is a guess, the words of the pattern stay as they are.
        let spelled = place.generator == .hugo ? filled.urlized : filled
        // Both programs leave out what is empty between two slashes.
        let end = spelled.hasSuffix("/") ? "/" : ""
        return try? PostPath(folder + "/" + spelled.split(separator: "/").joined(separator: "/") + end)
    }

    /// The first placeholder that has no value, such as `:id`.
    func unknown(in pattern: String) -> String? {
        pattern.matches(of: dialect.placeholder).first { value(of: $0.output.1) == nil }.map { String($0.output.0) }
    }

    /// By the form that the author states. The values stay as they are written.
    /// - Returns: nil as above.
    func path(by permalink: OldPermalink) -> PostPath? {
        guard let folder else { return nil }
        return permalink.path(in: folder) { placeholder in
            switch placeholder {
            case .year: time?.date.year.padded(to: 4)
            case .month: time?.date.month.padded(to: 2)
            case .day: time?.date.day.padded(to: 2)
            case .slug: slug ?? path.name
            case .title: title?.urlized
            case .name: path.name
            case .filename: path.fullName
            case .section: sections.first ?? ""
            case .sections: sections.joined(separator: "/")
            }
        }
    }

    /// That of its language; nil for a language that is not known as one of the blog.
    private var folder: String? {
        guard let language = path.language?.tag.lowercased() else { return "" }
        return place.languageFolders[language]
    }

    private func value(of placeholder: Substring) -> String? {
        let name = String(placeholder)
        if let make = dialect.words[name] { return make(self) }
        if let make = dialect.times[name] { return time.map(make) }
        if dialect == .hexo {
            let key = name.lowercased().filter { $0 != "_" }
            return file.all.first { $0.name == key }.flatMap { try? $0.words() }
        }
        // Jekyll finds `:year` in `:year_:month`, too.
        guard dialect == .jekyll, name.hasSuffix("_") else { return nil }
        let begun = String(name.dropLast())
        return (dialect.words[begun]?(self) ?? time.flatMap { dialect.times[begun]?($0) }).map { $0 + "_" }
    }

    /// The front matter's own, also if it cannot be a slug here.
    var slug: String? { file.slug?.text ?? file.word(of: "slug") }

    var title: String? { file.texts[.title] }

    /// Folders above `_posts` count as categories, too.
    var allCategories: [String] {
        let folders = path.folders
        let above = folders.firstIndex { $0 == "_posts" || $0 == "_drafts" }.map { Array(folders[..<$0]) } ?? []
        var seen: Set<String> = []
        let configured = place.defaults["categories"] ?? []
        return (above + configured + file.categories).map { $0.lowercased() }.filter { seen.insert($0).inserted }
    }

    /// Hexo's address of the last category, with those above it. Lists in the list are several of them.
    var categoryOfHexo: String? {
        let lists = file.all.filter { ["categories", "category"].contains($0.name) }
        guard !lists.contains(where: \.hasLists) else { return nil }
        let names = file.categories.isEmpty ? place.defaults["defaultcategory"] ?? [] : file.categories
        let slugs = names.compactMap(\.slugizedByHexo)
        return slugs.count == names.count ? slugs.joined(separator: "/") : nil
    }

    /// Pelican's address of the category, that of the folder or the configuration unless the file states one.
    var categoryOfPelican: String? {
        (file.categories.first ?? place.defaults["defaultcategory"]?.first)?.slugifiedInPython(keeping: "")
    }

    /// The folders below `content`, without that of a bundle.
    var sections: [String] {
        let folders = path.folders.dropLast(path.isBundle ? 1 : 0)
        return folders.first == "content" ? Array(folders.dropFirst()) : Array(folders)
    }
}

extension BlogGenerator {
    fileprivate typealias Words = @Sendable (OldAddress) -> String?
    fileprivate typealias Times = @Sendable (WallClock) -> String

    fileprivate var placeholder: Regex<(Substring, Substring)> {
        switch self {
        case .jekyll: /:([a-z_]+)/
        case .hexo: /:([A-Za-z0-9_]*[A-Za-z0-9])/
        case .hugo, .zola, .pelican, .nikola: /:([A-Za-z0-9_]+(?:\[[^\]]*\])?)/
        }
    }

    fileprivate var words: [String: Words] {
        switch self {
        case .hugo:
            [
                "title": { $0.title?.urlized.asInQuery }, "slug": { ($0.slug ?? $0.title)?.urlized.asInQuery },
                "filename": { $0.path.fullName }, "contentbasename": { $0.path.fullName },
                "slugorfilename": { $0.slug ?? $0.path.fullName },
                "slugorcontentbasename": { $0.slug ?? $0.path.fullName },
                "slugorname": { $0.slug ?? $0.path.name },
                "section": { $0.sections.first ?? "" }, "sections": { $0.sections.joined(separator: "/") },
            ]
        case .jekyll:
            [
                "title": { ($0.slug ?? $0.path.name).slugified(keeping: "._~!$&'()+,;=@") },
                "slug": { ($0.slug ?? $0.path.name).slugified().lowercased() },
                "name": { $0.path.fullName.slugified().lowercased() },
                "slugorname": { ($0.slug ?? $0.path.name).lowercased() },
                "filename": { $0.path.fullName }, "basename": { $0.path.fullName },
                "categories": { $0.allCategories.joined(separator: "/") },
                "slugified_categories": { $0.allCategories.map { $0.slugified() }.joined(separator: "/") },
                "collection": { _ in "posts" }, "output_ext": { _ in ".html" },
            ]
        case .hexo:
            [
                "post_title": { ($0.title ?? "").slugizedByHexo?.lowercased() }, "category": { $0.categoryOfHexo },
                // A hash of the name and the time, and names whose form the configuration decides.
                "hash": { _ in nil }, "mapped_category": { _ in nil },
            ]
        case .pelican:
            [
                "slug": { $0.slug ?? $0.title?.slugifiedInPython(keeping: "") },
                "slugofname": { $0.slug ?? $0.path.fullName.slugifiedInPython(keeping: "") },
                "slugorname": { $0.slug ?? $0.path.name }, "slugorfilename": { $0.slug ?? $0.path.fullName },
                "slugonly": { $0.slug }, "category": { $0.categoryOfPelican },
            ]
        case .nikola: ["slugofname": { $0.slug ?? $0.path.fullName.slugifiedInPython(keeping: "+") }]
        case .zola:
            [
                "slugorname": { ($0.slug ?? $0.path.name).slugifiedByZola },
                "slugorfilename": { ($0.slug ?? $0.path.fullName).slugifiedByZola },
                "slugornameaswritten": { $0.slug ?? $0.path.name },
                "slugorfilenameaswritten": { $0.slug ?? $0.path.fullName },
            ]
        }
    }

    fileprivate var times: [String: Times] {
        switch self {
        case .hugo:
            [
                "year": { "\($0.date.year)" }, "month": { $0.date.month.padded(to: 2) },
                "monthname": { $0.date.monthName }, "day": { $0.date.day.padded(to: 2) },
                "weekday": { "\($0.weekday.rawValue % 7)" }, "weekdayname": { $0.weekday.name },
                "yearday": { "\($0.date.dayOfYear)" },
                // The forms of Go's reference time.
                "2006": { $0.date.year.padded(to: 4) }, "06": { ($0.date.year % 100).padded(to: 2) },
                "01": { $0.date.month.padded(to: 2) }, "1": { "\($0.date.month)" },
                "January": { $0.date.monthName }, "Jan": { String($0.date.monthName.prefix(3)) },
                "02": { $0.date.day.padded(to: 2) }, "2": { "\($0.date.day)" },
                "002": { $0.date.dayOfYear.padded(to: 3) },
                "Monday": { $0.weekday.name }, "Mon": { $0.weekday.shortName },
            ]
        case .jekyll:
            [
                "year": { $0.date.year.padded(to: 4) }, "short_year": { ($0.date.year % 100).padded(to: 2) },
                "month": { $0.date.month.padded(to: 2) }, "i_month": { "\($0.date.month)" },
                "short_month": { String($0.date.monthName.prefix(3)) }, "long_month": { $0.date.monthName },
                "day": { $0.date.day.padded(to: 2) }, "i_day": { "\($0.date.day)" },
                "y_day": { $0.date.dayOfYear.padded(to: 3) },
                "w_year": { "\($0.date.isoWeek.year)" }, "week": { $0.date.isoWeek.week.padded(to: 2) },
                "w_day": { "\($0.weekday.rawValue)" },
                "short_day": { $0.weekday.shortName }, "long_day": { $0.weekday.name },
                "hour": { $0.time.hour.padded(to: 2) }, "minute": { $0.time.minute.padded(to: 2) },
                "second": { $0.time.second.padded(to: 2) },
            ]
        case .pelican:
            BlogGenerator.hexo.times.merging([
                "short_year": { ($0.date.year % 100).padded(to: 2) }, "y_day": { $0.date.dayOfYear.padded(to: 3) },
                "short_month": { String($0.date.monthName.prefix(3)) }, "long_month": { $0.date.monthName },
            ]) { own, _ in own }
        case .hexo:
            [
                "year": { $0.date.year.padded(to: 4) }, "month": { $0.date.month.padded(to: 2) },
                "i_month": { "\($0.date.month)" }, "day": { $0.date.day.padded(to: 2) },
                "i_day": { "\($0.date.day)" }, "hour": { $0.time.hour.padded(to: 2) },
                "minute": { $0.time.minute.padded(to: 2) }, "second": { $0.time.second.padded(to: 2) },
            ]
        case .zola, .nikola: [:]
        }
    }
}

extension FrontMatterEntry {
    fileprivate var hasLists: Bool {
        guard case .list(let items) = value else { return false }
        return items.contains { if case .list = $0 { true } else { false } }
    }
}

extension String {
    /// As Jekyll's `slugify` (`lib/jekyll/utils.rb`) writes it: letters, numbers and `marks` stay, and a hyphen stands for
    /// what is between them.
    fileprivate func slugified(keeping marks: String = "") -> String {
        var slug = ""
        var isParted = false
        for character in self {
            let stays = character.isLetter || character.isNumber || marks.contains(character)
            if stays { slug += (isParted && !slug.isEmpty ? "-" : "") + String(character) }
            isParted = !stays
        }
        return slug
    }

    /// As Hexo's `slugize` (`hexo-util/lib/slugize.ts`) writes it: a hyphen for white space and marks of ASCII. It spells
    /// Latin letters with accents in ASCII, in a way of its own: nil for a text that has some.
    fileprivate var slugizedByHexo: String? {
        let isLatin = unicodeScalars.contains {
            (0xC0..<0x300).contains($0.value) || (0x1E00..<0x2000).contains($0.value)
        }
        guard !isLatin, !unicodeScalars.contains(where: \.isMark) else { return nil }
        let kept = filter { !$0.unicodeScalars.allSatisfy { $0.value < 0x20 } }
        return kept.split { $0.isWhitespace || ($0.isASCII && !$0.isLetter && !$0.isNumber) }.joined(separator: "-")
    }

    /// Zola spells letters of other alphabets in ASCII, in a way of its own: nil for a text that has some.
    fileprivate var slugifiedByZola: String? { utf8.allSatisfy { $0 < 0x80 } ? slugified().lowercased() : nil }

    /// As Hugo's `urlize` (`helpers/path.go`) writes it: in lower case, with hyphens for spaces, and without most marks.
    fileprivate var urlized: String {
        var words = String.UnicodeScalarView()
        var isParted = false
        let scalars = Array(lowercased().unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || scalar.isMark
            let isEncoded =
                scalar == "%" && scalars[(index + 1)...].prefix(2).filter(\.properties.isASCIIHexDigit).count == 2
            if isWord || isEncoded || "/._#+~-@".unicodeScalars.contains(scalar) {
                if isParted, scalar != "-" { words.append("-") }
                isParted = false
                words.append(scalar)
            } else if scalar.properties.isWhitespace, !words.isEmpty, words.last != "-" {
                isParted = true
            }
        }
        return String(words)
    }

    /// Hugo decodes what a pattern made as a query, in which “+” is a space.
    fileprivate var asInQuery: String { replacing("+", with: " ").percentRead }
}
