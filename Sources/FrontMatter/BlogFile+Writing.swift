import Posts

/// Writes a post to a file with front matter.
///
/// If the post came from a file, that file's front matter is edited line by line, and only where a value differs. The
/// result is then read again. If it does not match the post (an unforeseen layout), the front matter is rewritten with
/// all entries that Galley does not know, but without comments.
extension BlogFile {
    /// - Parameters:
    ///   - post: with its slug.
    ///   - head: the front matter of the post's file; nil when it came from none.
    ///   - path: the path of that file, or of the file to write.
    package static func text(of post: FiledPost, head: String?, path: String, clock: FileClock) -> String {
        let body = post.draft.body
        let head = head ?? ""
        guard let base = try? BlogFile(head, path: path, clock: clock, place: .own) else {
            return newHead(post, over: nil, path: path, clock) + body
        }
        // A text that begins with JSON would be refused as front matter.
        if base.file.block == nil, base.says(post), DividedFile.isBare(body), LeadingHeading(in: body) == nil,
            (try? BlogFile(body, path: path, clock: clock, place: .own)) != nil
        {
            return head + body
        }
        guard let block = base.file.block else { return head + newHead(post, over: nil, path: path, clock) + body }
        if base.says(post) { return joined(head, body) }
        let edited = base.edited(block, to: post, clock)
        if let read = try? BlogFile(edited, path: path, clock: clock, place: .own), read.says(post), read.keeps(base) {
            return joined(edited, body)
        }
        return joined(newHead(post, over: base, path: path, clock), body)
    }

    /// A fence at the very end of a file lacks the line break that must precede a body.
    private static func joined(_ head: String, _ body: String) -> String {
        body.isEmpty || head.utf8.last == 0x0A ? head + body : head + "\n" + body
    }

    private func edited(_ block: FrontMatterBlock, to post: FiledPost, _ clock: FileClock) -> String {
        let newline = block.text.contains("\r\n") ? "\r\n" : "\n"
        var editor = BlockEditor(block, newline: newline)
        change(&editor, to: post, clock)
        let rest = block.text.utf8.count + block.closing.utf8.count
        return String(decoding: file.head.utf8.dropLast(rest), as: UTF8.self) + editor.text + block.closing
    }

    /// Whether this file's front matter matches the post.
    private func says(_ other: FiledPost) -> Bool {
        let (mine, theirs) = (post.draft, other.draft)
        return mine.kind == theirs.kind && mine.slug == theirs.slug
            && TextField.ofFiles.allSatisfy { mine[$0] == theirs[$0] } && mine.language == theirs.language
            && hasTags(theirs.tags) && mine.date?.instant == theirs.date?.instant
            && mine.date?.zone == theirs.date?.zone && mine.overrides == theirs.overrides
            && post.isPublished == other.isPublished
            && Set(other.formerSlugs).subtracting([theirs.slug].compactMap(\.self)).isSubset(of: post.formerSlugs)
            && other.formerPaths.allSatisfy { $0.text == theirs.path || post.formerPaths.contains($0) }
    }

    /// With several lists in the file, the order of the desk's tags cannot be kept, so only the set counts.
    private func hasTags(_ tags: [Tag]) -> Bool {
        let (mine, theirs) = (post.draft.tags.map(\.text), tags.map(\.text))
        return file.tagListCount > 1 ? Set(mine) == Set(theirs) : mine == theirs
    }

    /// Whether all entries that Galley does not know are still there. Those of privacy follow the post.
    private func keeps(_ base: BlogFile) -> Bool {
        func rest(_ file: BlogFile) -> [[String]] {
            file.file.unknown.filter {
                !["aliases", "redirectfrom", "slug"].contains($0.name) && !PrivacyRules.know($0.key)
            }
            .map { ($0.key, $0.withoutTags) }.filter { $0.1 != .table([]) }
            .map { [$0, $1.text(.yaml, like: "\"")] }
        }
        return rest(self) == rest(base)
    }
}

extension FiledPost {
    /// The aliases for former slugs and paths that `other` does not have, each once.
    fileprivate func aliases(beyond other: FiledPost?) -> [String] {
        let slugs = formerSlugs.filter { $0 != draft.slug && !(other?.formerSlugs.contains($0) ?? false) }
        let paths = formerPaths.filter { $0.text != draft.path && !(other?.formerPaths.contains($0) ?? false) }
        let aliases = slugs.map { "/\($0.text)/" }
        return aliases + paths.map(\.text).filter { !aliases.contains($0) }
    }
}

// MARK: - Editing fields

extension BlogFile {
    private func change(_ editor: inout BlockEditor, to post: FiledPost, _ clock: FileClock) {
        let (old, new) = (self.post.draft, post.draft)
        func text(_ names: [String], _ key: String, _ was: String?, _ now: String?) {
            if was != now { editor.set(names, key: key, to: now.map { .text($0) }) }
        }
        for field in TextField.ofFiles {
            text(field.fileNames, field.key(for: path), old[field], new[field])
        }
        // A changed path would imply another slug.
        if old.slug != new.slug || old.path != new.path {
            editor.set(["slug"], key: "slug", to: new.slug.map { .text($0.text) })
        }
        text(MarkdownFile.languageNames, "language", old.language?.tag, new.language?.tag)
        if old.kind != new.kind { editor.set(["kind"], key: "kind", to: .text(new.kind.rawValue)) }
        changeDate(&editor, to: new.date, clock)
        changeTags(&editor, to: new.tags)
        if self.post.isPublished != post.isPublished { changeState(&editor, isPublished: post.isPublished) }
        if old.overrides != new.overrides {
            editor.set(["overrides"], key: "overrides", to: new.overrides.isEmpty ? nil : .overrides(new.overrides))
        }
        addAliases(&editor, post)
    }

    private func changeDate(_ editor: inout BlockEditor, to date: PlannedTime?, _ clock: FileClock) {
        let old = post.draft.date
        guard old?.instant != date?.instant || old?.zone != date?.zone else { return }
        guard let date else { return editor.set(MarkdownFile.dateNames, key: "date", to: nil) }
        let text = follows(date, fromItsZone: clock) ? nil : date.fileText(clock)
        if let text { editor.set(MarkdownFile.dateNames, key: "date", to: .plain(text)) }
        let zone = file.zone ?? (text.map { clock.zoneName(of: $0) } ?? old?.zone)
        if date.zone != zone { editor.set(MarkdownFile.zoneNames, key: "zone", to: .text(date.zone.text)) }
    }

    /// Whether this file has the date once it names the date's zone: then the date keeps its spelling.
    private func follows(_ date: PlannedTime, fromItsZone clock: FileClock) -> Bool {
        guard file.zone == nil, let zone = clock.named(date.zone) else { return false }
        let read = try? self.date(by: FileClock(zone: zone, desk: clock.desk, now: clock.now, lookUp: clock.lookUp))
        return read?.instant == date.instant
    }

    private func changeState(_ editor: inout BlockEditor, isPublished: Bool) {
        if isPublished {
            openMarks(&editor)
            if !privacyMarks.isEmpty, file.isDraft != true, !path.isDraft { return }
        }
        if let place = editor.place(["published"]), place.entry.asTruth != nil {
            editor.set(["published"], key: "published", to: .plain(isPublished ? "true" : "false"))
            if isPublished, file.unknown.isEmpty || file.isDraft == true, editor.place(["draft"]) != nil {
                editor.set(["draft"], key: "draft", to: .plain("false"))
            }
        } else {
            editor.set(["draft"], key: "draft", to: .plain(isPublished ? "false" : "true"))
        }
    }

    /// Has the entries that keep the post private say that it is public. Those in tables stay.
    private func openMarks(_ editor: inout BlockEditor) {
        for mark in privacyMarks {
            guard let entry = file.unknown.first(where: { $0.key == mark.key }),
                let opening = PrivacyRules.opening(of: entry.key, instead: SourceEntry.Value(entry.value))
            else { continue }
            let value: FrontMatterValue? =
                switch opening {
                case .truth(let truth): .plain("\(truth)")
                case .word(let word): .text(word)
                case .absence: nil
                }
            editor.set([entry.name], key: entry.key, to: value)
        }
    }

    /// Each list keeps its wanted tags; new tags go to the first list.
    private func changeTags(_ editor: inout BlockEditor, to tags: [Tag]) {
        let new = tags.map(\.text)
        guard post.draft.tags.map(\.text) != new else { return }
        let lists = MarkdownFile.tagNames.compactMap { name in
            editor.place([name]).flatMap { place in
                (try? file.words(of: place.entry, name)).map { (name: name, words: $0) }
            }
        }
        guard let first = lists.first else {
            // Outside of its table Zola reads no tags. In YAML only a rewritten front matter has them there.
            if !file.hasTagsInTable || editor.place(["tags"]) != nil {
                editor.set(["tags"], key: "tags", to: .words(new))
            }
            return
        }
        var elsewhere: [String] = []
        for list in lists.dropFirst() {
            let kept = list.words.filter { new.contains($0) && !first.words.contains($0) }
            elsewhere += kept
            guard kept != list.words, let place = editor.place([list.name]) else { continue }
            editor.setList(place, old: list.words, new: kept)
        }
        let own = new.filter { !elsewhere.contains($0) }
        if own != first.words, let place = editor.place([first.name]) {
            editor.setList(place, old: first.words, new: own)
        }
    }

    /// Adds earlier slugs and paths that the file does not have.
    private func addAliases(_ editor: inout BlockEditor, _ new: FiledPost) {
        let added = new.aliases(beyond: post)
        guard !added.isEmpty else { return }
        let names = ["aliases", "redirectfrom"]
        if let place = editor.place(names), let old = try? place.entry.wordList() {
            editor.setList(place, old: old, new: old + added)
        } else {
            let key = path.isJekyll ? "redirect_from" : "aliases"
            editor.set([key], key: key, to: .words(added))
        }
    }
}

extension PlannedTime {
    /// An instant in a form that both Hugo and Jekyll read.
    fileprivate func fileText(_ clock: FileClock) -> String {
        RFC3339.text(instant, offset: clock.named(zone)?.rules.offset(at: instant) ?? .zero)
    }
}

extension FileClock {
    /// The zone in which a date is read from a file that names none.
    /// - Parameter text: with an offset.
    fileprivate func zoneName(of text: String) -> ZoneName? {
        (try? When(text).resolve(now: now, defaultZone: desk, lookUp: lookUp))?.zone
    }
}

extension FrontMatterValue {
    fileprivate static func overrides(_ overrides: [TargetName: TargetOverride]) -> FrontMatterValue {
        .table(
            overrides.sorted { $0.key.text < $1.key.text }.map { name, said in
                let fields = [
                    ("text", said.text), ("warning", said.warning), ("visibility", said.visibility?.rawValue),
                    ("language", said.language?.tag), ("long", said.long?.rawValue),
                ]
                let entries = fields.compactMap { key, text in
                    text.map { FrontMatterEntry(key: key, value: .text($0), line: 0) }
                }
                return FrontMatterEntry(key: name.text, value: .table(entries), line: 0)
            })
    }
}

// MARK: - Rewriting

extension BlogFile {
    /// A front matter with all fields of the post and the unknown entries of `base`.
    private static func newHead(_ post: FiledPost, over base: BlogFile?, path: String, _ clock: FileClock) -> String {
        let draft = post.draft
        let syntax = base?.file.block?.syntax ?? .yaml
        let place = BlogPath(path)
        let unknown = base?.file.unknown ?? []
        var fields: [(key: String, value: FrontMatterValue)] = []
        var replaced: Set<String> = ["aliases", "redirectfrom", "slug"]
        func add(_ names: [String], _ key: String, _ value: FrontMatterValue?) {
            guard let value else { return }
            // Of several entries with names of a field, the most specific name counts.
            let isShared = unknown.contains { names.contains($0.name) }
            fields.append((isShared ? names[0] : key, value))
            replaced.insert(names[0])
        }
        func add(_ field: TextField) { add(field.fileNames, field.key(for: place), draft[field].map { .text($0) }) }
        add(.title)
        // Otherwise a heading at the start of the text would be read as the title.
        if draft.title == nil, LeadingHeading(in: draft.body) != nil { add(["title"], "title", .text("")) }
        add(MarkdownFile.dateNames, "date", draft.date.map { .plain($0.fileText(clock)) })
        add(MarkdownFile.zoneNames, "zone", draft.date.map { .text($0.zone.text) })
        add(["slug"], "slug", draft.slug.map { .text($0.text) })
        add(["kind"], "kind", draft.kind == .page ? .text("page") : nil)
        add(["draft"], "draft", post.isPublished ? (place.isDraft ? .plain("false") : nil) : .plain("true"))
        // Zola reads tags only in their table.
        var inTable: [FrontMatterEntry] = []
        if !draft.tags.isEmpty {
            let tags = FrontMatterValue.words(draft.tags.map(\.text))
            if let lists = base?.file.taxonomies, base?.file.hasTagsInTable == true, let first = lists.first {
                let list = lists.first { $0.name == "tags" } ?? first
                inTable = [FrontMatterEntry(key: list.key, value: tags, line: 0)]
            } else {
                add(MarkdownFile.tagNames, "tags", tags)
            }
            replaced.formUnion(MarkdownFile.tagNames)
        }
        add(MarkdownFile.languageNames, "language", draft.language.map { .text($0.tag) })
        add(["overrides"], "overrides", draft.overrides.isEmpty ? nil : .overrides(draft.overrides))
        for field in TextField.ofFiles where field != .title { add(field) }
        let aliases = (base?.file.aliases ?? []) + post.aliases(beyond: base?.post)
        add(["aliases"], "aliases", aliases.isEmpty ? nil : .words(aliases))
        let hasTags = !draft.tags.isEmpty || base?.post.draft.tags.isEmpty == false
        let isOpened = { (entry: FrontMatterEntry) in
            post.isPublished && PrivacyRules.know(entry.key)
                && base?.privacyMarks.contains { $0.key == entry.key } == true
        }
        for entry in unknown where !replaced.contains(entry.name) && !isOpened(entry) {
            if hasTags, entry.name == "taxonomies", case .table(let lists) = entry.withoutTags {
                if !(inTable + lists).isEmpty { fields.append((entry.key, .table(inTable + lists))) }
                inTable = []
            } else {
                fields.append((entry.key, entry.value))
            }
        }
        let lines = fields.map { FrontMatterValue.key($0, syntax) + syntax.divider + $1.text(syntax) + "\n" }
        return syntax.fence + "\n" + lines.joined() + syntax.fence + "\n"
    }
}

extension FrontMatterValue {
    fileprivate static func key(_ key: String, _ syntax: FrontMatterBlock.Syntax) -> String {
        let isBare = key.utf8.allSatisfy {
            $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0.isASCIILetter || $0.isDigit
        }
        return isBare && !key.isEmpty ? key : FrontMatterValue.text(key).text(syntax, like: "\"")
    }
}

extension TextField {
    /// The key of a new line, which Hugo and Jekyll read.
    fileprivate func key(for file: BlogPath) -> String {
        switch self {
        case .title, .author, .canonicalAddress, .privateNotes: name
        case .summary: "description"
        case .path: file.isJekyll ? "permalink" : "url"
        }
    }
}

extension DividedFile {
    /// Whether a text without front matter is not mistaken for one with it.
    static func isBare(_ body: String) -> Bool {
        guard let divided = try? DividedFile(body, allowsPlainHead: true) else { return false }
        return divided.block == nil && divided.head.isEmpty
    }
}
