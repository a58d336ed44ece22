package import JSONTree

/// Why a command cannot be parsed, in the user's words.
package struct CommandError: Error, Hashable, Sendable {
    package let reason: String
    /// The field with the error.
    package let field: String
}

// Commands in the form that HTTP, command line and page share: {"command": "pin", "panel": "date", "side": "right"}.
extension BookCommand {
    package init(_ document: JSON) throws(CommandError) {
        guard let fields = CommandFields(document) else {
            throw CommandError(reason: "A command is an object with the field “command”.", field: "command")
        }
        let word = try fields.text("command")
        guard let kind = CommandKind(rawValue: word), kind != .write else {
            let known = CommandKind.allCases.filter { $0 != .write }.map(\.rawValue).joined(separator: ", ")
            throw CommandError(
                reason: "There is no command “\(word.prefix(60))”. There are \(known).", field: "command")
        }
        self =
            switch kind {
            case .undo: .undo
            case .redo: .redo
            case .saveAs: .saveAs(try fields.text("name"))
            case .load: .load(try fields.text("name"))
            default: .arrange(try PanelCommand(kind, fields))
            }
    }

    package var kind: CommandKind {
        switch self {
        case .arrange(let command): command.kind
        case .undo: .undo
        case .redo: .redo
        case .saveAs: .saveAs
        case .load: .load
        }
    }

    /// The label of a button for this command: “Pin Date left”.
    package func offer(of catalogue: PanelCatalogue) -> String {
        switch self {
        case .arrange(let command):
            command.deed.offer(command.deed.panel.map { catalogue[$0]?.title ?? $0.text } ?? "panel")
        case .undo: "Undo arranging"
        case .redo: "Redo arranging"
        case .saveAs(let name): "Save as “\(name)”"
        case .load(let name): "Load “\(name)”"
        }
    }

    package var document: JSON {
        switch self {
        case .arrange(let command): command.deed.wholeDocument
        case .undo, .redo: .object(["command": .text(kind.rawValue)])
        case .saveAs(let name), .load(let name): .object(["command": .text(kind.rawValue), "name": .text(name)])
        }
    }
}

extension PanelCommand {
    fileprivate init(_ kind: CommandKind, _ fields: CommandFields) throws(CommandError) {
        guard let deed = kind.deed else {
            throw CommandError(reason: "“\(kind.rawValue)” does not arrange panels.", field: "command")
        }
        self.init(try deed.init(fields))
    }
}
