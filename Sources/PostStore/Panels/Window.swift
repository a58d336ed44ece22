package import Panels
package import Posts

/// “w-” and twelve characters of Crockford's base 32: 60 random bits.
package struct WindowID: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package var description: String { text }

    /// - Returns: nil when the text is not the id of a window.
    package init?(_ text: String) {
        guard text.hasPrefix(WindowID.mark), PostID(String(text.dropFirst(WindowID.mark.count))) != nil else {
            return nil
        }
        self.text = text
    }

    /// - Parameter bits: random; the lower 60 are used.
    init(bits: UInt64) { text = WindowID.mark + PostID(bits: bits).text }

    private static let mark = "w-"
}

/// The window, or the desk, in which panels are shown and arranged.
package enum WindowReference: Hashable, Sendable {
    case window(WindowID)
    /// No window: the desk, as large as the window that was seen last, or as a usual screen when there is none.
    case desk

    static let usualScreen = Size(width: 1366, height: 1024)
}

/// Everything that is needed to draw a window or the desk.
package struct WindowView: Hashable, Sendable {
    package let reference: WindowReference
    /// The window's name for its user, such as the browser's; may be empty.
    package let label: String
    package let container: Container
    /// How it shows the arrangement; plain for the desk.
    package let view: ViewState
    /// Whether it shows the desk; else it has its own arrangement.
    package let isFollowing: Bool
    /// To the minute; nil for the desk.
    package let seenAt: Instant?
    /// Of the arrangement that it shows.
    package let revision: Revision
    package let arrangement: Arrangement
    /// A sentence for each part of the arrangement that differs from the stored document.
    package let diagnostics: [String]
    package let canUndo, canRedo: Bool
    /// The names of all arrangements that can be loaded, the desk first.
    package let names: [String]
}

/// The result of a command.
package struct Arranged: Hashable, Sendable {
    package let view: WindowView
    package let announcement: String
    /// The affected panel; after `nextPanel` and `previousPanel` the one to focus, nil for the body.
    package var panel: PanelID?
    /// A sentence when another window had changed the same panel meanwhile.
    package var conflict: String?
}

/// Why a command was refused, and the nearest command that would be accepted.
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
