/// What the program knows about one panel. It is code and never saved.
package struct PanelSpecification: Hashable, Sendable {
    package let id: PanelID
    package let title: String
    package internal(set) var preferred, minimum, maximum: Size
    /// The width it wants in a column, and the height it wants in a row.
    package internal(set) var pinned: Size
    /// How high it is with all of its content, once a window has measured that.
    var natural: Double?
    package let canFloat: Bool
    package let allowedSides: Set<Side>
    /// The side it is opened on when it never stood anywhere; nil: it floats.
    package let home: Side?
    /// How it behaves as a sheet, by the class of the window; where nothing is said, as the others.
    package let sheets: [SizeClass: SheetLayout]
    /// How it divides itself into an index and a detail; nil: it has one content.
    package let index: IndexRule?
    /// As high as its content wants to be, where nobody said otherwise.
    package let fitsContent: Bool
    /// One writes in it: it gets out of the way of the keyboard on the screen.
    package let adjustsForKeyboard: Bool

    /// What is not given follows the preferred size, as in PanelKit: such a panel cannot be resized.
    package init(
        id: PanelID, title: String, preferred: Size, minimum: Size? = nil, maximum: Size? = nil, pinned: Size? = nil,
        canFloat: Bool = true, allowedSides: Set<Side> = Set(Side.allCases), home: Side? = nil,
        adjustsForKeyboard: Bool = false, sheets: [SizeClass: SheetLayout] = [:], index: IndexRule? = nil,
        fitsContent: Bool = false
    ) {
        self.id = id
        self.title = title
        self.preferred = preferred
        self.minimum = minimum ?? preferred
        self.maximum = maximum ?? preferred
        self.pinned = pinned ?? preferred
        self.canFloat = canFloat
        self.allowedSides = allowedSides
        self.home = home
        self.sheets = sheets
        self.index = index
        self.fitsContent = fitsContent
        self.adjustsForKeyboard = adjustsForKeyboard
    }

    package var isResizable: Bool { isWidthResizable || isHeightResizable }
    var isWidthResizable: Bool { minimum.width < maximum.width }
    var isHeightResizable: Bool { minimum.height < maximum.height }

    /// The edges and corners by which it is resized while it floats.
    var resizeHandles: [ResizeHandle] {
        ResizeHandle.allCases.filter { handle in
            (!handle.changesWidth || isWidthResizable) && (!handle.changesHeight || isHeightResizable)
        }
    }
}

/// The edges and corners by which a floating panel is resized.
package enum ResizeHandle: String, CaseIterable, Sendable {
    case left, right, top, bottom
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    var changesWidth: Bool { self != .top && self != .bottom }
    var changesHeight: Bool { self != .left && self != .right }
    var isLeft: Bool { self == .left || self == .topLeft || self == .bottomLeft }
    var isTop: Bool { self == .top || self == .topLeft || self == .topRight }
}

/// A panel's name in commands and documents, as in `date`. Any text will do; the catalogue says which ones exist.
package struct PanelID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }

    package var description: String { text }
    package static func < (one: PanelID, other: PanelID) -> Bool { one.text < other.text }
}
