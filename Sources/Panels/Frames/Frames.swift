/// The frames of everything shown, for one arrangement in one container.
package struct Frames: Hashable, Sendable {
    package var body: Rectangle
    /// Every panel of the catalogue, in its order.
    package var panels: [PanelFrame]
    package var separators: [Separator]
    package var strips: [Strip] = []
    /// Whether the arrangement is locked against changes.
    package var isLocked = false
    /// The sides whose panels and sizes are locked.
    package var lockedSides: [Side] = []

    subscript(panel: PanelID) -> PanelFrame? { panels.first { $0.id == panel } }
}

/// Where a panel is shown, which may differ from what the user wants.
package struct PanelFrame: Hashable, Sendable {
    package let id: PanelID
    package let title: String
    package let place: ShownPlace
    /// The side of a pinned panel; for one that left for Meta, the side it returns to.
    package let side: Side?
    package let index: Int?
    package var frame: Rectangle?
    /// The body is 0 and pinned panels are 1; floating panels follow in their order, then sheets.
    package var z: Int?
    package var resize: [ResizeHandle]
    /// Whether the user wants it on screen. A wanted panel in Meta has no room; `reason` explains it.
    package let isWanted: Bool
    package var reason: String?
    /// Set for every panel of a stack; the stack's frame is the leader's.
    package var stack: ShownStack? = nil
    /// Its state as a sheet; also for the open panel of a compact window.
    package var sheet: SheetShown?
    /// The frames of its index and detail; nil if it has none or is not shown.
    package var inside: IndexFrames?
    /// Whether it is locked in its place: by its own lock, its side's or the plan's.
    package var isLocked = false
    /// Its smaller frame while all panels are spread out; `frame` does not change.
    package var exposed: Rectangle?
}

/// `stacked`: a tab in the frame of its stack's leader, shown if it is the selected one. `inside`: in Meta, and shown
/// there as the item chosen in its list.
package enum ShownPlace: String, CaseIterable, Sendable {
    case floating, pinned, sheet, stacked, meta, inside, open, closed
    /// On a collapsed side, shown by name; has a frame while it is peeked at.
    case strip
    /// In a popover at a button.
    case popover
    /// In a separate browser window.
    case away
}

/// A bar between the body and a side, or between two panels of a side.
package struct Separator: Hashable, Sendable {
    /// `right`: the thickness of that side; `right/1`: the border between its panels 0 and 1.
    package let id: SeparatorID
    package let side: Side
    /// Whether the bar is vertical.
    package let isVertical: Bool
    package var frame: Rectangle
    /// The length that it controls, in pixels.
    package let value, minimum, maximum: Double
    package let controls: PanelID
    package let label: String
    package var isLocked = false

    /// The width of a bar for the pointer, half of it on each side of the border.
    static let thickness = 8.0
}

package enum SeparatorID: Hashable, Sendable, CustomStringConvertible {
    case thickness(Side)
    /// The border before the panel with this index; at least 1.
    case border(Side, Int)

    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let side = Side(rawValue: String(first)) else { return nil }
        guard parts.count == 2 else {
            self = .thickness(side)
            return
        }
        guard let index = Int(parts[1]), index >= 1 else { return nil }
        self = .border(side, index)
    }

    package var description: String {
        switch self {
        case .thickness(let side): side.rawValue
        case .border(let side, let index): "\(side.rawValue)/\(index)"
        }
    }
}

extension SeparatorID: RawRepresentable, DeedField {
    static let form = CommandForm.Value.separator, sample = SeparatorID.thickness(.right)
    package init?(rawValue: String) { self.init(rawValue) }
    package var rawValue: String { description }
}
