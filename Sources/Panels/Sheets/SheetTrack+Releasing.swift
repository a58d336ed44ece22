// Dragging and releasing a sheet.
extension SheetTrack {
    /// The location of the moving edge after a drag by `translation` from `start`.
    /// - Parameter isScrolling: whether the finger moves the sheet by its content, which stops at the sheet's ends.
    package func dragged(from start: Double, by translation: Double, isScrolling: Bool = false) -> Double {
        let location = start + translation
        if isScrolling { return min(max(location, reach.lowerBound), reach.upperBound) }
        var drawn = location
        if location < reach.lowerBound, layout.rubberBand.contains(.low) {
            drawn = reach.lowerBound - SheetMotion.stretched(reach.lowerBound - location, over: length)
        } else if location > reach.upperBound, layout.rubberBand.contains(.high) {
            drawn = reach.upperBound + SheetMotion.stretched(location - reach.upperBound, over: length)
        }
        return layout.isBounded ? min(max(drawn, boundary.lowerBound), boundary.upperBound) : drawn
    }

    /// The range that a bounded sheet does not leave.
    package var boundary: ClosedRange<Double> {
        let (near, far) = ends
        return min(near, hidden, reach.lowerBound)...max(far, hidden, reach.upperBound)
    }

    /// The state in which a sheet rests after release at `location` with `velocity` (px/s, toward larger coordinates).
    ///
    /// FloatingPanel's rule (`reference/panels.md`, 6.4): the projected location decides between the two stops around
    /// it. Without momentum, it decides between the two stops around the release location.
    package func target(from state: SheetState, at location: Double, velocity: Double) -> SheetState {
        guard stops.count > 1, location.isFinite, velocity.isFinite else { return state }
        let rolled = location + SheetMotion.projection(of: velocity, rate: layout.rate)
        let isForward = velocity == 0 ? location > self.location(of: state) : velocity > 0
        if layout.momentum {
            let (lower, upper) = closed(segment(at: rolled, isForward: isForward))
            return decide(isForward ? lower : upper, isForward ? upper : lower, at: rolled)
        }
        var (lower, upper) = closed(segment(at: location, isForward: isForward))
        if lower == upper {
            if isForward { upper = min(lower + 1, stops.count - 1) } else { lower = max(upper - 1, 0) }
        }
        guard isForward else {
            let low = stops[max(lower - 1, 0)].location
            return decide(upper, lower, at: max(min(rolled, stops[upper].location), low))
        }
        let high = stops[min(upper + 1, stops.count - 1)].location
        return decide(lower, upper, at: max(min(rolled, high), stops[lower].location))
    }

    /// The indices of the stops; beyond an end, that of the last stop.
    private func closed(_ segment: (lower: SheetStop?, upper: SheetStop?)) -> (Int, Int) {
        (
            segment.lower.flatMap { stops.firstIndex(of: $0) } ?? 0,
            segment.upper.flatMap { stops.firstIndex(of: $0) } ?? stops.count - 1
        )
    }

    private func decide(_ from: Int, _ to: Int, at location: Double) -> SheetState {
        let way = abs(stops[from].location - stops[to].location)
        let gone = abs(location - stops[from].location)
        // Two stops at the same location: any distance counts as past the threshold.
        let isThere = way > 0 ? gone / way > min(max(layout.threshold, 0), 1) : gone > 0
        return stops[isThere ? to : from].state
    }

    /// The velocity from which a fling at this location closes the sheet, in px/s.
    func removalVelocity(at location: Double) -> Double {
        layout.removalThreshold * abs(location - hidden)
    }

    /// Whether a fling closes the sheet: it goes toward the sheet's edge and is fast enough for the remaining distance.
    func isRemoved(at location: Double, velocity: Double) -> Bool {
        let outward = edge.isFar ? velocity : -velocity
        return layout.isRemovable && outward > 0 && outward >= removalVelocity(at: location)
    }
}

/// The physics of dragged sheets (FloatingPanel; `reference/panels.md`, 6.2, 6.5 and 6.6).
package enum SheetMotion {
    /// The part of a velocity that remains after one millisecond, as in scroll views.
    package static let rate = 0.998
    /// The velocity of a fling that closes the sheet, in remaining distances to the hidden location per second.
    package static let removal = 5.5
    /// The stiffness of the rubber band.
    static let stiffness = 0.55

    /// The distance covered after release at `velocity` (px/s) with natural deceleration.
    static func projection(of velocity: Double, rate: Double) -> Double {
        let rate = min(max(rate, 0), 0.9999)
        return velocity / 1000 * rate / (1 - rate)
    }

    /// The visible part of a pull beyond the end: it grows ever more slowly and never exceeds `dimension`.
    static func stretched(
        _ excess: Double, over dimension: Double, stiffness: Double = SheetMotion.stiffness
    ) -> Double {
        guard dimension > 0 else { return 0 }
        return (1 - 1 / (stiffness * excess / dimension + 1)) * dimension
    }
}
