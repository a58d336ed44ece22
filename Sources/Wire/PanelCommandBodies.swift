/// `POST /v1/windows/{id}/commands`: one word, and what it is done to. What a command does not need is absent.
package struct PanelCommandBody: Codable, Hashable, Sendable {
    /// open, close, closeAllPinned, closeAllFloating, float, pin, drop, move, resize, thickness, share, raise, collapse,
    /// restore, takeOut, stack, unstack, tab, collapseSide, expandSide, sheet, detent, fling, nextPanel, previousPanel,
    /// reset, undo, redo, saveAs, load, detach, attach, useEverywhere, maximise, expose, zen, peek, popover, popOut, return, show,
    /// push, back, divide, fold, scroll, naturalSize, lock, unlock or splitter.
    package var command: String
    package var panel: String?
    /// stack: the panel in whose place it becomes a tab.
    package var with: String?
    /// stack, collapse: without its own stack.
    package var alone: Bool?
    /// pin, unstack, thickness, lock, unlock: left, right, top or bottom.
    package var side: String?
    /// pin, unstack: the place among the panels of the side; tab: among the tabs; absent for the last.
    package var index: Int?
    /// popover: what it stands at, by any name; `frame` says where that is.
    package var anchor: String?
    /// drop: where it is let go of. float, unstack: where; absent for where it floated last.
    package var frame: RectangleBody?
    /// float: it may cover pinned panels.
    package var overSides: Bool?
    /// move: so far, …
    package var dx, dy: Double?
    /// … or a step: left, right, up or down.
    package var direction: String?
    /// resize: by so much, …
    package var dw, dh: Double?
    /// … or to this size; what is absent stays.
    package var width, height: Double?
    /// resize: the edge or corner that moves, such as top-left; absent for bottom-right. sheet: the window's edge.
    package var edge: String?
    /// sheet, detent: tip, half, full or a state of the panel's own; detent also hidden, more and less.
    package var state: String?
    /// fling: where the pointer has taken a sheet's moving edge, as if there were no rubber band; how fast it is, in px/s
    /// to larger coordinates; and whether the finger moves it by its content.
    package var location, velocity: Double?
    package var isScrolling: Bool?
    /// sheet: everything else waits until it is gone; absent for as it was.
    package var isModal: Bool?
    /// thickness: of the side, absent for what its panels want. share: the panel's length along its side.
    package var value: Double?
    /// reset: all, class (of the window's size) or panel.
    package var scope: String?
    /// saveAs, load: the arrangement's name.
    package var name: String?
    /// show, push: the id of what is chosen in the panel, …
    package var item: String?
    /// … and what it is called, for those who hear of it.
    package var title: String?
    /// Only in answers: as a button offers the command, such as “Pin Date left”.
    package var says: String?
    /// splitter: which, such as right or right/1; where to: less, more, least, most or toggle; by how much; and what
    /// toggle goes back to.
    package var separator, move: String?
    package var step, remembered: Double?
    /// The revision that the caller looked at. Without it, the command is done to whatever is there.
    package var revision: Int64?

    package init(_ command: String, panel: String? = nil, name: String? = nil) {
        self.command = command
        self.panel = panel
        self.name = name
    }
}

/// What came of a command.
package struct ArrangedBody: Codable, Hashable, Sendable {
    /// True: what cannot be done is refused with a problem.
    package let applied: Bool
    package let revision: Int64
    /// What was done, as a sentence for the author and for screen readers.
    package let announcement: String
    /// The panel concerned; after `nextPanel` and `previousPanel` the one to go to, null for the body.
    @OrNull package var panel: String?
    /// Says that another window had changed the same panel meanwhile.
    @OrNull package var conflict: String?
    package let window: WindowBody

    package init(
        applied: Bool, announcement: String, panel: String?, conflict: String?, window: WindowBody
    ) {
        self.applied = applied
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
    /// A window's id, which may be gone; null when it was none.
    @OrNull package var updatedBy: String?

    package init(name: String, revision: Int64, updatedAt: String, updatedBy: String?) {
        self.name = name
        self.revision = revision
        self.updatedAt = updatedAt
        self.updatedBy = updatedBy
    }
}

/// What came of `PUT /v1/arrangements/{name}`.
package struct WrittenArrangementBody: Codable, Hashable, Sendable {
    package let name: String
    package let revision: Int64
    /// The panels that somebody else had changed as well; theirs is in the history.
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
