/// How a panel is divided into an index and the detail of the chosen item (IndexDetailViewController).
package struct IndexRule: Hashable, Sendable {
    /// Side by side with the index on the left, or one above the other.
    package enum Axis: String, CaseIterable, Sendable { case horizontal, vertical }

    package let axis: Axis
    /// The detail's part of the length, if the user has not set one.
    package let fraction: Double
    /// In CSS pixels along the axis: a shorter panel shows only one of the two. The other axis does not count.
    package let splitFrom: Double

    package init(axis: Axis = .horizontal, fraction: Double = 0.66, splitFrom: Double) {
        self.axis = axis
        self.fraction = fraction
        self.splitFrom = splitFrom
    }

    func isCompact(_ size: Size) -> Bool { length(of: size) < splitFrom }
    func length(of size: Size) -> Double { axis == .horizontal ? size.width : size.height }

    /// The limits for the detail's part of the length, so that both parts stay usable.
    static let fractions = 0.2...0.8
}

/// The items that a window has chosen in a panel with an index: ids only, never their content.
///
/// If there is room, index and detail are side by side, and without a choice the detail is a placeholder. Otherwise the
/// index is beneath the detail: without a choice the index shows, with a choice the detail shows, and `back` returns to
/// the index. When the panel becomes long enough again, the two part automatically; upstream, the app has to request
/// that. If the user folded them, they stay folded.
package struct IndexDetail: Hashable, Sendable {
    /// The item chosen in the index and the items opened from there; the last one shows.
    package private(set) var items: [String] = []
    /// Whether the user wants the index beneath the detail even if there is room for both.
    package var isFolded = false
    /// The detail's part of the length as the user set it; nil for the rule's.
    package var fraction: Double?
    /// The scroll position of the index, in CSS pixels.
    package var scroll: Double?

    /// The number of steps kept for `back`.
    package static let itemsMax = 20

    package init() {}

    package static let plain = IndexDetail()

    /// What shows in the place of the detail.
    package enum Seen: Hashable, Sendable {
        case placeholder
        case index
        case item(String)
    }

    /// Chooses an item in the index, which drops the items opened from the previous one.
    package mutating func show(_ item: String) { items = [item] }

    /// Opens an item from the one that shows.
    package mutating func push(_ item: String) { items = (items + [item]).suffix(Self.itemsMax) }

    /// Goes one step back, in the end to the index or the placeholder; nothing is behind these.
    package mutating func back() { _ = items.popLast() }

    /// Drops items that no longer exist.
    /// - Returns: the dropped items.
    package mutating func drop(where isGone: (String) -> Bool) -> [String] {
        let gone = items.filter(isGone)
        items.removeAll { gone.contains($0) }
        return gone
    }
}

/// The frames of index and detail.
package struct IndexFrames: Hashable, Sendable {
    /// Whether the index is beneath the detail.
    package let isCollapsed: Bool
    /// Whether the user chose that, possibly despite room for both.
    package let isFolded: Bool
    /// nil while the other one covers it.
    package let index, detail: Rectangle?
    package let seen: IndexDetail.Seen
    package let fraction: Double
    /// All items on the way back; the one that shows is last.
    package let items: [String]
    package let scroll: Double?
    package let rule: IndexRule
}

extension IndexDetail {
    /// - Parameter room: the panel's room for both.
    package func frames(in room: Rectangle, by rule: IndexRule) -> IndexFrames {
        let isCollapsed = isFolded || rule.isCompact(room.size)
        let fraction = fraction ?? rule.fraction
        let seen: Seen = items.last.map { .item($0) } ?? (isCollapsed ? .index : .placeholder)
        let (index, detail) =
            isCollapsed
            ? (seen == .index ? room : nil, seen == .index ? nil : room)
            : room.divided(along: rule.axis, second: fraction)
        return IndexFrames(
            isCollapsed: isCollapsed, isFolded: isFolded, index: index, detail: detail, seen: seen, fraction: fraction,
            items: items,
            scroll: scroll, rule: rule)
    }
}

extension Rectangle {
    /// Divides the rectangle in two; `part` is the second one's part of the length.
    fileprivate func divided(along axis: IndexRule.Axis, second part: Double) -> (Rectangle?, Rectangle?) {
        var (first, second) = (self, self)
        switch axis {
        case .horizontal:
            second.width = width * part
            first.width = width - second.width
            second.x = x + first.width
        case .vertical:
            second.height = height * part
            first.height = height - second.height
            second.y = y + first.height
        }
        return (first, second)
    }
}
