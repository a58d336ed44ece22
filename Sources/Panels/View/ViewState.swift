import JSONTree

/// How one window looks at its arrangement at the moment: what is in front for a while, and what it goes back to. It
/// belongs to the window, is no part of an arrangement, cannot be undone, and no other window hears of it.
///
/// To add to it: a field here, its words in `ViewState+Document.swift`, a ``ViewDeed`` that changes it, and what is seen
/// of it in `Frames+View.swift`.
package struct ViewState: Hashable, Sendable {
    /// The panel that takes the whole room. What was stays wanted.
    package var maximised: PanelID?
    /// All panels are seen at once, beside each other, to choose one.
    package var isExposed = false
    /// All panels are off the screen; the text has the room.
    package var isZen = false
    /// The panel of a strip that is looked at.
    package var peek: PanelID?
    /// The panel that is shown at a button.
    package var popover: Popover?
    /// The panels that have browser windows of their own, in the order in which they left. An arrangement is shared by
    /// windows and devices, a browser window is not: so this is no place in an arrangement, and the way home is free.
    package var away: [PanelID] = []
    /// What is chosen in the panels that have an index.
    package var inside: [PanelID: IndexDetail] = [:]
    /// How large the contents want to be, as the window measured them.
    package var natural: [PanelID: Size] = [:]
    /// What a newer program wrote and this one does not know, kept word for word.
    var unknown: [String: JSON] = [:]

    package init() {}

    /// Nothing is in front of the arrangement.
    package static let plain = ViewState()

    /// What is left of it once an arrangement was changed by `command`: whoever arranges wants to see it.
    /// - Parameters:
    ///   - arrangement: as it is then.
    ///   - container: the window.
    package func after(
        _ command: BookCommand, of arrangement: Arrangement? = nil, in container: Container? = nil
    ) -> ViewState {
        switch command {
        case .saveAs: self
        case .arrange(let command):
            command.deed.viewAfter(self, of: container.flatMap { arrangement?.plan(in: $0) })
        case .undo, .redo, .load: uncovered
        }
    }

    /// Without what hides the panels, or covers them.
    var uncovered: ViewState {
        var next = self
        (next.maximised, next.isExposed, next.isZen) = (nil, false, false)
        (next.peek, next.popover) = (nil, nil)
        return next
    }
}

/// What a window's look at its arrangement has become.
package struct ViewChange: Hashable, Sendable {
    package let view: ViewState
    /// For screen readers and for the command line: "Date fills the window."
    package let announcement: String
    /// The panel that takes the focus; nil: the body, or what had it before.
    package let panel: PanelID?
    /// What is done to the arrangement with it, such as raising the panel that was chosen. It is left out when it is
    /// refused.
    package var follows: PanelCommand?
}
