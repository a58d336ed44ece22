// What becomes of a sheet that is dragged and let go.
extension SheetTrack {
    /// Where the moving edge is after the pointer took it so far from `start`.
    /// - Parameter isScrolling: the finger moves the sheet by its content, which ends where the sheet does.
    package func dragged(from start: Double, by translation: Double, isScrolling: Bool = false) -> Double {
        let place = start + translation
        if isScrolling { return min(max(place, reach.lowerBound), reach.upperBound) }
        var drawn = place
        if place < reach.lowerBound, layout.rubberBand.contains(.low) {
            drawn = reach.lowerBound - SheetMotion.stretched(reach.lowerBound - place, over: length)
        } else if place > reach.upperBound, layout.rubberBand.contains(.high) {
            drawn = reach.upperBound + SheetMotion.stretched(place - reach.upperBound, over: length)
        }
        return layout.isBounded ? min(max(drawn, boundary.lowerBound), boundary.upperBound) : drawn
    }

    /// The way that a bounded sheet does not leave.
    package var boundary: ClosedRange<Double> {
        let (near, far) = ends
        return min(near, hidden, reach.lowerBound)...max(far, hidden, reach.upperBound)
    }

    /// Where a sheet comes to rest that is let go at `location` with `velocity` (px/s, to larger coordinates).
    ///
    /// FloatingPanel's rule (`reference/panels.md`, 6.4): where it would roll to decides between the two stops around;
    /// unless the layout has momentum, these are the stops around where it is let go.
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

    /// Indices instead of stops; beyond an end, the last one there.
    private func closed(_ segment: (lower: SheetStop?, upper: SheetStop?)) -> (Int, Int) {
        (
            segment.lower.flatMap { stops.firstIndex(of: $0) } ?? 0,
            segment.upper.flatMap { stops.firstIndex(of: $0) } ?? stops.count - 1
        )
    }

    private func decide(_ from: Int, _ to: Int, at place: Double) -> SheetState {
        let way = abs(stops[from].location - stops[to].location)
        let gone = abs(place - stops[from].location)
        // Two stops at one place: what has gone any way at all has gone beyond.
        let isThere = way > 0 ? gone / way > min(max(layout.threshold, 0), 1) : gone > 0
        return stops[isThere ? to : from].state
    }

    /// How fast a fling has to be there to close the sheet, in px/s.
    package func removalVelocity(at location: Double) -> Double {
        layout.removalThreshold * abs(location - hidden)
    }

    /// Whether a fling closes the sheet: toward its own edge, and fast enough for the way that is left.
    package func isRemoved(at location: Double, velocity: Double) -> Bool {
        let outward = edge.isFar ? velocity : -velocity
        return layout.isRemovable && outward > 0 && outward >= removalVelocity(at: location)
    }
}

/// The arithmetic of dragged sheets (FloatingPanel; `reference/panels.md`, 6.2, 6.5 and 6.6).
package enum SheetMotion {
    /// What is left of a velocity after one millisecond, as scroll views have it.
    package static let rate = 0.998
    /// How fast, in container lengths left to the hidden place per second, a fling has to be to close the sheet.
    package static let removal = 5.5
    /// How stiff the rubber band is.
    package static let stiffness = 0.55

    /// How far something goes that is let go at `velocity` (px/s) and slows down by itself.
    package static func projection(of velocity: Double, rate: Double) -> Double {
        let rate = min(max(rate, 0), 0.9999)
        return velocity / 1000 * rate / (1 - rate)
    }

    /// How much of a pull beyond the end is seen: less and less, and never more than `dimension`.
    package static func stretched(
        _ excess: Double, over dimension: Double, stiffness: Double = SheetMotion.stiffness
    ) -> Double {
        guard dimension > 0 else { return 0 }
        return (1 - 1 / (stiffness * excess / dimension + 1)) * dimension
    }
}
