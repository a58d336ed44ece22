/// A panel shown as a sheet: its states, and its behaviour during a drag. Positions are those of its moving edge, in
/// CSS pixels from the container's left or top.
package struct SheetBody: Codable, Hashable, Sendable {
    /// The edge to which the sheet belongs: left, right, top or bottom.
    package let edge: String
    /// The name of the current state.
    package let state: String
    /// The states, the most expanded first.
    package let states: [StateBody]
    /// The position of the moving edge when the sheet is hidden.
    package let hiddenPosition: Double
    /// `static`: the surface keeps the length of the most expanded state; `fitToBounds`: it has the visible length.
    package let contentMode: String
    /// Whether the sheet blocks everything else while it is shown.
    package let isModal: Bool
    /// Whether a fling toward its edge closes it.
    package let isRemovable: Bool
    /// The minimum speed of that fling, in remaining distances to `hiddenPosition` per second.
    package let removal: Double
    /// Whether a fling may pass several states.
    package let momentum: Bool
    /// The fraction of the velocity that remains after a millisecond.
    package let rate: Double
    /// The fraction of the way to the next state, from 0 to 1, after which the sheet goes there.
    package let threshold: Double
    /// The ends with a rubber band: `low` (left, top) and `high`.
    package let rubberBand: [String]
    /// The range of the moving edge; null for no limit.
    @OrNull package var boundary: BoundaryBody?
    /// The states in which a finger scrolls the content. In other states it moves the sheet.
    package let scrolls: [String]
    /// The whole surface, part of which may be beyond the edge.
    package let surface: RectangleBody
    /// The length beyond the edge.
    package let concealed: Double
    /// How much further the background of the surface extends there, so that the rubber band shows no gap.
    package let overflow: Double

    package struct StateBody: Codable, Hashable, Sendable {
        package let name: String
        /// A larger number is more expanded.
        package let order: Int
        package let position: Double
        /// The darkness behind the sheet, from 0 to 1.
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
