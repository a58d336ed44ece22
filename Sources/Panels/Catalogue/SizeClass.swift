/// The class of a window's size. An arrangement has one plan per class.
package enum SizeClass: String, CaseIterable, Comparable, Sendable {
    /// From the narrowest.
    case compact, medium, wide

    package static func < (one: SizeClass, other: SizeClass) -> Bool { one.rank < other.rank }

    /// Returns the class of a window that was in class `previous` (nil: a new window).
    ///
    /// A phone on its side is as wide as a medium window, and too low for panels around the text: it stays compact. Its
    /// limits have the hysteresis of the breakpoints. A window that only becomes lower keeps its class: on a tablet that
    /// is the keyboard, and the panel in which one types must stay.
    /// - Parameter former: the width that it had in that class.
    package static func of(
        _ size: Size, after previous: SizeClass? = nil, wide former: Double? = nil, rule: SizeClassRule = .standard
    ) -> SizeClass {
        let more = previous == .compact ? rule.hysteresis : 0
        let isOnlyLower = previous.map { $0 > .compact } == true && former == size.width
        let isLow =
            !isOnlyLower && size.height < rule.low.height + more && size.width < rule.low.width + more
        return isLow ? .compact : of(width: size.width, after: previous, rule: rule)
    }

    /// Returns the class of a high enough window `width` pixels wide that was in class `previous` (nil: a new window).
    ///
    /// The class falls as soon as the width falls below a breakpoint. It rises only when the width exceeds the
    /// breakpoint by the hysteresis, so that the layout does not flicker while a window is resized around a breakpoint.
    package static func of(
        width: Double, after previous: SizeClass? = nil, rule: SizeClassRule = .standard
    ) -> SizeClass {
        let plain = rule.plainClass(of: width)
        guard let previous, plain > previous else { return plain }
        return max(previous, rule.plainClass(of: width - rule.hysteresis))
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The breakpoints between the classes, in CSS pixels.
package struct SizeClassRule: Hashable, Sendable {
    let mediumFrom, wideFrom, hysteresis: Double
    /// Larger than any phone on its side, smaller than a small tablet on its side below the bars of its browser.
    let low = Size(width: 1000, height: 440)

    package static let standard = SizeClassRule(mediumFrom: 640, wideFrom: 1024, hysteresis: 16)

    fileprivate func plainClass(of width: Double) -> SizeClass {
        if width >= wideFrom { return .wide }
        return width >= mediumFrom ? .medium : .compact
    }
}
