/// The program's description of one panel. It is code and never saved.
package struct PanelSpecification: Hashable, Sendable {
    package let id: PanelID
    package let title: String
    package internal(set) var preferred, minimum, maximum: Size
    /// The width it wants in a column, and the height it wants in a row.
    package internal(set) var pinned: Size
    /// The measured height of its whole content; nil until a window has measured it.
    var natural: Double?
    /// The side where it opens if it never had a place; nil to float.
    package internal(set) var home: Side?
    /// How it is divided into index and detail; nil for a single content.
    package let index: IndexRule?
    /// Whether it is as high as its content, unless the user set a height.
    package let fitsContent: Bool
    /// Whether one chooses in it and does not look at the text meanwhile, so that in a compact window it may cover it.
    package let isForChoosing: Bool
    /// Whether it contains text input, so that it moves above the on-screen keyboard.
    package internal(set) var adjustsForKeyboard: Bool

    /// Missing sizes equal the preferred size, as in PanelKit; such a panel cannot be resized.
    package init(
        id: PanelID, title: String, preferred: Size, minimum: Size? = nil, maximum: Size? = nil, pinned: Size? = nil,
        home: Side? = nil, adjustsForKeyboard: Bool = false, index: IndexRule? = nil, fitsContent: Bool = false,
        isForChoosing: Bool = false
    ) {
        self.id = id
        self.title = title
        self.preferred = preferred
        self.minimum = minimum ?? preferred
        self.maximum = maximum ?? preferred
        self.pinned = pinned ?? preferred
        self.home = home
        self.index = index
        self.fitsContent = fitsContent
        self.isForChoosing = isForChoosing
        self.adjustsForKeyboard = adjustsForKeyboard
    }

    var isResizable: Bool { isWidthResizable || isHeightResizable }
    var isWidthResizable: Bool { minimum.width < maximum.width }
    var isHeightResizable: Bool { minimum.height < maximum.height }

    /// The edges and corners that resize it while it floats.
    var resizeHandles: [ResizeHandle] {
        ResizeHandle.allCases.filter { handle in
            (!handle.changesWidth || isWidthResizable) && (!handle.changesHeight || isHeightResizable)
        }
    }
}

/// The edges and corners that resize a floating panel.
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

/// A panel's name in commands and documents, for example `date`. Any text is valid; the catalogue defines which panels
/// exist.
package struct PanelID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }

    package var description: String { text }
    package static func < (one: PanelID, other: PanelID) -> Bool { one.text < other.text }
}

extension PanelID: Codable {
    package init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
