import JSONTree

/// One window's present view of its arrangement: what temporarily covers it, and the choices within panels. The view
/// belongs to the window, not to the arrangement. It cannot be undone, and other windows receive no event about it.
///
/// To extend it, add a field here, its document form in `ViewState+Document.swift`, a ``ViewDeed`` that changes it, and
/// its effect in `Frames+View.swift`.
package struct ViewState: Hashable, Sendable {
    /// The panel that fills the room; its wanted place does not change.
    package var maximised: PanelID?
    /// Whether all panels are shown side by side, to choose one.
    package var isExposed = false
    /// Whether all panels are off screen, so that the text has the whole room.
    package var isZen = false
    /// The peeked panel of a strip.
    package var peek: PanelID?
    /// The panel shown at a button.
    package var popover: Popover?
    /// The panels in separate browser windows, in the order in which they left. Windows and devices share an
    /// arrangement but not a browser window. So `away` is not part of an arrangement, and a panel returns without a
    /// change of it.
    package var away: [PanelID] = []
    /// The choices in panels with an index.
    package var inside: [PanelID: IndexDetail] = [:]
    /// The sizes of the contents as the window measured them.
    package var natural: [PanelID: Size] = [:]
    /// Data of a newer program that this one does not know, kept unchanged.
    var unknown: [String: JSON] = [:]

    package init() {}

    /// The default: nothing covers the arrangement.
    package static let plain = ViewState()

    /// The view after `command` has changed the arrangement. The user wants to see the effect, so nothing may cover it.
    /// - Parameters:
    ///   - arrangement: the arrangement after the command.
    ///   - container: the window.
    package func after(_ command: BookCommand, of arrangement: Arrangement, in container: Container) -> ViewState {
        switch command {
        case .saveAs: self
        case .arrange(let command): command.deed.viewAfter(self, of: arrangement.plan(in: container))
        case .undo, .redo, .load: uncovered
        }
    }

    /// The view without anything that hides or covers panels.
    var uncovered: ViewState {
        var next = self
        (next.maximised, next.isExposed, next.isZen) = (nil, false, false)
        (next.peek, next.popover) = (nil, nil)
        return next
    }
}

/// The result of a view command.
package struct ViewChange: Hashable, Sendable {
    package let view: ViewState
    /// For screen readers and the command line: "Date fills the window."
    package let announcement: String
    /// The panel that gets the focus; nil for the body or the former focus.
    package let panel: PanelID?
    /// A command for the arrangement that follows, such as raising the chosen panel. It is dropped if it is refused.
    package var follows: PanelCommand?
}
