/// Everything that can be asked of the panels of one plan. The same list serves menu, keys, command line and HTTP.
package enum PanelCommand: Hashable, Sendable {
    case open(PanelID)
    case close(PanelID)
    case closeAllPinned
    case closeAllFloating
    /// Without a frame: where it floated last; a pinned panel stays in front of its place; else near the top left.
    /// `overSides`: the user put it over the pinned panels on purpose; else it stays in front of the body.
    case float(PanelID, frame: Rectangle? = nil, overSides: Bool = false)
    /// An index beyond the ends means the end.
    case pin(PanelID, Side, index: Int? = nil)
    case move(PanelID, dx: Double, dy: Double)
    /// A step of 24 px when floating; when pinned, past its neighbour, or free toward the body.
    case moveToward(PanelID, Direction)
    /// Adds to its size, the opposite edge or corner held.
    case resize(PanelID, dw: Double, dh: Double, edge: ResizeHandle = .bottomRight)
    case resizeTo(PanelID, width: Double?, height: Double?, edge: ResizeHandle = .bottomRight)
    /// nil: as thick as its panels want.
    case thickness(Side, Double?)
    /// The length along its side, in pixels; the neighbour gives or takes the difference.
    case share(PanelID, Double)
    case raise(PanelID)
    /// Into Meta, remembering where it stood.
    case collapse(PanelID)
    /// Out of Meta, to where it stood.
    case restore(PanelID)
    /// Out of Meta, floating.
    case takeOut(PanelID)
    /// `after`: the panel that has the focus; nil is the body.
    case nextPanel(after: PanelID?)
    case previousPanel(before: PanelID?)
    case reset(ResetScope)
}

/// What else can be asked of an arrangement: what concerns its history and its copies.
package enum BookCommand: Hashable, Sendable {
    case arrange(PanelCommand)
    case undo
    case redo
    case saveAs(String)
    case load(String)
}

package enum ResetScope: Hashable, Sendable {
    case all
    case sizeClass
    case panel(PanelID)
}

package enum Direction: String, CaseIterable, Sendable { case left, right, up, down }

/// The word of a command, without what it is applied to.
package enum CommandKind: String, CaseIterable, Sendable {
    case open, close, closeAllPinned, closeAllFloating, float, pin, move, resize, thickness, share, raise, collapse
    case restore, takeOut, nextPanel, previousPanel, reset, undo, redo, saveAs, load
    /// A whole arrangement from outside.
    case write
}

/// A command that cannot be carried out: why, in the user's words, and the nearest one that can.
package struct Refusal: Error, Hashable, Sendable {
    package let reason: String
    package let alternative: BookCommand?
}

/// What a command has done.
package struct Change: Hashable, Sendable {
    package let arrangement: Arrangement
    /// For screen readers and for the command line: "Date pinned right, second of two."
    package let announcement: String
    package let kind: CommandKind
    /// The panel concerned; after `nextPanel` the one that takes the focus, nil the body.
    package let panel: PanelID?
}
