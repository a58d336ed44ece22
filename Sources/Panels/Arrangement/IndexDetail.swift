/// How a panel divides itself into an index and the detail of what is chosen there (IndexDetailViewController).
package struct IndexRule: Hashable, Sendable {
    /// Side by side, the index on the left, or one above the other.
    package enum Axis: String, CaseIterable, Sendable { case horizontal, vertical }

    package let axis: Axis
    /// The detail's part of the length, unless the user divided it otherwise.
    package let fraction: Double
    /// In CSS pixels, along the axis: a shorter panel has no room for both. The other axis does not count.
    package let splitFrom: Double

    package init(axis: Axis = .horizontal, fraction: Double = 0.66, splitFrom: Double) {
        self.axis = axis
        self.fraction = fraction
        self.splitFrom = splitFrom
    }

    func isCompact(_ size: Size) -> Bool { length(of: size) < splitFrom }
    func length(of size: Size) -> Double { axis == .horizontal ? size.width : size.height }

    /// The part that the detail gets when the user wants `fraction` of it: neither side becomes useless.
    static let fractions = 0.2...0.8
}

/// What a window has chosen in a panel with an index: ids, never what they stand for.
///
/// Where there is room, index and detail stand side by side, and the detail of nothing is a placeholder. Where there is
/// not, the index lies beneath the detail: with nothing chosen it is seen, with something chosen that stays, and back
/// leads to the index. When the panel becomes long enough again, the two part by themselves, which they do not upstream;
/// what the user folded on purpose stays folded.
package struct IndexDetail: Hashable, Sendable {
    /// What was chosen in the index, and what was opened from there; the last one is seen.
    package private(set) var items: [String] = []
    /// The user wants the index beneath the detail though there is room for both.
    package var isFolded = false
    /// The detail's part of the length as the user wants it; nil: the rule's.
    package var fraction: Double?
    /// How far the index is scrolled, in CSS pixels.
    package var scroll: Double?

    /// So many steps back are kept.
    package static let itemsMax = 20

    package init() {}

    package static let plain = IndexDetail()

    /// What is seen of the detail: one of these.
    package enum Seen: Hashable, Sendable {
        case placeholder
        case index
        case item(String)
    }

    /// A choice in the index: what was opened from the last one is gone.
    package mutating func show(_ item: String) { items = [item] }

    /// One step further from what is seen.
    package mutating func push(_ item: String) { items = (items + [item]).suffix(Self.itemsMax) }

    /// One step back, at last to the index or to the placeholder; there is nothing behind these.
    package mutating func back() { _ = items.popLast() }

    /// Lets go of what is not there any more.
    /// - Returns: what that was.
    package mutating func drop(where isGone: (String) -> Bool) -> [String] {
        let gone = items.filter(isGone)
        items.removeAll { gone.contains($0) }
        return gone
    }
}

/// Where index and detail stand at the moment.
package struct IndexFrames: Hashable, Sendable {
    /// The index lies beneath the detail.
    package let isCollapsed: Bool
    /// As the user wanted it, though there may be room for both.
    package let isFolded: Bool
    /// nil while the other one covers it.
    package let index, detail: Rectangle?
    package let seen: IndexDetail.Seen
    package let fraction: Double
    /// All that is on the way back, the one that is seen last.
    package let items: [String]
    package let scroll: Double?
    package let rule: IndexRule

    package var canGoBack: Bool { !items.isEmpty }
}

extension IndexDetail {
    /// - Parameter room: what the panel has for both.
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
    /// In two, the second with this part of the length.
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
