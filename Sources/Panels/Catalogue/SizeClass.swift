/// The width class of a window. An arrangement has one plan per class.
package enum SizeClass: String, CaseIterable, Comparable, Sendable {
    /// From the narrowest.
    case compact, medium, wide

    package static func < (one: SizeClass, other: SizeClass) -> Bool { one.rank < other.rank }

    /// Returns the class of a window `width` pixels wide that was in class `previous` (nil: a new window).
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

    package static let standard = SizeClassRule(mediumFrom: 640, wideFrom: 1024, hysteresis: 16)

    fileprivate func plainClass(of width: Double) -> SizeClass {
        if width >= wideFrom { return .wide }
        return width >= mediumFrom ? .medium : .compact
    }
}
