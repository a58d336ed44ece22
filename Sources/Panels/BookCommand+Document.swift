/// A command that cannot be read: what is wrong with it, in the user's words.
package struct CommandError: Error, Hashable, Sendable {
    package let reason: String
    /// The field at fault.
    package let field: String
}

// Commands in the words that HTTP, command line and page use: {"command": "pin", "panel": "date", "side": "right"}.
extension BookCommand {
    package init(_ document: PanelDocument) throws(CommandError) {
        guard let fields = CommandFields(document) else {
            throw CommandError(reason: "A command is an object with the field “command”.", field: "command")
        }
        let word = try fields.text("command")
        guard let kind = CommandKind(rawValue: word), kind != .write else {
            let known = CommandKind.allCases.filter { $0 != .write }.map(\.rawValue).joined(separator: ", ")
            throw CommandError(
                reason: "There is no command “\(word.prefix(60))”. There are \(known).", field: "command")
        }
        switch kind {
        case .undo: self = .undo
        case .redo: self = .redo
        case .saveAs: self = .saveAs(try fields.text("name"))
        case .load: self = .load(try fields.text("name"))
        case .open, .close, .closeAllPinned, .closeAllFloating, .float, .pin, .move, .resize, .thickness, .share,
            .raise,
            .collapse, .restore, .takeOut, .nextPanel, .previousPanel, .reset, .write:
            self = .arrange(try PanelCommand(kind, fields))
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

    package var document: PanelDocument {
        var fields: [String: PanelDocument] =
            switch self {
            case .arrange(let command): command.fields
            case .undo, .redo: [:]
            case .saveAs(let name), .load(let name): ["name": .text(name)]
            }
        fields["command"] = .text(kind.rawValue)
        return .object(fields)
    }
}

extension PanelCommand {
    fileprivate init(_ kind: CommandKind, _ fields: CommandFields) throws(CommandError) {
        switch kind {
        case .open: self = .open(try fields.panel())
        case .close: self = .close(try fields.panel())
        case .closeAllPinned: self = .closeAllPinned
        case .closeAllFloating: self = .closeAllFloating
        case .float:
            self = .float(
                try fields.panel(), frame: try fields.frame(), overSides: try fields.flag("overSides") ?? false)
        case .pin: self = .pin(try fields.panel(), try fields.side(), index: try fields.index())
        case .move:
            if let direction = try fields.direction() {
                self = .moveToward(try fields.panel(), direction)
            } else {
                self = .move(
                    try fields.panel(), dx: try fields.number("dx") ?? 0, dy: try fields.number("dy") ?? 0)
            }
        case .resize: self = try .resizing(fields)
        case .thickness: self = .thickness(try fields.side(), try fields.number("value"))
        case .share: self = .share(try fields.panel(), try fields.required("value"))
        case .raise: self = .raise(try fields.panel())
        case .collapse: self = .collapse(try fields.panel())
        case .restore: self = .restore(try fields.panel())
        case .takeOut: self = .takeOut(try fields.panel())
        case .nextPanel: self = .nextPanel(after: try fields.optionalPanel())
        case .previousPanel: self = .previousPanel(before: try fields.optionalPanel())
        case .reset: self = .reset(try fields.scope())
        case .undo, .redo, .saveAs, .load, .write:
            throw CommandError(reason: "“\(kind.rawValue)” does not arrange panels.", field: "command")
        }
    }

    private static func resizing(_ fields: CommandFields) throws(CommandError) -> PanelCommand {
        let edge = try fields.edge() ?? .bottomRight
        let (width, height) = (try fields.number("width"), try fields.number("height"))
        if width != nil || height != nil {
            return .resizeTo(try fields.panel(), width: width, height: height, edge: edge)
        }
        return .resize(
            try fields.panel(), dw: try fields.number("dw") ?? 0, dh: try fields.number("dh") ?? 0, edge: edge)
    }

    fileprivate var fields: [String: PanelDocument] {
        switch self {
        case .open(let panel), .close(let panel), .raise(let panel), .collapse(let panel), .restore(let panel),
            .takeOut(let panel):
            return ["panel": .text(panel.text)]
        case .closeAllPinned, .closeAllFloating: return [:]
        case .float(let panel, let frame, let isOverSides):
            var fields: [String: PanelDocument] = ["panel": .text(panel.text)]
            fields["frame"] = frame?.document
            if isOverSides { fields["overSides"] = .bool(true) }
            return fields
        case .pin(let panel, let side, let index):
            var fields: [String: PanelDocument] = ["panel": .text(panel.text), "side": .text(side.rawValue)]
            fields["index"] = index.map { .number($0) }
            return fields
        case .move(let panel, let dx, let dy):
            return ["panel": .text(panel.text), "dx": .number(dx), "dy": .number(dy)]
        case .moveToward(let panel, let direction):
            return ["panel": .text(panel.text), "direction": .text(direction.rawValue)]
        case .resize(let panel, let dw, let dh, let edge):
            return [
                "panel": .text(panel.text), "dw": .number(dw), "dh": .number(dh), "edge": .text(edge.rawValue),
            ]
        case .resizeTo(let panel, let width, let height, let edge):
            var fields: [String: PanelDocument] = ["panel": .text(panel.text), "edge": .text(edge.rawValue)]
            fields["width"] = width.map { .number($0) }
            fields["height"] = height.map { .number($0) }
            return fields
        case .thickness(let side, let value):
            return ["side": .text(side.rawValue), "value": value.map { .number($0) } ?? .null]
        case .share(let panel, let length): return ["panel": .text(panel.text), "value": .number(length)]
        case .nextPanel(let panel), .previousPanel(let panel):
            return panel.map { ["panel": .text($0.text)] } ?? [:]
        case .reset(.all): return ["scope": .text("all")]
        case .reset(.sizeClass): return ["scope": .text("class")]
        case .reset(.panel(let panel)): return ["scope": .text("panel"), "panel": .text(panel.text)]
        }
    }
}
