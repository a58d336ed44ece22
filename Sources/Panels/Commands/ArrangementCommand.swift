package import JSONTree

/// A command from a window or the desk: one of all deeds.
package enum ArrangementCommand: Hashable, Sendable {
    case book(BookCommand)
    /// Changes how the window shows its arrangement.
    case view(ViewCommand)
    /// Gives the window its own arrangement, at first a copy of the desk.
    case detach
    /// Makes the window show the desk again, and deletes its own arrangement.
    case attach
    /// Copies the window's plan for its size class to the desk, which the window then shows again.
    case useEverywhere

    package static func arrange(_ command: PanelCommand) -> ArrangementCommand { .book(.arrange(command)) }

    /// All deeds: those of an arrangement, of its history and its copies, of a window's view, of a window as a whole.
    static let deeds: [any Deed.Type] =
        PanelCommand.deeds + history + ViewCommand.deeds + [Detach.self, Attach.self, UseEverywhere.self]
    private static let history: [any Deed.Type] = [Undo.self, Redo.self, SaveAs.self, Load.self]

    /// The first command fails on duplicate words, because they are a programming error.
    private static let known = Dictionary(uniqueKeysWithValues: deeds.map { ($0.word, ($0, CommandForm(of: $0))) })

    private var deed: any Deed {
        switch self {
        case .book(.arrange(let command)): command.deed
        case .book(.undo): Undo()
        case .book(.redo): Redo()
        case .book(.saveAs(let name)): SaveAs(name: name)
        case .book(.load(let name)): Load(name: name)
        case .view(let command): command.deed
        case .detach: Detach()
        case .attach: Attach()
        case .useEverywhere: UseEverywhere()
        }
    }
}

// In the form that HTTP, command line and page share: {"command": "pin", "panel": "date", "side": "right"}.
extension ArrangementCommand {
    /// The fields around those of the command: its word, the revision that its sender had read, and in answers the label of
    /// a button for it.
    package static let companions = ["command", "revision", "says"]

    /// - Throws: `CommandError` for an unknown word, a field that the command does not have, or one that cannot be read.
    package init(_ document: JSON) throws(CommandError) {
        guard let fields = document.fields else {
            throw CommandError("command", "A command is an object with the field “command”.")
        }
        guard let word = fields["command"]?.text else {
            throw CommandError("command", "The command needs the text “command”.")
        }
        guard let (deed, form) = Self.known[word] else {
            let known = Self.deeds.map { $0.word }.joined(separator: ", ")
            throw CommandError("command", "There is no command “\(word.prefix(60))”. There are \(known).")
        }
        guard fields["says", default: .null] == .null || fields["says"]?.text != nil else {
            throw CommandError("says", "“says” is no text. Send it as the daemon did, or leave it out.")
        }
        self = try form.read(deed, from: document).command
    }

    package var document: JSON {
        // Only a number that is not finite cannot be encoded, and no document has one.
        var fields = (try? JSONCoding.tree(of: deed))?.fields ?? [:]
        fields["command"] = .text(type(of: deed).word)
        return .object(fields)
    }
}

/// Why a command cannot be parsed, in the user's words.
package struct CommandError: Error, Hashable, Sendable {
    /// The field with the error.
    package let field: String
    package let reason: String

    init(_ field: String, _ reason: String) { (self.field, self.reason) = (field, reason) }
}

// MARK: - The deeds about a whole arrangement or a whole window

struct Undo: Deed {
    static let word = "undo"
    var command: ArrangementCommand { .book(.undo) }
}

struct Redo: Deed {
    static let word = "redo"
    var command: ArrangementCommand { .book(.redo) }
}

struct SaveAs: Deed {
    static let word = "saveAs"
    let name: String
    var command: ArrangementCommand { .book(.saveAs(name)) }
}

struct Load: Deed {
    static let word = "load"
    let name: String
    var command: ArrangementCommand { .book(.load(name)) }
}

struct Detach: Deed {
    static let word = "detach"
    var command: ArrangementCommand { .detach }
}

struct Attach: Deed {
    static let word = "attach"
    var command: ArrangementCommand { .attach }
}

struct UseEverywhere: Deed {
    static let word = "useEverywhere"
    var command: ArrangementCommand { .useEverywhere }
}

// MARK: - Titles

extension ArrangementCommand {
    /// The text of a button for this command: “Pin Date left”; nil for a view.
    package func title(of catalogue: PanelCatalogue) -> String? {
        switch self {
        case .book(let command): command.title(of: catalogue)
        case .view: nil
        case .detach: "This window only"
        case .attach: "Follow the desk"
        case .useEverywhere: "Use everywhere"
        }
    }
}

extension BookCommand {
    /// The text of a button for this command: “Pin Date left”.
    package func title(of catalogue: PanelCatalogue) -> String {
        switch self {
        case .arrange(let command):
            command.deed.title(command.deed.subject.map { catalogue[$0]?.title ?? $0.text } ?? "panel")
        case .undo: "Undo arranging"
        case .redo: "Redo arranging"
        case .saveAs(let name): "Save as “\(name)”"
        case .load(let name): "Load “\(name)”"
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
}
