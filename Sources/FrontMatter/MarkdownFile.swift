package import Posts

/// A Markdown file, with or without a front matter in YAML or TOML.
///
/// It reads the names that Hugo and Jekyll use, whatever their case, and with or without `_` and `-`.
///
/// | field | names | value |
/// |---|---|---|
/// | `texts` | the names in `TextField` | text; numbers and truth values count as text, except for authors |
/// | `texts[.path]` | `path`, `url`, `permalink` | the path of a page; patterns such as `/:year/:title/` stay unknown |
/// | `slug` | `slug`, else the last part of the path | a valid slug |
/// | `date` | `publishDate` and its like (`dateNames`), else `date` | with or without offset or zone; a date without time is 00:00 |
/// | `zone` | `zone`, `timezone` | IANA name, or an offset such as `+05:30`; a date with another offset is converted |
/// | `tags` | `tags`, `tag`, `categories`, `category`, in this order | a list, or text with commas; of others' files also lists of tables and of lists |
/// | `language` | `language`, `lang`, `locale` | `pt-BR`, also `pt_BR` |
/// | `kind` | `kind`, `type`, `layout` | `page` or `post`; other values stay unknown |
/// | `isDraft` | `draft`, `published` (the opposite) | true or false; `BlogFile` reads what else may keep a post private |
/// | `targets` | `targets`, `to` | as tags, or a table of names with the overrides of each |
/// | `overrides` | `overrides` | by target: its text, or a table of `text`, `warning`, `visibility`, `language`, `long` |
///
/// `unknown` keeps all other entries, and `block` the block itself, byte for byte.
package struct MarkdownFile: Hashable, Sendable {
    /// Only the texts that the file contains.
    package internal(set) var texts: [TextField: String] = [:]
    package internal(set) var slug: Slug?
    /// An instant or a wall-clock time, never a time relative to now.
    package internal(set) var date: When?
    package internal(set) var zone: ZoneName?
    /// Whether there is a field for the title, even an empty one.
    private(set) var hasTitle = false
    /// All entries, with those of the defaults, for an old address.
    private(set) var all: [FrontMatterEntry] = []
    /// Without repetition.
    package internal(set) var tags: [Tag] = []
    /// The words of `categories` and `category`, which Jekyll and Hexo put into addresses.
    var categories: [String] = []
    /// The number of lists such as `tags` and `categories`.
    var tagListCount = 0
    /// The lists of Zola's table that count as tags. The table stays unknown.
    var taxonomies: [FrontMatterEntry] = []
    /// Whether all lists of tags are in Zola's table.
    var hasTagsInTable = false
    package internal(set) var language: Language?
    package internal(set) var kind: PostKind?
    package internal(set) var isDraft: Bool?
    /// nil when the file does not mention targets; empty when it wants none.
    package internal(set) var targets: [TargetName]?
    package internal(set) var overrides: [TargetName: TargetOverride] = [:]
    /// Earlier addresses from `aliases` and `redirect_from`. Those entries also stay unknown.
    package internal(set) var aliases: [String] = []
    /// From `lastmod` and its like (`changedNames`), which also stay unknown.
    package internal(set) var changed: When?
    /// In the order of the file.
    package internal(set) var unknown: [FrontMatterEntry] = []
    /// `unknown`, with what only the defaults state.
    private(set) var left: [FrontMatterEntry] = []
    /// In lenient mode: values that no field accepted. They also stay unknown.
    package internal(set) var misunderstood: [FrontMatterError] = []
    /// In lenient mode: entries whose key stands again below them.
    private(set) var repeated: [FrontMatterEntry] = []
    package let block: FrontMatterBlock?
    /// Everything before the body, byte for byte.
    package let head: String
    /// The text after the front matter and the empty lines that follow it, byte for byte.
    package let body: String
    /// How many lines of the file stand before the body.
    package let linesAbove: Int

    let reading: Reading

    /// How to treat a value that its field does not accept.
    package enum Reading: Hashable, Sendable {
        /// Refuse the file: its author can correct it.
        case strict
        /// Add it to `misunderstood`. In a file of Jekyll, spaces separate the tags in one text without commas, and a date
        /// without quotation marks that has seconds but no zone is in UTC, as in YAML. In MDX, the code of modules at the top
        /// belongs to the head.
        case lenient(isJekyll: Bool, isMDX: Bool = false)
    }

    /// - Parameter defaults: words by key, for entries that the front matter does not have.
    /// - Throws: the first error with its line. A file without front matter has no errors, and no defaults.
    package init(
        _ text: String, reading: Reading = .strict, defaults: [String: [String]] = [:]
    ) throws(FrontMatterError) {
        guard !text.hasEndlessMarks else { throw FrontMatterError(line: 1, String.endlessMarksWords) }
        let isMDX = if case .lenient(_, isMDX: true) = reading { true } else { false }
        let divided = try DividedFile(text, allowsPlainHead: reading != .strict, isMDX: isMDX)
        self.reading = reading
        block = divided.block
        head = divided.head
        body = divided.body
        linesAbove = divided.linesAbove
        guard let block else { return }
        var entries =
            switch block.syntax {
            case .yaml: try YAMLBlock.entries(of: block, allowsRepeated: reading != .strict)
            case .toml: try TOMLBlock.entries(of: block)
            }
        let last = Dictionary(entries.indices.map { (entries[$0].key, $0) }) { $1 }
        repeated = entries.indices.filter { last[entries[$0].key] != $0 }.map { entries[$0] }
        entries = entries.indices.filter { last[entries[$0].key] == $0 }.map { entries[$0] }
        hasTitle = entries.contains { TextField.title.fileNames.contains($0.name) }
        let added = FrontMatterEntry.entries(defaults).filter { one in !entries.contains { $0.name == one.name } }
        all = entries + added
        try read(all)
        left = unknown
        unknown.removeAll { added.contains($0) }
    }

    /// - Parameter bytes: UTF-8.
    package init(bytes: [UInt8]) throws(FrontMatterError) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw MarkdownFile.notUTF8(bytes) }
        try self.init(text)
    }

    /// The time at which the post is to appear; nil when the file has no date. A date with an offset has the day that is
    /// written, unless the file or the site names the zone in which it is shown.
    /// - Throws: when the zone is unknown.
    package func plannedTime(by clock: FileClock) throws(WhenError) -> PlannedTime? {
        guard let date else { return nil }
        func planned(_ when: When, in zone: Zone) throws(WhenError) -> PlannedTime {
            try when.resolve(now: clock.now, defaultZone: zone, lookUp: clock.lookUp)
        }
        if let zone {
            guard let found = clock.named(zone) else { throw .unknownZone(zone) }
            return try planned(date.withoutOffset, in: found)
        }
        if clock.showsAll { return try planned(date.withoutOffset, in: clock.zone) }
        return try planned(date, in: date.zone?.offset == nil ? clock.zone : clock.desk)
    }

    /// The file's post as a draft, ready for the store.
    package func draft(date: PlannedTime?) -> Draft {
        var draft = Draft(
            kind: kind ?? .post, slug: slug, body: body, language: language, tags: tags, date: date,
            overrides: overrides)
        for (field, text) in texts { draft[field] = text }
        return draft
    }

    private static func notUTF8(_ bytes: [UInt8]) -> FrontMatterError {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return FrontMatterError(line: 1, "The file is in UTF-16. Save it as UTF-8.")
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let broken = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        return FrontMatterError(line: broken + 1, "The file is not in UTF-8. Save it as UTF-8.")
    }
}
