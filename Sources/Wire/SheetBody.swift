/// A panel that stands as a sheet: where it may stay, and how it behaves while it is dragged. Places are those of its
/// moving edge, in CSS px from the container's left or top.
package struct SheetBody: Codable, Hashable, Sendable {
    /// The edge that it comes from: left, right, top or bottom.
    package let edge: String
    /// The name of the state that is shown.
    package let state: String
    /// Where it may stay, the most expanded first.
    package let states: [StateBody]
    /// Where its moving edge is when it is out of sight.
    package let hiddenPosition: Double
    /// `static`: the surface is as long as in the most expanded state; `fitToBounds`: as long as can be seen.
    package let contentMode: String
    /// Everything else waits until it is gone.
    package let isModal: Bool
    /// A fling toward its edge closes it.
    package let isRemovable: Bool
    /// How fast that fling has to be: ways left to `hiddenPosition` per second.
    package let removal: Double
    /// A fling may pass several states.
    package let momentum: Bool
    /// What is left of a velocity after a millisecond.
    package let rate: Double
    /// How much of the way to the next state counts as going there, 0 to 1.
    package let threshold: Double
    /// The ends at which a drag pulls against a rubber band: `low` (left, top), `high`.
    package let rubberBand: [String]
    /// What the moving edge never leaves; null: it goes anywhere.
    @OrNull package var boundary: BoundaryBody?
    /// The names of the states in which a finger scrolls the content; in the others it moves the sheet.
    package let scrolls: [String]
    /// The whole surface, of which a part may be beyond the edge.
    package let surface: RectangleBody
    /// How much of it is beyond the edge.
    package let concealed: Double
    /// How much further what lies under the surface reaches there, so that a rubber band shows no gap.
    package let overflow: Double

    package struct StateBody: Codable, Hashable, Sendable {
        package let name: String
        /// More is more expanded.
        package let order: Int
        package let position: Double
        /// How dark it is behind the sheet, 0 to 1.
        package let backdrop: Double

        package init(name: String, order: Int, position: Double, backdrop: Double) {
            self.name = name
            self.order = order
            self.position = position
            self.backdrop = backdrop
        }
    }

    package struct BoundaryBody: Codable, Hashable, Sendable {
        package let low, high: Double

        package init(low: Double, high: Double) {
            self.low = low
            self.high = high
        }
    }

    package init(
        edge: String, state: String, states: [StateBody], hiddenPosition: Double, contentMode: String, isModal: Bool,
        isRemovable: Bool, removal: Double, momentum: Bool, rate: Double, threshold: Double, rubberBand: [String],
        boundary: BoundaryBody?, scrolls: [String], surface: RectangleBody, concealed: Double, overflow: Double
    ) {
        self.edge = edge
        self.state = state
        self.states = states
        self.hiddenPosition = hiddenPosition
        self.contentMode = contentMode
        self.isModal = isModal
        self.isRemovable = isRemovable
        self.removal = removal
        self.momentum = momentum
        self.rate = rate
        self.threshold = threshold
        self.rubberBand = rubberBand
        self.scrolls = scrolls
        self.surface = surface
        self.concealed = concealed
        self.overflow = overflow
        self.boundary = boundary
    }
}
