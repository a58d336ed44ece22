/// What a pointer takes hold of.
package enum DragSubject: Hashable, Sendable {
    /// The panel with its whole stack.
    case move(PanelID)
    /// One panel of a stack, by its tab.
    case tab(PanelID)
    case resize(PanelID, ResizeHandle)
}

/// All that the page needs to draw a drag by itself, and to say by a command what was let go of. Borders and sheets need none:
/// what they can do stands in the window's view.
package struct DragHints: Hashable, Sendable {
    package let subject: DragSubject
    /// What the drag's commands name: of a stack that is moved whole, its leader.
    package var panel: PanelID {
        switch subject {
        case .move(let panel), .tab(let panel), .resize(let panel, _): panel
        }
    }
    package let pointer: Point
    /// Where it is now.
    package let frame: Rectangle
    /// The side on which the press was, which takes back what was taken from it.
    package var home: Side?
    /// Where a pinned panel appears once it is pulled free, under the pointer; nil when it is not pinned.
    package var freed: Rectangle?
    /// What a moving panel stays in, and whose edges attract it.
    package let bounds: Rectangle
    /// The same while pinning is suppressed: then it may cover pinned panels.
    package let room: Rectangle
    package let minimum, maximum: Size
    /// Sides that would take the panel, in the order in which a drop looks for one.
    package var slots: [Slots] = []
    /// Why the other sides would not.
    package var reasons: [Side: String] = [:]
    /// What lies on the screen, in front first: on whose title the panel can be let go of to be stacked there.
    package var targets: [Target] = []
    /// The lines on which its edges come to rest.
    package var snaps: [SnapLine] = []
    /// What is let go of here stays where it was: its stack's title bar, of a tab; its strip, of a name; Meta, of what
    /// stands in it.
    package var origin: Rectangle?
    /// Of a tab: at how many places of its stack's bar, counted from the first, it can stand. A tab that is there only for
    /// lack of room has none.
    package var tabPlaces = 0
    /// Whether the tab leaves a stack for good, or stood there only for lack of room.
    package var isUnstacking = false

    package struct Target: Hashable, Sendable {
        package let panel: PanelID
        package let frame: Rectangle
        /// Where its title attracts; nil when it takes no tab.
        package let title: Rectangle?
        /// Of Meta, what takes the panel in; nil when that cannot be.
        package let room: Rectangle?

        /// The part of a title bar that attracts. Near its ends an edge of the room may be meant.
        static func title(of frame: Rectangle) -> Rectangle {
            let margin = min(zone, frame.width / 4)
            return Rectangle(
                x: frame.x + margin, y: frame.y, width: frame.width - 2 * margin,
                height: min(Frames.titleBar, frame.height))
        }

        /// The part of Meta that takes a panel in. Near its borders the edge of the room beside it may be meant.
        static func room(of frame: Rectangle) -> Rectangle {
            let margin = min(zone, frame.width / 4)
            return Rectangle(
                x: frame.x + margin, y: frame.y + Frames.titleBar, width: frame.width - 2 * margin,
                height: max(frame.height - Frames.titleBar - margin, 0))
        }
    }

    package struct Slots: Hashable, Sendable {
        package let side: Side
        /// Where the panel would stand, by index.
        package let frames: [Rectangle]
    }

    /// Pixels before a press becomes a drag, and toward an edge before it attracts; from an edge of `bounds` at which that
    /// edge attracts; inward to free a pinned panel. (Lumino 5 and 20, dockview 5 to 20; PanelKit's 0 frees and pins by accident.)
    package static let start = 5.0, zone = 24.0, unpin = 16.0
}
