/// `POST /v1/windows/{id}/commands`: a command and its arguments. Arguments that a command does not need are absent.
package struct PanelCommandBody: Codable, Hashable, Sendable {
    /// open, close, closeAllPinned, closeAllFloating, float, pin, drop, move, resize, thickness, share, raise,
    /// collapse, restore, takeOut, stack, unstack, tab, collapseSide, expandSide, sheet, detent, fling, nextPanel,
    /// previousPanel, reset, undo, redo, saveAs, load, detach, attach, useEverywhere, maximise, expose, zen, peek,
    /// popover, popOut, return, show, push, back, divide, fold, scroll, naturalSize, lock, unlock or splitter.
    package var command: String
    package var panel: String?
    /// stack: the panel in whose place it becomes a tab.
    package var with: String?
    /// stack, collapse: leave its own stack behind.
    package var alone: Bool?
    /// pin, unstack, thickness, lock, unlock: left, right, top or bottom.
    package var side: String?
    /// pin, unstack: the index among the side's panels; tab: among the tabs; absent for the last.
    package var index: Int?
    /// popover: the page's name for the anchor; `frame` is the anchor's position.
    package var anchor: String?
    /// drop: the frame at the drop. float, unstack: the new frame; absent for the one where it last floated.
    package var frame: RectangleBody?
    /// float: whether it may cover pinned panels.
    package var overSides: Bool?
    /// move: a distance, …
    package var dx, dy: Double?
    /// … or a step: left, right, up or down.
    package var direction: String?
    /// resize: a change of size, …
    package var dw, dh: Double?
    /// … or a new size; an absent length stays.
    package var width, height: Double?
    /// resize: the moving edge or corner, such as top-left; absent for bottom-right. sheet: the window's edge.
    package var edge: String?
    /// sheet, detent: tip, half, full or one of the panel's own states; detent also hidden, more and less.
    package var state: String?
    /// fling: the position of the sheet's moving edge under the pointer, without the rubber band; its velocity in px/s
    /// towards larger coordinates; and whether the finger moves the sheet by its content.
    package var location, velocity: Double?
    package var isScrolling: Bool?
    /// sheet: whether it blocks everything else while it is shown; absent for no change.
    package var isModal: Bool?
    /// thickness: the thickness of the side, absent for the panels' own. share: the panel's length along its side.
    package var value: Double?
    /// reset: all, class (of the window's size) or panel.
    package var scope: String?
    /// saveAs, load: the name of the arrangement.
    package var name: String?
    /// show, push: the id of the item chosen in the panel, …
    package var item: String?
    /// … and its title, for announcements.
    package var title: String?
    /// Only in responses: the label of a button for the command, such as “Pin Date left”.
    package var says: String?
    /// splitter: the separator, such as right or right/1; the move: less, more, least, most or toggle; the step; and
    /// the value to which toggle returns.
    package var separator, move: String?
    package var step, remembered: Double?
    /// The revision that the caller read; absent to apply the command to any revision.
    package var revision: Int64?

    package init(_ command: String, panel: String? = nil, name: String? = nil) {
        self.command = command
        self.panel = panel
        self.name = name
    }
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
