/// The syntax of a command: its word and its possible fields. It is derived from the deeds, so the command line knows
/// every command.
package struct CommandForm: Hashable, Sendable {
    package let word: String
    package let fields: [Field]

    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: Value
        package fileprivate(set) var isNeeded = true
    }

    package enum Value: Hashable, Sendable {
        /// The id of a panel.
        case panel
        case text
        case number
        case flag
        case frame
        case word([String])
    }

    /// All commands: first those of an arrangement, then those of a window's view.
    package static let all: [CommandForm] =
        PanelCommand.deeds.map { CommandForm(word: $0.word, fields: $0.fields) }
        + [
            CommandForm(word: CommandKind.undo.rawValue), CommandForm(word: CommandKind.redo.rawValue),
            CommandForm(word: CommandKind.saveAs.rawValue, fields: [.text("name")]),
            CommandForm(word: CommandKind.load.rawValue, fields: [.text("name")]),
        ]
        + ViewCommand.deeds.map { CommandForm(word: $0.word, fields: $0.fields) }

    package init(word: String, fields: [Field] = []) {
        self.word = word
        self.fields = fields
    }
}

extension CommandForm.Field {
    static let panel = Self(name: "panel", value: .panel)
    static let side = word("side", of: Side.self)
    static let frame = Self(name: "frame", value: .frame)
    static let index = number("index").optional
    static let edge = word("edge", of: ResizeHandle.self).optional
    static let direction = word("direction", of: Direction.self).optional
    static let scope = word("scope", ["all", "class", "panel"]).optional

    /// Another panel, in a field of this name.
    static func other(_ name: String) -> Self { Self(name: name, value: .panel) }
    static func flag(_ name: String) -> Self { Self(name: name, value: .flag).optional }
    static func text(_ name: String) -> Self { Self(name: name, value: .text) }
    static func number(_ name: String) -> Self { Self(name: name, value: .number) }
    static func word(_ name: String, _ words: [String]) -> Self { Self(name: name, value: .word(words)) }

    static func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, of type: Word.Type) -> Self {
        word(name, Word.allCases.map(\.rawValue))
    }

    /// The same field, which may be missing.
    var optional: Self {
        var field = self
        field.isNeeded = false
        return field
    }
}
