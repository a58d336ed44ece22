import Posts

/// The files that a blog's generator shows as pages if they have no date. They are in no list of posts.
///
/// | generator | files |
/// |---|---|
/// | Jekyll | outside of `_posts` and `_drafts`: all that are not in a folder of dated files |
/// | Hugo | in the folder of the content itself, and in those sections that are no folders of dated files |
/// | Zola | all in the folder of the content: no list by date has them, and each has its page |
///
/// In a folder of dated files, at least half of them have a date. A file without one is an unfinished post there.
package struct UndatedPages {
    private let site: OldSite
    private var dated: Set<String> = []

    /// - Parameters:
    ///   - files: all Markdown files of the blog.
    ///   - read: the text of one of them.
    package init(of site: OldSite, _ files: [String], read: (String) -> String?) {
        self.site = site
        guard site.isCertain, site.generator != .zola else { return }
        var counts: [String: (dated: Int, all: Int)] = [:]
        for file in files {
            guard let section = section(of: file), !section.isEmpty, !UndatedPages.isList(file) else { continue }
            counts[section, default: (0, 0)].all += 1
            if UndatedPages.hasDate(file, read) { counts[section]?.dated += 1 }
        }
        dated = Set(counts.filter { $0.value.dated * 2 >= $0.value.all }.keys)
    }

    /// Whether the file becomes a page if it has no date.
    package func contains(_ file: String) -> Bool {
        guard site.isCertain, let section = section(of: file), !dated.contains(section) else { return false }
        let name = file[(file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex)...].prefix { $0 != "." }
        // The front page and that of errors are no pages of an author.
        return !UndatedPages.isList(file) && !(folders(of: file)?.isEmpty == true && ["index", "404"].contains(name))
    }

    /// The first folder below that of the content; empty for a file that stands there itself, and nil for one outside.
    private func section(of file: String) -> String? { folders(of: file).map { $0.first ?? "" } }

    private func folders(of file: String) -> [String]? {
        switch site.generator {
        case .jekyll:
            let names = file.split(separator: "/").dropLast().map(String.init)
            return names.contains { $0 == "_posts" || $0 == "_drafts" } ? nil : names
        // Their configurations say which of their files are pages.
        case .hexo, .pelican, .nikola: return nil
        case .hugo, .zola: return site.sections(of: file)
        }
    }

    private static func isList(_ file: String) -> Bool { file.contains("/_index.") }

    /// Whether the path of a file or its front matter states a date.
    private static func hasDate(_ file: String, _ read: (String) -> String?) -> Bool {
        if file.split(separator: "/").contains(where: { beginsWithDate($0.utf8) }) { return true }
        guard let head = read(file).flatMap(FileHead.init(of:)) else { return false }
        return head.lines.contains { line in
            let key = line.prefix { $0 != ":" && $0 != "=" }
            return dates.contains(key.trimmed.lowercased()) && line.utf8.contains { (0x30...0x39).contains($0) }
        }
    }

    private static let dates: Set = ["date", "publishdate", "pubdate"]

    /// `2019-05-01`
    private static func beginsWithDate(_ name: Substring.UTF8View) -> Bool {
        zip(name.prefix(10), "0000-00-00".utf8).count {
            $0 == $1 || ($1 == 0x30 && (0x30...0x39).contains($0))
        } == 10
    }
}
