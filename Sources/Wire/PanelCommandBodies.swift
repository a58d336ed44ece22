package import JSONTree

/// `POST /v1/windows/{id}/commands`: a panel command as a document, `{"command": "pin", "panel": "date", "side": "left"}`.
///
/// The deeds of `Panels` define the commands and their fields. Beside these a request may have `revision`, the one that its
/// sender had read; without it the command applies to any. In answers, `says` is the label of a button for the command.
package struct CommandDocument: Codable, Hashable, Sendable {
    package let document: JSON

    package init(_ document: JSON) { self.document = document }
    package init(from decoder: any Decoder) throws { document = try JSON(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }

    /// Which command it is, such as `pin`.
    package var word: String { document["command"]?.text ?? "" }
}

/// The result of a command.
package struct ArrangedBody: Codable, Hashable, Sendable {
    /// Always true, because a command that cannot be carried out returns a problem.
    package let applied: Bool
    package let revision: Int64
    /// The change as a sentence, for the author and for screen readers.
    package let announcement: String
    /// The panel concerned. After `nextPanel` and `previousPanel` the panel to focus; null for the body.
    @OrNull package var panel: String?
    /// A sentence if another window had changed the same panel meanwhile.
    @OrNull package var conflict: String?
    package let window: WindowBody

    package init(announcement: String, panel: String?, conflict: String?, window: WindowBody) {
        applied = true
        revision = window.revision
        self.announcement = announcement
        self.window = window
        self.panel = panel
        self.conflict = conflict
    }
}

// MARK: - Arrangements

/// An arrangement in a list.
package struct ArrangementSummaryBody: Codable, Hashable, Sendable {
    package let name: String
    package let revision: Int64
    package let updatedAt: String
    /// The id of a window, which may be closed by now; null when no window made the change.
    @OrNull package var updatedBy: String?

    package init(name: String, revision: Int64, updatedAt: String, updatedBy: String?) {
        self.name = name
        self.revision = revision
        self.updatedAt = updatedAt
        self.updatedBy = updatedBy
    }
}

/// The result of `PUT /v1/arrangements/{name}`.
package struct WrittenArrangementBody: Codable, Hashable, Sendable {
    package let name: String
    package let revision: Int64
    /// The panels that another writer had also changed. Those changes are in the history.
    package let conflicts: [String]
    /// A sentence for each part that could not be read.
    package let diagnostics: [String]

    package init(name: String, revision: Int64, conflicts: [String], diagnostics: [String]) {
        self.name = name
        self.revision = revision
        self.conflicts = conflicts
        self.diagnostics = diagnostics
    }
}
