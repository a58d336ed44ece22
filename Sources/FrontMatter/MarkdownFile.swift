package import Posts

/// A Markdown file, with or without a front matter in YAML or TOML.
///
/// The names that Hugo and Jekyll use are understood; case, `_` and `-` in them do not matter.
///
/// | field | names | value |
/// |---|---|---|
/// | `texts` | what `TextField` calls them | text; numbers and truth values are text too, but for authors |
/// | `slug` | `slug`; else the last part of `permalink` or `url`, if it is a slug | |
/// | `date` | `publishDate`, else `date` | with or without offset or zone; a date alone is 00:00 |
/// | `zone` | `zone`, `timezone` | IANA name; for a date without one of its own |
/// | `tags` | `tags`, `tag`, `categories`, `category`, in this order | a list, or words with commas |
/// | `language` | `language`, `lang`, `locale` | `pt-BR`, also `pt_BR` |
/// | `kind` | `kind`, `type`, `layout` | `page` or `post`; other words are kept unknown |
/// | `isDraft` | `draft`, `published` (the opposite) | true or false |
/// | `targets` | `targets`, `to` | as tags; or a table of names with what each overrides |
/// | `overrides` | `overrides` | a table: target, then `text`, `warning`, `visibility`, `language`; or the text alone |
///
/// Everything else is kept in `unknown`, and the block itself in `block`, byte for byte.
package struct MarkdownFile: Hashable, Sendable {
    /// Without those of which the file says nothing.
    package internal(set) var texts: [TextField: String] = [:]
    package internal(set) var slug: Slug?
    /// An instant or a wall clock, never a time from now.
    package internal(set) var date: When?
    package internal(set) var zone: ZoneName?
    /// Without repetition.
    package internal(set) var tags: [Tag] = []
    /// How many of `tags`, `categories` and so on there are.
    var tagListCount = 0
    package internal(set) var language: Language?
    package internal(set) var kind: PostKind?
    package internal(set) var isDraft: Bool?
    /// nil when the file says nothing of targets; empty when it wants none.
    package internal(set) var targets: [TargetName]?
    package internal(set) var overrides: [TargetName: TargetOverride] = [:]
    /// Earlier addresses, as they stand under `aliases` and `redirect_from`; those entries stay unknown, too.
    package internal(set) var aliases: [String] = []
    /// `lastmod`, `last_modified_at`, `updated` or `modified`, which stay unknown, too.
    package internal(set) var changed: When?
    /// In the order of the file.
    package internal(set) var unknown: [FrontMatterEntry] = []
    /// In a lenient reading: what no field could take, and stays unknown for that.
    package internal(set) var misunderstood: [FrontMatterError] = []
    package let block: FrontMatterBlock?
    /// All that stands before the body, byte for byte.
    package let head: String
    /// What follows the front matter and the empty lines after it, byte for byte.
    package let body: String

    let reading: Reading

    /// What becomes of a value that its field cannot take.
    package enum Reading: Hashable, Sendable {
        /// The file is refused: its author is there and can mend it.
        case strict
        /// It goes among the `misunderstood`. `splitsWords`: tags in one text without commas are words, as Jekyll has
        /// it.
        case lenient(splitsWords: Bool)
    }

    /// - Throws: the first thing that is wrong, with its line. A file without a front matter is never wrong.
    package init(_ text: String, reading: Reading = .strict) throws(FrontMatterError) {
        let divided = try DividedFile(text)
        self.reading = reading
        block = divided.block
        head = divided.head
        body = divided.body
        guard let block else { return }
        let entries =
            switch block.syntax {
            case .yaml: try YAMLBlock.entries(of: block)
            case .toml: try TOMLBlock.entries(of: block)
            }
        try read(entries)
    }

    /// - Parameter bytes: UTF-8.
    package init(bytes: [UInt8]) throws(FrontMatterError) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw MarkdownFile.notUTF8(bytes) }
        try self.init(text)
    }

    /// When the post is to appear; nil when the file says nothing.
    /// - Throws: a zone that `lookUp` does not know.
    package func plannedTime(
        now: Instant, defaultZone: Zone, lookUp: (ZoneName) -> ZoneRules?
    ) throws(WhenError) -> PlannedTime? {
        guard let date else { return nil }
        guard let zone, zone != defaultZone.name else {
            return try date.resolve(now: now, defaultZone: defaultZone, lookUp: lookUp)
        }
        guard let rules = lookUp(zone) else { throw .unknownZone(zone) }
        return try date.resolve(now: now, defaultZone: Zone(name: zone, rules: rules), lookUp: lookUp)
    }

    /// What the file says of a post, ready for the store.
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
