/// What is shown: the frame of everything, for one arrangement in one container.
package struct Frames: Hashable, Sendable {
    package var body: Rectangle
    /// Every panel of the catalogue, in its order.
    package var panels: [PanelFrame]
    package var separators: [Separator]
    package var strips: [Strip] = []
    /// Nothing is arranged until it is unlocked.
    package var isLocked = false
    /// Sides on which nothing comes, goes or gets another size.
    package var lockedSides: [Side] = []
}

/// Where a panel is shown, which may be less than what is wanted.
package struct PanelFrame: Hashable, Sendable {
    package let id: PanelID
    package let title: String
    package let place: ShownPlace
    /// Of a pinned panel; of one that left for Meta, the side it comes back to.
    package let side: Side?
    package let index: Int?
    package var frame: Rectangle?
    /// 0 is the body; pinned panels are 1, floating ones above in their order, sheets above these.
    package var z: Int?
    package var resize: [ResizeHandle]
    /// The user wants it on screen. A wanted panel in Meta found no room; `reason` says so.
    package let isWanted: Bool
    package var reason: String?
    /// Of every panel of a stack; its frame is the leader's.
    package var stack: ShownStack? = nil
    /// How it stands as a sheet; also of the open panel of a compact window.
    package var sheet: SheetShown?
    /// Where its index and its detail stand; nil: it has none, or is not shown.
    package var inside: IndexFrames?
    /// It stays where it is: it is locked, or its side is, or everything.
    package var isLocked = false
    /// Where it is seen, smaller, while all panels are spread out; its frame stays what it was.
    package var exposed: Rectangle?
}

/// A `stacked` panel is a tab in the frame of its stack's leader, and shown when it is the selected one. One that is
/// `inside` is in Meta, and shown there as what was chosen in its list.
package enum ShownPlace: String, CaseIterable, Sendable {
    case floating, pinned, sheet, stacked, meta, inside, open, closed
    /// On a collapsed side, seen by name; with a frame while it is looked at.
    case strip
    /// At a button.
    case popover
    /// In a browser window of its own.
    case away
}

/// A bar between the body and a side, or between two panels of a side.
package struct Separator: Hashable, Sendable {
    /// `right`: the thickness of that side; `right/1`: the border between its panels 0 and 1.
    package let id: SeparatorID
    package let side: Side
    /// The bar itself runs up and down.
    package let isVertical: Bool
    package var frame: Rectangle
    /// The length, in pixels, of what it controls.
    package let value, minimum, maximum: Double
    package let controls: PanelID
    package let label: String
    package var isLocked = false

    /// How wide a bar is for the pointer, half of it on each side of the border.
    static let thickness = 8.0
}

package enum SeparatorID: Hashable, Sendable, CustomStringConvertible {
    case thickness(Side)
    /// The border before the panel of this index, counted from 1.
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
