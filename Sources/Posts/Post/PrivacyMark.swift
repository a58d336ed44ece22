/// An entry of a post's source that may keep the post from the public, such as `status: draft`.
package struct PrivacyMark: Hashable, Sendable {
    /// As written. A key in a table follows the name of the table: `params.private`.
    package let key: String
    /// Whether the key and its value are known to mean that. Otherwise the key only looks like one of these, or its value
    /// is no known word.
    package let isCertain: Bool
    /// Of the key, from 1.
    package let line: Int

    /// The subject of a note on it, in the report of an import.
    package var subject: String { PrivacyMark.subjectStart + key }

    /// - Returns: nil for another subject.
    package static func key(ofSubject subject: String) -> String? {
        subject.hasPrefix(subjectStart) ? String(subject.dropFirst(subjectStart.count)) : nil
    }

    private static let subjectStart = "privacy: "

    /// The note on it.
    package var sentence: String {
        guard !isCertain else { return "“\(key)” does not let everyone see it, so it is a draft here." }
        return
            "“\(key)” may keep it from readers, so it is a draft here. If it means something else, import again with "
            + "--public-key \(key.quotedForShell)."
    }
}

/// One entry of a front matter, a configuration or a feed, as far as privacy needs it.
package struct SourceEntry: Hashable, Sendable {
    package let key: String
    package let value: Value
    package let line: Int

    package indirect enum Value: Hashable, Sendable {
        case empty
        /// Without white space around them.
        case words(String)
        case list
        case table([SourceEntry])

        package static func text(_ text: String) -> Value { text.trimmed.isEmpty ? .empty : .words(text.trimmed) }
    }

    package init(key: String, value: Value, line: Int = 1) {
        self.key = key
        self.value = value
        self.line = line
    }
}

/// Tells which entries of a source speak of who may see a post, in any spelling of their keys: `isDraft`, `post_status`,
/// `Published`.
///
/// | key | everyone may see the post if the value is |
/// |---|---|
/// | `draft`, `private`, `hidden`, `password` and others in `hiding` | empty, or `false`, `no`, `off`, `0` |
/// | `publish`, `status`, `visibility` and others in `showing` | one of `openWords`; under `published` also a past date |
/// | any other key with one of `stems` in it | – |
///
/// All other values are marks: Galley has no posts between a public one and a draft, a draft can still be published, and
/// published words cannot be called back.
package struct PrivacyRules: Hashable, Sendable {
    /// The keys that do not speak of it after all, as `name` spells them.
    private var publicKeys: Set<String>
    /// Whether an unknown key with one of `stems` in it is a mark.
    private var guesses: Bool

    /// - Parameter publicKeys: keys, in any spelling, that have nothing to do with privacy in this source.
    package init(publicKeys: [String] = []) {
        self.publicKeys = Set(publicKeys.map(PrivacyRules.name))
        guesses = true
    }

    /// The same rules without guesses, for formats in which all keys are known.
    package var withoutGuesses: PrivacyRules {
        var rules = self
        rules.guesses = false
        return rules
    }

    /// The same rules for sources in which every key means what it seems to mean.
    package var withoutPublicKeys: PrivacyRules {
        var rules = self
        rules.publicKeys = []
        return rules
    }

    private static let hiding: Set<String> = [
        "confidential", "deleted", "donotpublish", "dontpublish", "draft", "drafts", "eleventyexcludefromcollections",
        "encrypt", "encrypted", "excludefromcollections", "headless", "hidden", "hide", "internal", "membersonly",
        "nopublish", "notpublic", "notpublished", "passphrase", "password", "passwordprotected", "private", "protected",
        "restricted", "secret", "trash", "trashed", "unfinished", "unlisted", "unpublish", "unpublished", "wip",
        "workinprogress",
    ]
    private static let showing: Set<String> = [
        "access", "listed", "privacy", "public", "publish", "published", "render", "state", "status", "visibility",
        "visible",
    ]
    /// In Hugo's `build`, besides the others.
    private static let showingInBuild: Set<String> = ["list"]
    private static let stems = ["draft", "hid", "priv", "publi", "secret", "unlist"]
    /// Keys that have a stem in them and nothing to do with privacy.
    private static let harmless: Set<String> = [
        "publication", "publications", "publicationshort", "publicationtitle", "publicationtype", "publicationtypes",
        "publisher", "publishers", "publishresources",
    ]
    /// What programs put in front of a key.
    private static let prefixes = [
        "article", "blog", "content", "entry", "has", "is", "note", "page", "post", "publication", "published",
        "publish",
        "publishing", "site", "workflow", "wp",
    ]
    /// Tables whose entries speak of the whole page, like those outside of any table.
    private static let pageTables: Set<String> = [
        "attributes", "build", "custom", "extra", "frontmatter", "meta", "metadata", "options", "page", "param",
        "params",
        "post", "properties", "settings",
    ]
    /// In other tables, which describe a part of the page such as its cover, only these speak of the page.
    private static let ofPages: Set<String> = [
        "draft", "password", "private", "publish", "published", "secret", "unlisted", "unpublished",
    ]

    private static let openWords: Set<String> = [
        "1", "always", "anyone", "everybody", "everyone", "featured", "listed", "live", "on", "online", "public",
        "publish",
        "published", "released", "true", "visible", "y", "yes",
    ]
    private static let closedWords: Set<String> = [
        "deleted", "draft", "hidden", "internal", "link", "local", "members", "never", "password", "paid", "pending",
        "private",
        "protected", "secret", "trash", "unlisted", "unpublished", "wip",
    ]
    private static let falseWords: Set<String> = ["0", "false", "n", "no", "off"]
    private static let trueWords: Set<String> = ["1", "on", "true", "y", "yes"]
}

// MARK: - Reading

extension PrivacyRules {
    /// The marks, in the order of the source.
    /// - Parameter now: a date of publication after it is a mark; nil if dates are none.
    package func marks(in entries: [SourceEntry], now: Instant? = nil) -> [PrivacyMark] {
        entries.flatMap { marks(of: $0, in: [], now) }
    }

    /// - Parameter tables: the keys of the tables around it.
    private func marks(of entry: SourceEntry, in tables: [String], _ now: Instant?) -> [PrivacyMark] {
        let path = (tables + [entry.key]).joined(separator: ".")
        let name = PrivacyRules.name(entry.key)
        guard publicKeys.isDisjoint(with: [name, PrivacyRules.name(path)]) else { return [] }
        let table = tables.last.map(PrivacyRules.name)
        if let isCertain = isMark(name, entry.value, in: table, now) {
            return [PrivacyMark(key: path, isCertain: isCertain, line: entry.line)]
        }
        guard case .table(let entries) = entry.value else { return [] }
        return entries.flatMap { marks(of: $0, in: tables + [entry.key], now) }
    }

    /// - Returns: whether it is certainly a mark; nil if it is none.
    private func isMark(_ name: String, _ value: SourceEntry.Value, in table: String?, _ now: Instant?) -> Bool? {
        guard let base = PrivacyRules.base(of: name, in: table) else {
            return guesses && PrivacyRules.isSuspect(name, value, in: table, now) ? false : nil
        }
        let isHiding = PrivacyRules.hiding.contains(base)
        switch value {
        case .empty: return isHiding ? nil : false
        case .list, .table: return false
        case .words(let text):
            let words = text.lowercased()
            if isHiding {
                if PrivacyRules.falseWords.contains(words) { return nil }
                return PrivacyRules.trueWords.contains(words) || base.hasPrefix("pass")
            }
            if PrivacyRules.openWords.contains(words) { return nil }
            if let isPast = PrivacyRules.isPastDate(text, now), base.hasPrefix("publi") { return isPast ? nil : true }
            return PrivacyRules.falseWords.contains(words) || PrivacyRules.closedWords.contains(words)
        }
    }

    /// Whether an unknown key looks like one that keeps a page from the public.
    private static func isSuspect(
        _ name: String, _ value: SourceEntry.Value, in table: String?, _ now: Instant?
    ) -> Bool {
        guard isOfPage(table), !harmless.contains(name), stems.contains(where: { name.contains($0) }) else {
            return false
        }
        if name.contains("publi"), case .words(let text) = value, isPastDate(text, now) == true { return false }
        return true
    }

    /// - Returns: nil for a text that is no date.
    private static func isPastDate(_ text: String, _ now: Instant?) -> Bool? {
        guard let when = try? When(ofBlog: text) else { return nil }
        switch when {
        case .fromNow, .clock: return nil
        case .instant, .wall: break
        }
        guard let now else { return true }
        guard let time = try? when.resolve(now: now, defaultZone: .utc, lookUp: { _ in .utc }) else { return nil }
        return time.instant <= now
    }
}

// MARK: - Keys

extension PrivacyRules {
    /// A key without case, separators and ornaments.
    private static func name(_ key: String) -> String {
        key.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Larger than any known key. It limits the cost of a hostile one.
    private static let nameBytesMax = 100

    private static func isOfPage(_ table: String?) -> Bool { table.map(pageTables.contains) ?? true }

    /// The key of the lists above without what some programs put in front of it; nil for other keys.
    private static func base(of name: String, in table: String?) -> String? {
        guard name.utf8.count <= nameBytesMax else { return nil }
        if hiding.contains(name) || showing.contains(name) || (table == "build" && showingInBuild.contains(name)) {
            return isOfPage(table) || ofPages.contains(name) ? name : nil
        }
        return prefixes.lazy.compactMap { prefix in
            name.hasPrefix(prefix) && name.count > prefix.count
                ? base(of: String(name.dropFirst(prefix.count)), in: table) : nil
        }.first
    }

    /// Whether the key, outside of any table, is one that the rules know.
    package static func know(_ key: String) -> Bool { base(of: name(key), in: nil) != nil }

    /// Whether it is one of the keys of Galley itself, which no import can call public.
    package static func alwaysCounts(_ key: String) -> Bool { ["draft", "published"].contains(name(key)) }

    /// What a known key has to say so that everyone may see the post.
    package enum Opening: Hashable, Sendable {
        case truth(Bool), word(String)
        /// Without the entry.
        case absence
    }

    /// - Parameter value: the present one, whose form stays if possible.
    package static func opening(of key: String, instead value: SourceEntry.Value) -> Opening? {
        guard let base = base(of: name(key), in: nil) else { return nil }
        let words = if case .words(let text) = value { text.lowercased() } else { "" }
        let isTruth = trueWords.contains(words) || falseWords.contains(words)
        if hiding.contains(base) { return isTruth ? .truth(false) : .absence }
        if isTruth { return .truth(true) }
        return .word(["access", "privacy", "visibility"].contains(base) ? "public" : "published")
    }
}
