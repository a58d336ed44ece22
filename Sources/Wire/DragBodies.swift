/// `PUT /v1/windows/{id}/drag`: a pointer takes hold of a panel.
package struct DragBody: Codable, Hashable, Sendable {
    package var panel: String
    /// move (a panel with its stack), tab (one panel of a stack) or resize.
    package var kind: String
    /// resize: the edge or corner taken hold of.
    package var edge: String?
    package var pointer: PointBody

    package init(kind: String, panel: String, edge: String? = nil, pointer: PointBody) {
        self.panel = panel
        self.kind = kind
        self.edge = edge
        self.pointer = pointer
    }
}

/// All that the page needs in order to draw a drag by itself, and to say by a command what was let go of.
package struct DragHintsBody: Codable, Hashable, Sendable {
    /// The revision that this holds for; the command that ends the drag has it in `If-Match`.
    package let revision: Int64
    /// What the drag's commands name: of a stack that is moved whole, its leader.
    package let panel: String
    /// Where it is now.
    package let frame: RectangleBody
    /// Where a pinned panel appears once it is pulled free, under the pointer.
    @OrNull package var freed: RectangleBody?
    /// What a moving panel stays in, and whose edges attract it.
    package let bounds: RectangleBody
    /// The same while pinning is suppressed.
    package let room: RectangleBody
    package let minimum, maximum: SizeBody
    /// Pixels: inward to free a pinned panel, before a press becomes a drag, from an edge of `bounds` to attract.
    package let unpin, start, zone: Double
    /// Sides that would take the panel, in the order in which a drop looks for one.
    package let slots: [SlotBody]
    /// Why the others would not, by side.
    package let reasons: [String: String]
    /// What lies on the screen, in front first, and where its title takes the panel as a tab, or Meta takes it in.
    package var targets: [TargetBody] = []
    /// The lines on which its edges come to rest: so many pixels from one, and so many more until it lets go.
    package var snaps: [SnapBody] = []
    package var snap = 0.0
    package var release = 0.0
    /// What is let go of here stays where it was: its stack's title bar, of a tab; Meta, of what stands in it.
    @OrNull package var origin: RectangleBody?
    /// The side on which the press was, which takes back what was taken from it.
    package var home: String?
    /// Of a tab: at so many places of its stack's bar, counted from the first, it can stand.
    package var tabPlaces = 0
    /// Whether what is let go of leaves a stack, whose others stay: then it is “unstack” instead of “pin” and “float”, and
    /// “stack” and “collapse” with `alone`.
    package var unstacks = false

    package struct TargetBody: Codable, Hashable, Sendable {
        package let panel: String
        package let frame: RectangleBody
        /// Null when it takes no tab.
        @OrNull package var title: RectangleBody?
        /// Of Meta, what takes the panel in; null when that cannot be.
        @OrNull package var room: RectangleBody?
        package init(panel: String, frame: RectangleBody, title: RectangleBody?, room: RectangleBody?) {
            self.panel = panel
            self.frame = frame
            self.title = title
            self.room = room
        }
    }

    package struct SlotBody: Codable, Hashable, Sendable {
        package let side: String
        /// One for each index at which the panel could be pinned.
        package let frames: [RectangleBody]
        package init(side: String, frames: [RectangleBody]) {
            self.side = side
            self.frames = frames
        }
    }

    package init(
        revision: Int64, panel: String, frame: RectangleBody, freed: RectangleBody?, bounds: RectangleBody,
        room: RectangleBody, minimum: SizeBody, maximum: SizeBody, unpin: Double, start: Double, zone: Double,
        slots: [SlotBody], reasons: [String: String]
    ) {
        self.revision = revision
        self.panel = panel
        self.frame = frame
        self.bounds = bounds
        self.room = room
        self.minimum = minimum
        self.maximum = maximum
        self.unpin = unpin
        self.start = start
        self.zone = zone
        self.slots = slots
        self.reasons = reasons
        self.freed = freed
        origin = nil
    }
}
