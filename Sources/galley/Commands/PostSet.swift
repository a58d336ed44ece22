import ArgumentParser
import Posts
import Wire

struct PostSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change single fields of a post.",
        discussion: """
            Fields: \(TextField.allCases.map(\.name).joined(separator: ", ")), slug, language, tags (separated by commas), \
            date, zone, kind (post or page), body; and for one target TARGET.text, TARGET.warning, TARGET.visibility, \
            TARGET.language and TARGET.long (link or thread). Nothing after “=” clears a field; “@” reads the value from a file.

            Examples:
              galley post set my-first-post title="Harbour light" tags=photography,sea
              galley post set my-first-post date="2026-12-01 09:00" zone=Europe/Lisbon
              galley post set my-first-post date=2026-12-01T09:00+05:30
              galley post set my-first-post body=@text.md
              galley post set my-first-post fediverse.warning="Long walk" fediverse.text=
            """)

    @Argument(help: PostName.help) var post: PostName
    @Argument(help: "What to change, such as title=\"Harbour light\".") var fields: [FieldChange]

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run() throws {
        let given = try fields.map { try $0.withFile() }
        // The zone counts whatever the order.
        let changes = given.filter { $0.name != "zone" } + given.filter { $0.name == "zone" }
        let (client, output) = (try daemon.client(), daemon.output)
        try refuseUnknownTargets(of: changes, client)
        for _ in 0..<3 {
            let before = try client.post(post)
            var draft = before.draft
            for change in changes { try change.apply(to: &draft) }
            guard draft != before.draft else {
                return try output.show(before, "Unchanged:")
            }
            do {
                return try output.show(client.save(draft, over: before), "Saved")
            } catch let problem as ProblemBody where problem.status == 412 {
                // Another save came first: apply this change to the new revision.
                continue
            }
        }
        throw CommandFailure(.tryAgain, "Others saved the post at the same time. Run the command again.")
    }

    /// Refuses fields for unknown targets, because a misspelt target would keep the text and never send it. A field of
    /// a removed target can still be emptied.
    private func refuseUnknownTargets(of changes: [FieldChange], _ client: DaemonClient) throws {
        let names = changes.compactMap { $0.value.isEmpty ? nil : $0.target }
        guard !names.isEmpty else { return }
        let known = try client.targets().map(\.name)
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw CommandFailure(.refused, "There is no target “\(unknown)”. `galley target list` shows them.")
        }
    }
}

/// One `FIELD=VALUE`.
struct FieldChange: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
        self.init(name: String(argument[..<equals]), value: String(argument[argument.index(after: equals)...]))
    }

    private init(name: String, value: String) { (self.name, self.value) = (name, value) }

    /// Replaces `@FILE` with the contents of the file.
    func withFile() throws(CommandFailure) -> FieldChange {
        guard value.hasPrefix("@") else { return self }
        return FieldChange(name: name, value: try InputFile.text(of: String(value.dropFirst())))
    }

    func apply(to draft: inout DraftBody) throws(CommandFailure) {
        let value = value.isEmpty ? nil : value
        switch name {
        case "slug": draft.slug = value
        case "language": draft.language = value
        case "tags":
            let words = (value ?? "").split(separator: ",").map { $0.trimmed }
            draft.tags = words.filter { !$0.isEmpty }
        case "date":
            draft.date = value
            // A zone or an offset in the date takes precedence over the zone that the post had.
            if value?.namesZone ?? true { draft.zone = nil }
        case "zone": draft.zone = value
        case "kind": draft.kind = value
        case "body": draft.body = value
        default:
            guard let field = TextField.allCases.first(where: { $0.name == name }) else {
                return try applyOverride(value, to: &draft)
            }
            draft[field] = value
        }
    }

    /// `fediverse` in `fediverse.warning`; nil for a field of the post itself.
    var target: String? { name.firstIndex(of: ".").map { String(name[..<$0]) } }

    private func applyOverride(_ value: String?, to draft: inout DraftBody) throws(CommandFailure) {
        let parts = name.split(separator: ".").map(String.init)
        guard parts.count == 2, let target, let field = parts.last else { throw unknown }
        let place = TargetName(kept: target)
        var said = draft.overrides?[place] ?? TargetOverride()
        switch field {
        case "text": said.text = value
        case "warning": said.warning = value
        case "visibility": said.visibility = try word(value)
        case "language": said.language = try language(value)
        case "long": said.long = try word(value)
        default: throw unknown
        }
        draft.overrides = draft.overrides ?? [:]
        draft.overrides?[place] = said == TargetOverride() ? nil : said
    }

    private func word<Word: CodedWord>(_ text: String?) throws(CommandFailure) -> Word? {
        guard let text else { return nil }
        guard let word = Word(rawValue: text) else {
            let allowed = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure(.misused, "“\(name)” is “\(text.oneLine)”. Use one of \(allowed).")
        }
        return word
    }

    private func language(_ text: String?) throws(CommandFailure) -> Language? {
        guard let text else { return nil }
        do throws(LanguageError) { return try Language(text) } catch {
            throw CommandFailure(.misused, error.description)
        }
    }

    private var unknown: CommandFailure {
        CommandFailure(.misused, "There is no field “\(name)”. `galley post set --help` lists them.")
    }
}
