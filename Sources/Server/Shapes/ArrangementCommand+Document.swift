import JSONTree
import Panels
import PostStore
import Posts
import Wire

extension ArrangementCommand {
    /// Reads a command. The panel engine reads all commands except those for whole windows.
    /// - Throws: `CommandError`, which names the wrong or missing field.
    init(_ document: JSON) throws {
        switch document["command"] {
        case .text("detach"): self = .detach
        case .text("attach"): self = .attach
        case .text("useEverywhere"): self = .useEverywhere
        default:
            if let view = try ViewCommand(document) {
                self = .view(view)
            } else {
                self = .book(try BookCommand(document))
            }
        }
        guard case .book(.saveAs(let name)) = self else { return }
        _ = try ArrangementName(name)
    }

    /// The label of a button for this command.
    var offer: String? {
        switch self {
        case .book(let command): command.offer(of: .composer)
        case .view: nil
        case .detach: "This window only"
        case .attach: "Follow the desk"
        case .useEverywhere: "Use everywhere"
        }
    }

    var document: JSON {
        switch self {
        case .book(let command): command.document
        case .view(let command): command.document
        case .detach: .object(["command": .text("detach")])
        case .attach: .object(["command": .text("attach")])
        case .useEverywhere: .object(["command": .text("useEverywhere")])
        }
    }
}

extension PanelCommandBody {
    /// - Parameter document: of a command.
    init(_ document: JSON) throws {
        self = try JSONCoding.decode(PanelCommandBody.self, from: document)
    }

    /// The command as a request body with the label of its button.
    init(offering command: ArrangementCommand) throws {
        try self.init(command.document)
        says = command.offer
    }
}

extension JSON {
    /// The revision that the sender of a command had read.
    var seenRevision: Revision? {
        get throws {
            switch self["revision"] {
            case nil, .null: return nil
            case .number(let number)?:
                guard let revision = Int64(exactly: number), revision >= 1 else { break }
                return Revision(revision)
            default: break
            }
            throw Problem.badField("revision", "The revision is no number from 1. Send the one that the window had.")
        }
    }
}
