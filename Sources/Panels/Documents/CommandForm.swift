import JSONTree

/// The fields of a command, as its deed decodes them. Help, completion, the description of the HTTP interface and the
/// refusal of other fields are made from this.
package struct CommandForm: Hashable, Sendable {
    package let word: String
    /// All fields that it can have.
    package let fields: [Field]
    /// The fields that can be said together: usually one list, of all of them.
    package let ways: [[Field]]

    package struct Field: Hashable, Sendable {
        package let name: String
        package var value: Value
        package var isNeeded: Bool
    }

    package enum Value: Hashable, Sendable {
        /// The id of a panel.
        case panel
        case text
        case number
        /// A place that counts from 0.
        case index
        case flag
        case frame
        /// One of these words.
        case word([String])
        /// A name, such as these.
        case name([String])
        /// A bar between panels: a side, or a side and the place of the panel after it, as in `right/1`.
        case separator
    }

    /// Those of all commands.
    package static let all = ArrangementCommand.deeds.map { CommandForm(of: $0) }

    /// A deed with a field of any other type is a programming error, which the first command finds.
    init<Kind: Deed>(of deed: Kind.Type) {
        word = deed.word
        do {
            let survey = try FieldSurvey.of(deed) { _, type in try Self.type(of: type).sample }.survey
            let fields = try survey.fields.map {
                Field(name: $0.name, value: try Self.type(of: $0.type).form, isNeeded: !$0.isOptional)
            }
            self.fields = fields
            let dependent = Set(deed.ways.joined().map(\.name))
            ways = deed.ways.map { way in
                fields.compactMap { field in
                    dependent.contains(field.name) ? way.first { $0.name == field.name }.map(field.used) : field
                }
            }
        } catch {
            preconditionFailure("The fields of “\(deed.word)” cannot be listed: \(error)")
        }
    }

    private static func type(of type: any Decodable.Type) throws -> any DeedField.Type {
        guard let type = type as? any DeedField.Type else {
            throw CommandError("", "\(type) is no type for a field of a command")
        }
        return type
    }
}

extension CommandForm.Field {
    fileprivate func used(as use: FieldUse) -> Self {
        var field = self
        field.isNeeded = isNeeded || use.isNeeded
        if let words = use.words { field.value = .word(words) }
        return field
    }
}

// MARK: - Reading

extension CommandForm {
    /// - Returns: the deed of this form.
    func read<Kind: Deed>(_ deed: Kind.Type, from document: JSON) throws(CommandError) -> Kind {
        let given = (document.fields ?? [:]).filter { !ArrangementCommand.companions.contains($0.key) }
        try refuseOthers(in: given)
        let read: Kind
        do { read = try JSONCoding.decode(deed, from: document) } catch { throw self.error(for: error, given) }
        // A null field counts as missing.
        let said = given.filter { $0.value != .null }
        guard ways.contains(where: { way in Self.fits(said, way) }) else { throw contradiction(in: said) }
        return read
    }

    private func refuseOthers(in given: [String: JSON]) throws(CommandError) {
        if let other = given.keys.filter({ name in !fields.contains { $0.name == name } }).min() {
            let own = fields.isEmpty ? "It has none." : "It has \(fields.map(\.name).joined(separator: ", "))."
            throw CommandError(String(other.prefix(60)), "“\(word)” has no field “\(other.prefix(60))”. \(own)")
        }
        for field in fields where field.value == .frame {
            guard let other = given[field.name]?.fields?.keys.filter({ !Rectangle.names.contains($0) }).min() else {
                continue
            }
            throw CommandError(
                "\(field.name).\(other.prefix(60))",
                "“\(field.name)” has no field “\(other.prefix(60))”. It has \(Rectangle.names.joined(separator: ", "))."
            )
        }
    }

    private static func fits(_ said: [String: JSON], _ way: [Field]) -> Bool {
        way.allSatisfy { !$0.isNeeded || said[$0.name] != nil }
            && said.allSatisfy { name, value in way.contains { $0.name == name && $0.value.admits(value) } }
    }

    private func contradiction(in said: [String: JSON]) -> CommandError {
        let free = fields.filter { field in ways.allSatisfy { $0.contains(field) } }
        let dependent = fields.filter { !free.contains($0) }
        let found = dependent.filter { said[$0.name] != nil }.map { "“\($0.name)”" }
        let fault = found.count == 1 ? "\(found[0]) alone" : "\(found.joined(separator: " and ")) together"
        let usages = ways.map { way in
            let names = way.filter { !free.contains($0) }.map { field in
                fields.contains { $0.value == field.value && $0.name == field.name }
                    ? field.name : "\(field.name) (\(field.value.choices.joined(separator: ", ")))"
            }
            return names.isEmpty ? "none of them" : names.joined(separator: " and ")
        }
        return CommandError(
            dependent.last { said[$0.name] != nil }?.name ?? "command",
            "“\(word)” does not take \(fault). Use \(usages.joined(separator: ", or ")).")
    }

    private func error(for error: any Error, _ given: [String: JSON]) -> CommandError {
        let name: String? =
            switch error {
            case DecodingError.keyNotFound(let key, let context): (context.codingPath + [key]).first?.stringValue
            case DecodingError.valueNotFound(_, let context), DecodingError.typeMismatch(_, let context),
                DecodingError.dataCorrupted(let context):
                context.codingPath.first?.stringValue
            default: nil
            }
        guard let field = fields.first(where: { $0.name == name }) else {
            return CommandError("command", "“\(word)” could not be read.")
        }
        return CommandError(field.name, field.words(about: given[field.name] ?? .null))
    }
}

extension CommandForm.Value {
    fileprivate func admits(_ value: JSON) -> Bool {
        if case .word(let words) = self, let text = value.text { words.contains(text) } else { true }
    }

    /// The choices for a completion; empty if there are too many to list.
    package var choices: [String] {
        switch self {
        case .word(let words), .name(let words): words
        case .flag: ["true", "false"]
        case .separator: ["left", "right", "top", "bottom", "right/1", "top/1"]
        case .panel, .text, .number, .index, .frame: []
        }
    }

    package var hint: String {
        switch self {
        case .panel: "PANEL"
        case .text: "TEXT"
        case .number, .index: "NUMBER"
        case .frame: "X,Y,WIDTH,HEIGHT"
        case .flag, .word, .name, .separator: choices.joined(separator: "|")
        }
    }
}

extension CommandForm.Field {
    /// As the command line takes it: `PANEL`, `side=left|right`, `[index=NUMBER]`.
    package var usage: String {
        let text = name == "panel" ? "PANEL" : "\(name)=\(value.hint)"
        return isNeeded ? text : "[\(text)]"
    }

    /// What is wrong with the value, in a sentence.
    fileprivate func words(about found: JSON) -> String {
        switch (value, found) {
        case (.frame, .null): "The command needs the rectangle “\(name)”."
        case (.number, .null), (.index, .null): "The command needs the number “\(name)”."
        case (.frame, _): "“\(name)” needs the numbers \(Rectangle.names.joined(separator: ", "))."
        case (.number, _): "“\(name)” is not a finite number."
        case (.index, _): "“\(name)” is not a whole number."
        case (.flag, _): "“\(name)” is neither true nor false."
        case (.word(let words), .text(let text)):
            "“\(name)” is “\(text.prefix(60))”. Use one of \(words.joined(separator: ", "))."
        case (.separator, .text(let text)):
            "“\(name)” is “\(text.prefix(60))”. Use one that the window lists, such as right or right/1."
        case (.panel, _), (.text, _), (.word, _), (.name, _), (.separator, _):
            "The command needs the text “\(name)”."
        }
    }
}

extension Rectangle {
    fileprivate static let names = ["x", "y", "width", "height"]
}
