import Posts

/// Converts an entry to the value of a field. The errors state what was found and what the field accepts.
extension FrontMatterEntry {
    func error(_ problem: String) -> FrontMatterError { FrontMatterError(line: line, problem) }

    /// - Parameter words: by key; several for one key are a list.
    static func entries(_ words: [String: [String]]) -> [FrontMatterEntry] {
        words.sorted { $0.key < $1.key }.map { key, words in
            let isList = words.count > 1 || MarkdownFile.tagNames.contains(key)
            let value = isList ? FrontMatterValue.words(words) : .plain(words.first ?? "")
            return FrontMatterEntry(key: key, value: value, line: 1)
        }
    }

    /// Zola's lists of tags and categories, which stand in a table of their own. Those outside of it win.
    static func taxonomies(in entries: [FrontMatterEntry]) -> [FrontMatterEntry] {
        guard case .table(let lists)? = entries.first(where: { $0.name == "taxonomies" })?.value else { return [] }
        return lists.filter { list in list.isTagsOfZola && !entries.contains { $0.name == list.name } }
    }

    /// In Zola's table: whether it is a list of tags.
    var isTagsOfZola: Bool { ["tags", "categories"].contains(name) }

    /// The value; of Zola's table without its lists of tags, of which one outside of it hides its namesake.
    var withoutTags: FrontMatterValue {
        guard name == "taxonomies", case .table(let lists) = value else { return value }
        return .table(lists.filter { !$0.isTagsOfZola })
    }

    var isText: Bool {
        switch value {
        case .plain, .text: true
        case .empty, .list, .table: false
        }
    }

    /// The text without surrounding white space; nil when nothing remains.
    func words() throws(FrontMatterError) -> String? {
        switch value {
        case .empty: return nil
        case .plain(let text), .text(let text):
            let words = text.trimmed
            return words.isEmpty ? nil : words
        case .list, .table: throw error("“\(key)” is \(value.kindName). It needs one text.")
        }
    }

    func made<Value, Failure: CustomStringConvertible>(
        _ make: (String) throws(Failure) -> Value
    ) throws(FrontMatterError) -> Value? {
        guard let words = try words() else { return nil }
        do { return try make(words) } catch { throw self.error(error.description) }
    }

    /// A list of texts, or one text with commas.
    func wordList() throws(FrontMatterError) -> [String] {
        switch value {
        case .empty: return []
        case .plain(let text), .text(let text):
            return text.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
        case .list(let values):
            return try values.map { value throws(FrontMatterError) in try item(value) }.flatMap(\.self)
        case .table: throw error("“\(key)” is a table. It needs a list such as [news, swift], or words with commas.")
        }
    }

    /// The same, where an item may also be a table that names it, or a list: Hexo's categories below each other.
    func lenientWordList() throws(FrontMatterError) -> [String] {
        guard case .list(let values) = value, values.contains(where: { !$0.isWords }) else { return try wordList() }
        return value.names
    }

    /// The entries of a table.
    var members: [FrontMatterEntry] { if case .table(let entries) = value { entries } else { [] } }

    private func item(_ value: FrontMatterValue) throws(FrontMatterError) -> [String] {
        switch value {
        case .empty: return []
        case .plain(let text), .text(let text): return text.trimmed.isEmpty ? [] : [text.trimmed]
        case .list, .table: throw error("“\(key)” contains \(value.kindName). It needs words.")
        }
    }

    /// Whether it is a pattern of Jekyll such as `/:categories/:title/`, the name of one, such as `pretty`, a template of
    /// Eleventy, or its `false`.
    var isPathPattern: Bool {
        guard let text = try? words() else { return false }
        return text.contains("/:") || text.hasPrefix(":") || text.contains("{{") || text.contains("{%")
            || ["date", "false", "none", "ordinal", "pretty", "weekdate"].contains(text)
    }

    /// Whether it is a pattern with the placeholders of Hugo or Jekyll.
    var hasPlaceholders: Bool {
        guard isPathPattern, let text = try? words() else { return false }
        return text.contains(":") && !text.contains("{")
    }

    /// Hugo reads it in quotation marks and as a number, too.
    var asTruth: Bool? {
        switch (try? words())?.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    func truth() throws(FrontMatterError) -> Bool {
        guard let truth = asTruth else { throw error("“\(key)” needs true or false.") }
        return truth
    }

    var kind: PostKind? {
        switch value {
        case .plain(let text), .text(let text): PostKind(rawValue: text.lowercased())
        case .empty, .list, .table: nil
        }
    }

    func tag(_ text: String) throws(FrontMatterError) -> Tag {
        do { return try Tag(text) } catch { throw self.error(error.description) }
    }

    func targetName(_ text: String) throws(FrontMatterError) -> TargetName {
        do { return try TargetName(text) } catch { throw self.error(error.description) }
    }

    /// The override for one target: only its text, or a table.
    func override() throws(FrontMatterError) -> TargetOverride {
        guard case .table(let entries) = value else { return TargetOverride(text: try words()) }
        var override = TargetOverride()
        for entry in entries {
            switch entry.name {
            case "text": override.text = try entry.words()
            case "warning": override.warning = try entry.words()
            case "language": override.language = try entry.made { text throws(LanguageError) in try Language(text) }
            case "visibility": override.visibility = try entry.word(Visibility.self, "visibility")
            case "long": override.long = try entry.word(LongText.self, "way to send a long text")
            default:
                throw entry.error(
                    "The target “\(key)” has no field “\(entry.key)”. Use text, warning, visibility, language or long.")
            }
        }
        return override
    }

    /// - Parameter name: what it is, for the error.
    private func word<Word: CaseIterable & RawRepresentable<String>>(
        _: Word.Type, _ name: String
    ) throws(FrontMatterError) -> Word? {
        guard let words = try words() else { return nil }
        guard let word = Word(rawValue: words.lowercased()) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("“\(words)” is no \(name). Use one of \(known).")
        }
        return word
    }
}
