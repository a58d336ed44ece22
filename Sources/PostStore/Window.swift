package import Panels
package import Posts

/// “w-” and twelve characters of Crockford's base 32: 60 random bits.
package struct WindowID: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package var description: String { text }

    /// - Returns: nil for what is no window's id.
    package init?(_ text: String) {
        guard text.hasPrefix(WindowID.mark), PostID(String(text.dropFirst(WindowID.mark.count))) != nil else {
            return nil
        }
        self.text = text
    }

    /// - Parameter bits: random; the lower 60 count.
    init(bits: UInt64) { text = WindowID.mark + PostID(bits: bits).text }

    private static let mark = "w-"
}

/// From where somebody looks at panels and arranges them.
package enum WindowReference: Hashable, Sendable {
    case window(WindowID)
    /// No window: the desk, as large as the window that was seen last, or as a usual screen when there is none.
    case desk

    static let usualScreen = Size(width: 1366, height: 1024)
}

/// What is to be drawn at a seat, and what there is to know about it.
package struct WindowView: Hashable, Sendable {
    package let reference: WindowReference
    /// What the user knows the window by, such as the browser's name; may be empty.
    package let label: String
    package let container: Container
    /// How it looks at the arrangement; plain for the desk.
    package let view: ViewState
    /// Whether it shows the desk; else it has an arrangement of its own.
    package let isFollowing: Bool
    /// To the minute; nil for the desk.
    package let seenAt: Instant?
    /// Of the arrangement that it shows.
    package let revision: Revision
    package let arrangement: Arrangement
    /// A sentence for each part of the arrangement that is not as it was saved.
    package let diagnostics: [String]
    package let canUndo, canRedo: Bool
    /// Of all arrangements that can be loaded, the desk first.
    package let names: [String]
}

/// What came of a command.
package struct Arranged: Hashable, Sendable {
    package let view: WindowView
    package let announcement: String
    /// The panel concerned; after `nextPanel` and `previousPanel` the one to go to, nil for the body.
    package var panel: PanelID?
    /// Says that another window had changed the same panel meanwhile.
    package var conflict: String?
}

/// Everything that can be asked from a seat.
package enum ArrangementCommand: Hashable, Sendable {
    case book(BookCommand)
    /// Changes how the window looks at its arrangement.
    case view(ViewCommand)
    /// From now on the window has an arrangement of its own, at first a copy of the desk.
    case detach
    /// The window shows the desk again; its own arrangement is forgotten.
    case attach
    /// The desk takes over the window's plan for its size class, and the window follows it again.
    case useEverywhere
}

/// Why panels stay as they are, and the nearest command that would be taken.
package struct PanelRefusal: Hashable, Sendable {
    package let reason: String
    package let alternative: ArrangementCommand?

    init(_ reason: String) {
        self.reason = reason
        alternative = nil
    }

    package init(_ refusal: Refusal) {
        reason = refusal.reason
        alternative = refusal.alternative.map { .book($0) }
    }
}
