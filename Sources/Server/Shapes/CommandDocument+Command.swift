import JSONTree
import Panels
import Posts
import Wire

extension CommandDocument {
    init(_ command: ArrangementCommand) { self.init(command.document) }

    /// The command with the label of a button for it.
    init(offering command: ArrangementCommand) {
        var fields = command.document.fields ?? [:]
        fields["says"] = command.title(of: .composer).map { .text($0) }
        self.init(.object(fields))
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
