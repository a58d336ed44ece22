import Posts

extension MarkdownFile {
    /// Assigns the entries to fields. If several could fill one field, the most specific name wins and the others stay
    /// unknown.
    mutating func read(_ entries: [FrontMatterEntry]) throws(FrontMatterError) {
        taxonomies = FrontMatterEntry.taxonomies(in: entries)
        hasTagsInTable = !taxonomies.isEmpty && !entries.contains { MarkdownFile.tagNames.contains($0.name) }
        var fields = FieldList(entries + taxonomies)
        for field in TextField.ofFiles.map(Field.text) + Field.others {
            let before = fields
            do {
                try read(field, &fields)
            } catch {
                try tolerate(error)
                fields = before
                // A post that may be a draft is not published.
                if case .state = field { isDraft = true }
            }
        }
        readPast(fields)
        unknown = fields.rest.filter { !taxonomies.contains($0) }
    }

    /// - Throws: the error, unless the file is read leniently.
    private mutating func tolerate(_ error: FrontMatterError) throws(FrontMatterError) {
        guard case .lenient = reading else { throw error }
        misunderstood.append(error)
    }

    private enum Field {
        case text(TextField), language, zone, kind, slug, date, tags, targets, state

        /// In the order of reading, after the texts.
        static let others = [Field.language, .zone, .kind, .slug, .date, .tags, .targets, .state]
    }

    private mutating func read(_ field: Field, _ fields: inout FieldList) throws(FrontMatterError) {
        switch field {
        // Some themes use a table here.
        case .text(.author):
            let names = reading == .strict ? nil : names(in: fields)
            texts[.author] = try fields.take(["author"], where: { $0.isText })?.words() ?? names
        case .text(.path): texts[.path] = try readPath(&fields)
        case .text(let field): texts[field] = try fields.take(field.fileNames)?.words()
        case .language:
            language = try fields.take(MarkdownFile.languageNames)?.made { text throws(LanguageError) in
                try Language(text.replacing("_", with: "-"))
            }
        case .zone:
            zone = try fields.take(MarkdownFile.zoneNames)?.made { text throws(ZoneNameError) in try ZoneName(text) }
        case .kind: kind = fields.take(["kind", "type", "layout"], where: { $0.kind != nil })?.kind
        case .slug: try readSlug(&fields)
        case .date: try readDate(&fields)
        case .tags: try readTags(&fields)
        case .targets: try readTargets(&fields)
        case .state: try readState(&fields)
        }
    }

    private mutating func readState(_ fields: inout FieldList) throws(FrontMatterError) {
        isDraft = try fields.take(["draft"])?.truth()
        if let published = fields.take(["published"], where: { $0.asTruth != nil })?.asTruth {
            isDraft = isDraft == true || !published
        }
    }

    /// Reads entries that also stay unknown.
    private mutating func readPast(_ fields: FieldList) {
        for entry in fields.rest where entry.name == "aliases" || entry.name == "redirectfrom" {
            aliases += (try? entry.wordList()) ?? []
        }
        // Docusaurus has a table.
        let inTable = fields.rest.first { $0.name == "lastupdate" }.map(\.members)?.filter { $0.name == "date" } ?? []
        let entries = inTable + MarkdownFile.changedNames.compactMap { name in fields.rest.first { $0.name == name } }
        for entry in entries where changed == nil {
            let when = (try? entry.words()).flatMap { try? When(ofBlog: $0) }
            switch when {
            case .instant?, .wall?: changed = when
            case .fromNow?, .clock?, nil: continue
            }
        }
    }

    /// The authors of a list or a table, which stays unknown. Galley has one text for them.
    private func names(in fields: FieldList) -> String? {
        let lists = ["authors", "author"].lazy.compactMap { name in fields.rest.first { $0.name == name } }
        let names = lists.map { $0.value.names }.first { !$0.isEmpty } ?? []
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    private mutating func readSlug(_ fields: inout FieldList) throws(FrontMatterError) {
        slug = try fields.take(["slug"])?.made { text throws(SlugError) in try Slug(checking: text) }
        guard slug == nil else { return }
        if let path = texts[.path], let name = try? PostPath(path).slugText {
            slug = try? Slug(checking: name)
            return
        }
        // A pattern, or an address that no page can have, stays unknown, but it may name the slug.
        let address = fields.rest.first { TextField.path.fileNames.contains($0.name) }
        slug = (try? address?.words()).flatMap { MarkdownFile.slug(ofAddress: $0) }
    }

    // As `FrontMatterEntry.name` spells them, the most specific first.
    static let dateNames = [
        "publishdate", "publisheddate", "publishedat", "publishedon", "pubdate", "pubdatetime", "datepublished",
        "issued", "date",
    ]
    /// Of the last change.
    static let changedNames = [
        "lastmod", "lastmodified", "lastmodifiedat", "updated", "updatedat", "updateddate", "dateupdated", "modified",
        "modifiedat", "moddate", "moddatetime", "datemodified",
    ]
    static let zoneNames = ["zone", "timezone"]
    static let tagNames = ["tags", "tag", "categories", "category"]
    static let languageNames = ["language", "lang", "locale"]

    private func readPath(_ fields: inout FieldList) throws(FrontMatterError) -> String? {
        guard let field = fields.take(TextField.path.fileNames, where: { $0.isText && !$0.isPathPattern }) else {
            return nil
        }
        return try field.made { text throws(PostPathError) in try PostPath(text).text }
    }

    /// The last part of `/2020/05/my-post/` or `my-post.html`; nil for patterns such as `/:year/:title`.
    private static func slug(ofAddress address: String) -> Slug? {
        guard let last = address.split(separator: "/").last, !address.contains(":title"), address != "false" else {
            return nil
        }
        let name = last.hasSuffix(".html") ? last.dropLast(5) : last
        return try? Slug(checking: String(name).percentRead)
    }

    private mutating func readDate(_ fields: inout FieldList) throws(FrontMatterError) {
        guard let field = try fields.take(MarkdownFile.dateNames), let text = try field.words() else { return }
        guard let when = try when(in: field) else {
            throw field.error("“\(text)” is no date. Write it as 2026-12-01 09:00.")
        }
        date = when
    }

    /// - Returns: nil for a time relative to now.
    func when(in field: FrontMatterEntry) throws(FrontMatterError) -> When? {
        guard let text = try field.words() else { return nil }
        let when: When
        do { when = try When(ofBlog: text) } catch { throw field.error(error.description) }
        switch when {
        // Generators show a date with `Z` by the clocks of UTC. A count since 1970 names no clocks.
        case .instant: return WallClock(writtenIn: text).map { .wall($0, zone: .zeroOffset) } ?? when
        case .wall(let wall, nil) where isInUTC(field.value): return .instant(wall.asIfUTC)
        case .wall: return when
        case .fromNow, .clock: return nil
        }
    }

    /// What YAML takes for a time, Jekyll's parser reads in UTC (`lib/safe_yaml/parse/date.rb`). Jekyll parses any other
    /// text, also one without seconds or with quotation marks, in the zone of the site.
    private func isInUTC(_ value: FrontMatterValue) -> Bool {
        guard case .lenient(isJekyll: true, _) = reading, case .plain(let text) = value else { return false }
        let time = /[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|\s+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?/
        return text.trimmed.wholeMatch(of: time) != nil
    }

    /// The words of an entry that no field took.
    func word(of name: String) -> String? {
        unknown.first { $0.name == name }.flatMap { try? $0.words() }
    }

    /// A list that cannot be read leaves the tags of the others.
    private mutating func readTags(_ fields: inout FieldList) throws(FrontMatterError) {
        var found: [Tag] = []
        for name in MarkdownFile.tagNames {
            let before = fields
            do {
                guard let field = try fields.take([name]) else { continue }
                let words = try words(of: field, name)
                tagListCount += 1
                if name.hasPrefix("categor") { categories += words }
                for word in words {
                    do { found.append(try field.tag(word)) } catch { try tolerate(error) }
                }
            } catch {
                try tolerate(error)
                fields = before
            }
        }
        tags = Tag.unique(found)
    }

    /// Only Jekyll reads `tags: a b` as two tags.
    func words(of field: FrontMatterEntry, _ name: String) throws(FrontMatterError) -> [String] {
        let words = reading == .strict ? try field.wordList() : try field.lenientWordList()
        guard case .lenient(isJekyll: true, _) = reading, ["tags", "categories"].contains(name), words.count == 1,
            field.isText
        else { return words }
        return words[0].split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private mutating func readTargets(_ fields: inout FieldList) throws(FrontMatterError) {
        if let field = try fields.take(["targets", "to"]) {
            if case .table(let entries) = field.value {
                targets = try entries.map { entry throws(FrontMatterError) in try entry.targetName(entry.key) }
                try readOverrides(entries)
            } else {
                let words = try field.wordList()
                targets = try words.map { word throws(FrontMatterError) in try field.targetName(word) }
            }
        }
        guard let field = try fields.take(["overrides"]) else { return }
        guard case .table(let entries) = field.value else {
            throw field.error("“\(field.key)” is \(field.value.kindName). It needs a table of targets.")
        }
        try readOverrides(entries)
    }

    private mutating func readOverrides(_ entries: [FrontMatterEntry]) throws(FrontMatterError) {
        for entry in entries where entry.value != .empty {
            overrides[try entry.targetName(entry.key)] = try entry.override()
        }
    }
}

extension TextField {
    /// As `FrontMatterEntry.name` spells them, the most specific first.
    var fileNames: [String] { [name] + otherNames }
}

/// The entries that no field has taken yet.
private struct FieldList {
    private(set) var rest: [FrontMatterEntry]

    init(_ entries: [FrontMatterEntry]) { rest = entries }

    /// The first of `names` that exists and is not empty.
    /// - Throws: when two entries have the same name, such as `lang` in different case.
    mutating func take(_ names: [String]) throws(FrontMatterError) -> FrontMatterEntry? {
        for name in names {
            let found = rest.filter { $0.name == name }
            if let second = found.dropFirst().first {
                throw second.error("The field “\(second.key)” is there more than once. Keep one.")
            }
            rest.removeAll { $0.name == name && $0.value == .empty }
            if let taken = take([name], where: { _ in true }) { return taken }
        }
        return nil
    }

    /// The first entry that has one of `names` and meets the condition. Other entries stay.
    mutating func take(_ names: [String], where fits: (FrontMatterEntry) -> Bool) -> FrontMatterEntry? {
        for name in names {
            if let index = rest.firstIndex(where: { $0.name == name && fits($0) }) { return rest.remove(at: index) }
        }
        return nil
    }
}
