/// `PUT /v1/windows/{id}/drag`: a pointer takes hold of something.
package struct DragBody: Codable, Hashable, Sendable {
    /// What is moved or resized, …
    package var panel: String?
    /// … or the bar that is dragged.
    package var separator: String?
    /// move (a panel with its stack), tab (one panel of a stack), resize, splitter or sheet.
    package var kind: String
    /// resize: the edge or corner taken hold of.
    package var edge: String?
    package var pointer: PointBody

    package init(
        kind: String, panel: String? = nil, separator: String? = nil, edge: String? = nil, pointer: PointBody
    ) {
        self.panel = panel
        self.separator = separator
        self.kind = kind
        self.edge = edge
        self.pointer = pointer
    }
}

/// All that the page needs in order to draw a drag by itself.
package struct DragHintsBody: Codable, Hashable, Sendable {
    package let drag: String
    /// The revision that the drag began with.
    package let revision: Int64
    /// Where it is now.
    package let frame: RectangleBody
    /// Where a pinned panel appears once it is pulled free, under the pointer.
    @OrNull package var freed: RectangleBody?
    /// What a moving panel stays in, and whose edges attract it.
    package let bounds: RectangleBody
    /// The same while pinning is suppressed.
    package let room: RectangleBody
    package let minimum, maximum: SizeBody
    /// Of a splitter.
    @OrNull package var limits: LimitBody?
    /// Pixels: inward to free a pinned panel, before a press becomes a drag, from an edge of `bounds` to attract.
    package let unpin, start, zone: Double
    /// Of a sheet: where it may stay.
    package var sheet: SheetBody?
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

    package struct LimitBody: Codable, Hashable, Sendable {
        package let minimum, maximum: Double
        package init(minimum: Double, maximum: Double) {
            self.minimum = minimum
            self.maximum = maximum
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
        drag: String, revision: Int64, frame: RectangleBody, freed: RectangleBody?, bounds: RectangleBody,
        room: RectangleBody, minimum: SizeBody, maximum: SizeBody, limits: LimitBody?, unpin: Double, start: Double,
        zone: Double, slots: [SlotBody], reasons: [String: String]
    ) {
        self.drag = drag
        self.revision = revision
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
        self.limits = limits
        origin = nil
    }
}

/// `POST /v1/windows/{id}/drag`: what was dragged is let go.
package struct DragEndBody: Codable, Hashable, Sendable {
    package var drag: String
    /// Where the panel is by then, …
    package var frame: RectangleBody?
    /// … or the splitter, …
    package var value: Double?
    /// … or a tab along its stack's bar, at this place among the tabs, …
    package var tab: Int?
    /// … or the moving edge of a sheet, as if there were no rubber band; how fast it is, in px/s to larger coordinates;
    /// and whether the finger moves it by its content.
    package var location, velocity: Double?
    package var isScrolling: Bool?
    /// Where the pointer let go, which decides; left out when there is none, so that the frame does.
    package var pointer: PointBody?
    /// The author held the key that keeps a panel from being pinned.
    package var suppressPin: Bool?

    package init(
        drag: String, frame: RectangleBody? = nil, value: Double? = nil, pointer: PointBody? = nil,
        suppressPin: Bool? = nil
    ) {
        self.drag = drag
        self.frame = frame
        self.value = value
        self.pointer = pointer
        self.suppressPin = suppressPin
    }
}
