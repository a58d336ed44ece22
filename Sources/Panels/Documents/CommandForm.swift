/// The syntax of a command: its word and its possible fields. It is derived from the deeds, so the command line knows
/// every command.
package struct CommandForm: Hashable, Sendable {
    package let word: String
    package let fields: [Field]

    package struct Field: Hashable, Sendable {
        package let name: String
        package let isNeeded: Bool
        package let value: Value
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
        PanelCommand.deeds.map { CommandForm($0.word, $0.fields) }
        + [
            CommandForm(CommandKind.undo.rawValue, []), CommandForm(CommandKind.redo.rawValue, []),
            CommandForm(CommandKind.saveAs.rawValue, [.text("name")]),
            CommandForm(CommandKind.load.rawValue, [.text("name")]),
        ]
        + ViewCommand.deeds.map { CommandForm($0.word, $0.fields) }

    private init(_ word: String, _ fields: [CommandField]) {
        self.word = word
        self.fields = fields.map(\.form)
    }
}

extension CommandField {
    fileprivate var form: CommandForm.Field {
        switch self {
        case .panel: CommandForm.Field(name: "panel", isNeeded: true, value: .panel)
        case .optionalPanel: CommandForm.Field(name: "panel", isNeeded: false, value: .panel)
        case .other(let name): CommandForm.Field(name: name, isNeeded: true, value: .panel)
        case .side: CommandForm.Field(name: "side", isNeeded: true, value: .word(Side.allCases.map(\.rawValue)))
        case .optionalSide:
            CommandForm.Field(name: "side", isNeeded: false, value: .word(Side.allCases.map(\.rawValue)))
        case .index: CommandForm.Field(name: "index", isNeeded: false, value: .number)
        case .frame: CommandForm.Field(name: "frame", isNeeded: true, value: .frame)
        case .optionalFrame: CommandForm.Field(name: "frame", isNeeded: false, value: .frame)
        case .edge:
            CommandForm.Field(name: "edge", isNeeded: false, value: .word(ResizeHandle.allCases.map(\.rawValue)))
        case .direction:
            CommandForm.Field(name: "direction", isNeeded: false, value: .word(Direction.allCases.map(\.rawValue)))
        case .scope: CommandForm.Field(name: "scope", isNeeded: false, value: .word(["all", "class", "panel"]))
        case .flag(let name): CommandForm.Field(name: name, isNeeded: false, value: .flag)
        case .text(let name): CommandForm.Field(name: name, isNeeded: true, value: .text)
        case .optionalText(let name): CommandForm.Field(name: name, isNeeded: false, value: .text)
        case .number(let name): CommandForm.Field(name: name, isNeeded: true, value: .number)
        case .optionalNumber(let name): CommandForm.Field(name: name, isNeeded: false, value: .number)
        case .word(let name, let words): CommandForm.Field(name: name, isNeeded: true, value: .word(words))
        case .optionalWord(let name, let words): CommandForm.Field(name: name, isNeeded: false, value: .word(words))
        }
    }
}
