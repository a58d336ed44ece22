/// `PUT /v1/windows/{id}/drag`: a pointer starts to drag a panel.
package struct DragBody: Codable, Hashable, Sendable {
    package var panel: String
    /// `move` (a panel with its stack), `tab` (one panel of a stack) or `resize`.
    package var kind: String
    /// resize: the edge or corner under the pointer; absent for the bottom right.
    package var edge: String?
    package var pointer: PointBody
}

/// Everything the page needs to draw a drag itself and to turn the drop into a command.
package struct DragHintsBody: Codable, Hashable, Sendable {
    /// The revision to which this applies. The command that ends the drag sends it in `If-Match`.
    package let revision: Int64
    /// The panel that the drag's commands name: the leader if a whole stack is moved.
    package let panel: String
    /// Its current frame.
    package let frame: RectangleBody
    /// The frame of a pinned panel after it is pulled free, under the pointer.
    @OrNull package var freed: RectangleBody?
    /// The rectangle that a moving panel stays in and whose edges attract it.
    package let bounds: RectangleBody
    /// The same rectangle while pinning is suppressed.
    package let room: RectangleBody
    package let minimum, maximum: SizeBody
    /// Distances in pixels: inward to free a pinned panel; from a press until it becomes a drag; from an edge of
    /// `bounds` within which that edge attracts.
    package let unpin, start, zone: Double
    /// The sides that accept the panel, in the order in which a drop considers them.
    package let slots: [SlotBody]
    /// Why each other side does not accept it, by side.
    package let reasons: [String: String]
    /// The panels on the screen, the frontmost first, with the areas where their titles accept a tab or Meta accepts
    /// the panel.
    package var targets: [TargetBody] = []
    /// The lines to which its edges snap: within `snap` pixels, and they let go after `release` more.
    package var snaps: [SnapBody] = []
    package var snap = 0.0
    package var release = 0.0
    /// A drop here changes nothing: the title bar of a tab's stack, or Meta for a panel inside it.
    @OrNull package var origin: RectangleBody?
    /// The side on which the drag started. It accepts what was taken from it.
    package var home: String?
    /// Whether `frame` only hangs from the pointer: a name taken from a strip.
    package var hangs = false
    /// tab: the number of places, from the first, that it can take in its stack's bar.
    package var tabPlaces = 0
    /// Whether the drop takes the panel out of a stack with other panels. The commands are then “unstack” instead of
    /// “pin” and “float”, and “stack” and “collapse” with `alone`.
    package var unstacks = false

    package struct TargetBody: Codable, Hashable, Sendable {
        package let panel: String
        package let frame: RectangleBody
        /// Null when the panel accepts no tab.
        @OrNull package var title: RectangleBody?
        /// Meta: the area that accepts the panel; null when it accepts none.
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
        /// One frame for each index at which the panel could be pinned.
        package let frames: [RectangleBody]
        /// Where the pointer passes from one index to the next, along the side.
        package let borders: [Double]
        package init(side: String, frames: [RectangleBody], borders: [Double]) {
            self.side = side
            self.frames = frames
            self.borders = borders
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
