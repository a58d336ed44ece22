/// What a pointer takes hold of.
package enum DragSubject: Hashable, Sendable {
    case move(PanelID)
    case resize(PanelID, ResizeHandle)
    case splitter(SeparatorID)
}

/// All that the page needs to draw a drag by itself, sent once when it begins.
package struct DragHints: Hashable, Sendable {
    package let subject: DragSubject
    package let pointer: Point
    /// Where it is now.
    package let frame: Rectangle
    /// Where a pinned panel appears once it is pulled free, under the pointer; nil when it is not pinned.
    package let freed: Rectangle?
    /// What a moving panel stays in, and whose edges attract it.
    package let bounds: Rectangle
    /// The same while pinning is suppressed: then it may cover pinned panels.
    package let room: Rectangle
    package let minimum, maximum: Size
    /// Of a splitter: its value now and its limits.
    package let value: ClosedRange<Double>?
    /// Sides that would take the panel, in the order in which a drop looks for one; a frame per index.
    package let slots: [Slots]
    /// Why the other sides would not.
    package let reasons: [Side: String]

    package struct Slots: Hashable, Sendable {
        package let side: Side
        package let frames: [Rectangle]
    }

    /// Pixels before a press becomes a drag, from an edge of `bounds` to attract, inward to free a pinned panel.
    package static let start = 5.0, zone = 24.0, unpin = 16.0
}

/// How a drag ended. A cancelled one has no end: nothing is said and nothing changes.
package struct DragEnd: Hashable, Sendable {
    package let subject: DragSubject
    /// Where the panel was let go.
    package let frame: Rectangle?
    /// Where the splitter was let go.
    package let value: Double?
    package let pointer: Point
    package let suppressPin: Bool

    package init(
        subject: DragSubject, frame: Rectangle? = nil, value: Double? = nil, pointer: Point, suppressPin: Bool = false
    ) {
        self.subject = subject
        self.frame = frame
        self.value = value
        self.pointer = pointer
        self.suppressPin = suppressPin
    }
}

extension Arrangement {
    package func beginning(
        _ subject: DragSubject, at pointer: Point, in container: Container, of catalogue: PanelCatalogue
    ) throws(Refusal) -> DragHints {
        throw Refusal(reason: "Nothing can be dragged yet.", alternative: nil)
    }
}

extension DragHints {
    /// What the drag means; nil when it came too short to mean anything.
    package func command(for end: DragEnd) -> PanelCommand? { nil }
}
