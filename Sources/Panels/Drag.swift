/// What a pointer takes hold of.
package enum DragSubject: Hashable, Sendable {
    /// The panel with its whole stack.
    case move(PanelID)
    /// One panel of a stack, by its tab.
    case tab(PanelID)
    case resize(PanelID, ResizeHandle)
    case splitter(SeparatorID)
    /// Out and in, by its grabber, its title bar or its content.
    case sheet(PanelID)
}

/// All that the page needs to draw a drag by itself, sent once when it begins.
package struct DragHints: Hashable, Sendable {
    package let subject: DragSubject
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
    /// Of a splitter: its value now and its limits.
    package var value: Double?
    package var range: ClosedRange<Double>?
    /// Of a splitter: the panel whose length it sets; nil for a side's thickness.
    package var controls: PanelID?
    /// Of a sheet: where it may stay.
    package var sheet: SheetShown?
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
    /// Of a tab: at how many places of its stack's bar, counted from the first, it can stand, and where it does. A tab that
    /// is there only for lack of room has none.
    package var tabPlaces = 0
    var tabIndex = 0
    /// Whether the tab leaves a stack for good, or stood there only for lack of room.
    var isUnstacking = false

    package struct Target: Hashable, Sendable {
        package let panel: PanelID
        package let frame: Rectangle
        /// Where its title attracts; nil when it takes no tab.
        package let title: Rectangle?
        /// Of Meta, what takes the panel in; nil when that cannot be.
        package let room: Rectangle?
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

/// How a drag ended. A cancelled one has no end: nothing is said and nothing changes.
package struct DragEnd: Hashable, Sendable {
    /// Where the panel was let go; nil: it was not moved.
    package let frame: Rectangle?
    /// Where the splitter was let go.
    package let value: Double?
    /// Of a tab over its stack's bar: at which place among the tabs.
    package let tab: Int?
    /// Of a sheet.
    package let fling: Fling?
    /// Where the pointer let go, which decides; without one the frame does.
    package let pointer: Point?
    package let suppressPin: Bool

    /// How a sheet was let go.
    package struct Fling: Hashable, Sendable {
        /// Where the pointer has taken the moving edge, as if there were no rubber band.
        package let location: Double
        /// In px/s, to larger coordinates.
        package let velocity: Double
        /// The finger moved the sheet by its content.
        package let isScrolling: Bool

        package init(location: Double, velocity: Double, isScrolling: Bool = false) {
            self.location = location
            self.velocity = velocity
            self.isScrolling = isScrolling
        }
    }

    package init(
        frame: Rectangle? = nil, value: Double? = nil, tab: Int? = nil, fling: Fling? = nil, pointer: Point? = nil,
        suppressPin: Bool = false
    ) {
        self.frame = frame
        self.value = value
        self.tab = tab
        self.fling = fling
        self.pointer = pointer
        self.suppressPin = suppressPin
    }
}
