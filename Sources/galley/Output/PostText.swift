import Posts
import Wire

extension Output {
    /// Shows a post, to people in a line that begins with `deed`, and remarks the further effects of the request.
    func show(_ post: PostBody, _ deed: String) throws {
        try show(post) { PostText(output: self).line($0, deed) }
        for note in post.notes ?? [] { remark(note.oneLine) }
    }
}

/// Formats a post for people.
struct PostText {
    let output: Output

    func whole(_ post: PostBody, _ deliveries: [DeliveryBody]) -> String {
        var facts = Facts()
        facts.add("State", post.state, Ink(state: post.state))
        facts.add("Kind", post.kind == "post" ? nil : post.kind)
        facts.add("Slug", post.slug)
        facts.add("Before", (post.formerSlugs + post.formerPaths).joined(separator: ", "))
        facts.add("Date", post.date.map(output.clock.text))
        facts.add("Note", post.date?.note)
        facts.add("Tags", post.tags.joined(separator: ", "))
        for field in TextField.allCases where field != .title {
            facts.add(field.name.prefix(1).uppercased() + field.name.dropFirst(), post[field])
        }
        facts.add("Language", post.language)
        for (target, said) in post.overrides.sorted(by: { $0.key < $1.key }) { facts.add("At \(target)", said.words) }
        facts.add("Revision", "\(post.revision), saved \(output.clock.text(post.changedAt))")
        facts.add("Deleted", post.deletedAt.map(output.clock.text))
        facts.add("Id", post.id)
        let title = output.style.paint((post.title ?? "(no title)").oneLine, .strong) + "\n\n"
        return title + facts.text(output.style) + places(deliveries) + text(post.body)
    }

    func earlier(_ revision: RevisionBody) -> String {
        let draft = revision.draft
        var facts = Facts()
        facts.add("Revision", "\(revision.revision), saved \(output.clock.text(revision.savedAt))")
        facts.add("Slug", draft.slug)
        facts.add("Date", [draft.date, draft.zone].compactMap { $0 }.joined(separator: " "))
        facts.add("Tags", draft.tags?.joined(separator: ", "))
        facts.add("Summary", draft.summary)
        let title = output.style.paint((draft.title ?? "(no title)").oneLine, .strong) + "\n\n"
        return title + facts.text(output.style) + text(draft.body ?? "")
    }

    /// The line that reports what a command has done to a post.
    func line(_ post: PostBody, _ what: String) -> String {
        let title = post.title.map { " “\($0.oneLine)”" } ?? ""
        let note = post.date?.note.map { "Note: \($0.oneLine)\n" } ?? ""
        return "\(what) \(output.style.paint(post.slug.printable, .strong))\(title), revision \(post.revision), "
            + "\(output.style.paint(post.state, Ink(state: post.state))).\n\(note)"
    }

    private func places(_ deliveries: [DeliveryBody]) -> String {
        deliveries.isEmpty ? "" : "\n" + DeliveryText(output: output).table(deliveries, withPost: false)
    }

    private func text(_ body: String) -> String {
        guard !body.isEmpty else { return "\n" + output.style.paint("(no text)", .faint) + "\n" }
        return "\n" + body.endingInNewline.printable
    }
}

/// Lines with a name and a value.
struct Facts {
    private var lines: [(name: String, value: String, ink: Ink)] = []

    /// Adds a line unless the value is missing.
    mutating func add(_ name: String, _ value: String?, _ ink: Ink = .plain) {
        guard let value, !value.isEmpty else { return }
        lines.append((name, value, ink))
    }

    /// Adds several lines under one name.
    mutating func add(_ name: String, _ values: [String]) {
        for (index, value) in values.enumerated() where !value.isEmpty {
            lines.append((index == 0 ? name : "", value, .plain))
        }
    }

    func text(_ style: Style) -> String {
        let width = (lines.map(\.name.columns).max() ?? 0) + 2
        return lines.map {
            style.paint($0.name.padded(toColumns: width), .faint) + value($0.value, $0.ink, style) + "\n"
        }.joined()
    }

    /// The value on one line. A plain value may contain coloured parts.
    private func value(_ value: String, _ ink: Ink, _ style: Style) -> String {
        let line = value.split(whereSeparator: \.isNewline).joined(separator: " ")
        guard case .plain = ink else { return style.paint(line, ink) }
        return style.hasColour ? line.printableButInk : line.printable
    }
}

extension TargetOverride {
    fileprivate var words: String {
        [
            text.map { "text “\($0.oneLine)”" }, warning.map { "warning “\($0.oneLine)”" },
            visibility.map { "visibility \($0.rawValue)" }, language.map { "language \($0.tag)" },
            long.map { "long texts as a \($0.rawValue)" },
        ].compactMap { $0 }.joined(separator: ", ")
    }
}
