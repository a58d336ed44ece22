package import Posts

/// The properties of a post that follow from the path of its Markdown file, by the conventions of Hugo, Jekyll and Hexo.
///
/// | path | meaning |
/// |---|---|
/// | `_posts/2019-05-01-hello.md`, a date in front | date and slug, as in Jekyll; also without the folder |
/// | `2019-05-01_hello.md`, `2019-05-01.md` | date and slug, as in Zola |
/// | `_drafts/hello.md` | a draft, as in Jekyll and Hexo |
/// | `posts/hello/index.md` | the slug is the folder's name: a bundle of Hugo, which also contains the pictures |
/// | `posts/_index.md` | not a post: Hugo's text above a list |
/// | `posts/hello.pt.md`, `posts/hello/index.zh-hant-tw.md` | the language, if it is one of the blog's |
/// | `2019/05/01/hello.md` | the date |
/// | `hello.md` | the slug |
package struct BlogPath: Hashable, Sendable {
    package let text: String
    /// The name of the file or bundle, without date, language and extension.
    package let name: String
    /// The name with the date in front, if it has one.
    let fullName: String
    package let date: CivilDate?
    package let language: Language?
    package let isDraft: Bool
    package let isSection: Bool
    /// Whether the file is the text of a folder, which also contains its pictures.
    let isBundle: Bool
    let folders: [String]
    /// Whether the file is Jekyll's. A text with spaces is then several tags.
    package let isJekyll: Bool

    /// - Parameters:
    ///   - text: the path relative to the imported folder, separated by “/”.
    ///   - generator: nil if unknown. Then a file in Jekyll's folders is Jekyll's, and one with a date in front outside of
    ///     `content`, where Hugo and Zola have theirs.
    ///   - languages: those of the blog, in lower case; nil for any.
    package init(_ text: String, of generator: BlogGenerator? = nil, in languages: Set<String>? = nil) {
        self.text = text
        let parts = text.split(separator: "/").map(String.init)
        let file = parts.last ?? ""
        let (stem, language) = BlogPath.divided(BlogPath.withoutExtension(file), languages)
        let isBundle = stem == "index" && parts.count > 1
        fullName = isBundle ? parts[parts.count - 2] : stem
        let (date, name) = BlogPath.dated(fullName)
        self.date = date ?? CivilDate(inAddress: text)
        self.name = name
        self.language = language
        self.isBundle = isBundle
        folders = Array(parts.dropLast())
        isDraft = folders.contains("_drafts")
        isSection = stem == "_index"
        let looksLikeJekyll =
            isDraft || folders.contains("_posts")
            || (date != nil && !isBundle && fullName.hasSuffix("-" + name) && folders.first != "content")
        isJekyll = generator.map { $0 == .jekyll } ?? looksLikeJekyll
    }

    /// Whether the file may contain code.
    var isMDX: Bool { text.lowercased().hasSuffix(".mdx") }

    private static func withoutExtension(_ file: String) -> String {
        guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return file }
        return String(file[..<dot])
    }

    /// `hello.pt-BR` is “hello” in Portuguese, `hello.zh-hant-tw` in Chinese; `v1.2` and `about.us.now` are plain
    /// names.
    private static func divided(_ stem: String, _ languages: Set<String>?) -> (String, Language?) {
        guard let dot = stem.lastIndex(of: "."), dot > stem.startIndex else { return (stem, nil) }
        let tag = stem[stem.index(after: dot)...]
        let isTag = tag.wholeMatch(of: /[a-z]{2}(-[A-Za-z]{4})?(-([A-Za-z]{2,3}|[0-9]{3}))?/) != nil
        // A bundle's file has no other name.
        let isKnown = (["index", "_index"].contains(stem[..<dot])) || languages?.contains(tag.lowercased()) ?? true
        guard isTag, isKnown, let language = try? Language(String(tag)) else {
            return (stem, nil)
        }
        return (String(stem[..<dot]), language)
    }

    /// Splits `2019-05-01-hello`. A date alone is also the name.
    private static func dated(_ name: String) -> (CivilDate?, String) {
        guard let match = name.wholeMatch(of: /([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?: ?[_-](.+))?/),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            let date = try? CivilDate(year: year, month: month, day: day)
        else { return (nil, name) }
        let rest = match.4?.trimmed ?? ""
        return (date, rest.isEmpty ? name : rest)
    }
}

extension CivilDate {
    /// The day in an address or path, such as `/2014/12/31/old.html` or `blog/2014-12-31-old`: three numbers, the year
    /// first; nil when there is none.
    init?(inAddress address: String) {
        guard let match = address.firstMatch(of: /(?:^|\/)([0-9]{4})[\/-]([0-9]{1,2})[\/-]([0-9]{1,2})(?:[\/-]|$)/),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            let date = try? CivilDate(year: year, month: month, day: day)
        else { return nil }
        self = date
    }
}
