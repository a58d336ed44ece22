/// The object of a drag.
package enum DragSubject: Hashable, Sendable {
    /// The panel with its whole stack.
    case move(PanelID)
    /// One panel of a stack, by its tab.
    case tab(PanelID)
    case resize(PanelID, ResizeHandle)
}

/// Everything that the page needs to draw a drag and to send the command for the drop. Borders and sheets need no
/// hints: the window's frames contain what they can do.
package struct DragHints: Hashable, Sendable {
    package let subject: DragSubject
    /// The panel that the drag's commands name; for a whole stack, its leader.
    package var panel: PanelID {
        switch subject {
        case .move(let panel), .tab(let panel), .resize(let panel, _): panel
        }
    }
    package let pointer: Point
    /// Its present frame.
    package let frame: Rectangle
    /// Whether that frame only hangs from the pointer: a name that leaves its strip has no place on the side.
    package var hangs = false
    /// The side that was pressed. Unlike the others it attracts without a movement toward its edge, so that the panel
    /// can be put back.
    package var home: Side?
    /// The frame of a pinned panel once it is freed, under the pointer; nil if it is not pinned.
    package var freed: Rectangle?
    /// The area of a moving panel, whose edges attract it.
    package let bounds: Rectangle
    /// The area while pinning is suppressed; then the panel may cover pinned ones.
    package let room: Rectangle
    package let minimum, maximum: Size
    /// The sides that accept the panel, in the order in which a drop tries them.
    package var slots: [Slots] = []
    /// Why the other sides do not accept it.
    package var reasons: [Side: String] = [:]
    /// The panels on screen, front first. Dropping the panel on a title stacks it there.
    package var targets: [Target] = []
    /// The lines that its edges snap to.
    package var snaps: [SnapLine] = []
    /// A drop in here changes nothing: for a tab, its stack's title bar; for a name, its strip; for a panel listed in
    /// Meta, Meta.
    package var origin: Rectangle?
    /// For a tab, the number of places in its stack's tab bar, counted from the first. 0 for a tab that is there only
    /// for lack of room.
    package var tabPlaces = 0
    /// Whether dragging the tab out removes it from a stack; false if it was there only for lack of room.
    package var isUnstacking = false

    package struct Target: Hashable, Sendable {
        package let panel: PanelID
        package let frame: Rectangle
        /// The area of its title that accepts a tab; nil if it accepts none.
        package let title: Rectangle?
        /// The area of Meta that accepts the panel; nil if it does not.
        package let room: Rectangle?

        /// The attracting part of a title bar. Near its ends, the edge of the room may be meant.
        static func title(of frame: Rectangle) -> Rectangle {
            let margin = min(zone, frame.width / 4)
            return Rectangle(
                x: frame.x + margin, y: frame.y, width: frame.width - 2 * margin,
                height: min(Frames.titleBar, frame.height))
        }

        /// The part of Meta that accepts a panel. Near its borders, the edge of the room beside it may be meant.
        static func room(of frame: Rectangle) -> Rectangle {
            let margin = min(zone, frame.width / 4)
            return Rectangle(
                x: frame.x + margin, y: frame.y + Frames.titleBar, width: frame.width - 2 * margin,
                height: max(frame.height - Frames.titleBar - margin, 0))
        }
    }

    package struct Slots: Hashable, Sendable {
        package let side: Side
        /// The panel's frame for each index.
        package let frames: [Rectangle]
        /// Where the pointer passes from one index to the next: the middles of the panels that stand there. A panel may
        /// be much lower than the frame between it and the next, so the nearest frame is not what is meant.
        package let borders: [Double]
    }

    /// In pixels: `start` is how far a press must move to become a drag, `zone` the distance from an edge of `bounds`
    /// at which it attracts, and `unpin` how far inward a pull frees a pinned panel. A drag must also move `start`
    /// toward an edge before the edge attracts. (Lumino 5 and 20, dockview 5 to 20; PanelKit's 0 frees and pins by
    /// accident.)
    package static let start = 5.0, zone = 24.0, unpin = 16.0
}
