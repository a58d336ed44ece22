/// A layout in a window: every location in pixels, on the axis of the sheet's motion.
package struct SheetTrack: Hashable, Sendable {
    package let layout: SheetLayout
    /// In ascending order of coordinates.
    package let stops: [SheetStop]
    package let space: SheetSpace
    /// The location where it is out of sight.
    package let hidden: Double
    /// The resting states, the most expanded first.
    package let ladder: SheetLadder

    /// The distance of the hidden location beyond the edge, if the layout defines none.
    static let hiddenDistance = 100.0

    package init(_ layout: SheetLayout, in space: SheetSpace) {
        let ladder = SheetLadder(layout.detents.map(\.state))
        let stops = ladder.states.compactMap { state in
            layout.detents.first { $0.state == state }.flatMap { detent in
                // A layout may contain numbers that give no valid location.
                Measure.coordinate(detent.anchor.location(for: layout.edge, in: space)).map {
                    SheetStop(state: state, location: $0, backdrop: detent.backdrop)
                }
            }
        }
        let (near, far) = space.span(of: .container, for: layout.edge)
        self.layout = layout
        self.space = space
        self.stops = layout.edge.isFar ? stops : stops.reversed()
        self.ladder = stops.count == ladder.states.count ? ladder : SheetLadder(stops.map(\.state))
        hidden =
            stops.first { $0.state.name == SheetState.hidden.name }?.location
            ?? (layout.edge.isFar ? far + Self.hiddenDistance : near - Self.hiddenDistance)
    }

    package var edge: Side { layout.edge }
    /// The container's length on the axis.
    package var length: Double { ends.far - ends.near }

    /// The state with this name; otherwise, as another layout may lack it, the initial one. Never the hidden state, in
    /// which nothing shows.
    package func state(named name: String?) -> SheetState {
        let states = stops.map(\.state).filter { $0.name != SheetState.hidden.name }
        return states.first { $0.name == name } ?? states.first { $0.name == layout.initial } ?? ladder.mostExpanded
    }

    /// Returns the track with fewer stops; the hidden one always stays.
    /// - Parameter stays: receives a stop and the visible part of the sheet there.
    func keeping(_ stays: (SheetStop, Rectangle) -> Bool) -> SheetTrack {
        let kept = stops.filter { stop in
            stop.state.name == SheetState.hidden.name || stays(stop, visible(at: stop.location))
        }
        return SheetTrack(layout: layout, stops: kept, space: space, hidden: hidden)
    }

    private init(layout: SheetLayout, stops: [SheetStop], space: SheetSpace, hidden: Double) {
        self.layout = layout
        self.stops = stops
        self.space = space
        self.hidden = hidden
        ladder = SheetLadder(stops.map(\.state))
    }

    package func location(of state: SheetState) -> Double {
        stops.first { $0.state == state }?.location ?? hidden
    }

    /// The nearest stop; of two the more expanded one. nil if there is none.
    package func nearest(to location: Double) -> SheetStop? {
        let expanded = edge.isFar ? stops : stops.reversed()
        return expanded.min { abs($0.location - location) < abs($1.location - location) }
    }

    /// The distance from the most expanded location.
    package func offset(of location: Double) -> Double { abs(location - self.location(of: ladder.mostExpanded)) }

    /// The range from the most to the least expanded location.
    package var reach: ClosedRange<Double> {
        let ends = [location(of: ladder.mostExpanded), location(of: ladder.leastExpanded)]
        return min(ends[0], ends[1])...max(ends[0], ends[1])
    }

    /// The range that a bounded sheet does not leave.
    package var boundary: ClosedRange<Double> {
        let (near, far) = ends
        return min(near, hidden, reach.lowerBound)...max(far, hidden, reach.upperBound)
    }

    var ends: (near: Double, far: Double) { space.span(of: .container, for: edge) }
}

/// A resting location of a sheet, in pixels.
package struct SheetStop: Hashable, Sendable {
    package let state: SheetState
    package let location: Double
    package let backdrop: Double
}

// Drawing.
extension SheetTrack {
    /// The whole surface; in static mode a part may be beyond the edge.
    package func surface(at location: Double) -> Rectangle {
        let (near, far) = ends
        let most = self.location(of: ladder.mostExpanded)
        let length =
            switch (layout.contentMode, edge.isFar) {
            case (.fixed, true): far - most
            case (.fixed, false): most - near
            case (.fitToBounds, true): far - location
            case (.fitToBounds, false): location - near
            }
        let start = edge.isFar ? location : location - max(0, length)
        return rectangle(from: start, to: start + max(0, length))
    }

    /// The visible part of the surface.
    package func visible(at location: Double) -> Rectangle {
        let (near, far) = ends
        let visible = min(max(location, near), far)
        return edge.isFar ? rectangle(from: visible, to: far) : rectangle(from: near, to: visible)
    }

    /// How far the background below the surface extends beyond it, away from the moving edge, so that a sheet stretched
    /// by its rubber band shows no gap.
    package var overflow: Double { length }

    private func rectangle(from start: Double, to end: Double) -> Rectangle {
        let (cross, width) = layout.span.interval(in: space, for: edge)
        return edge.isColumn
            ? Rectangle(x: start, y: cross, width: end - start, height: width)
            : Rectangle(x: cross, y: start, width: width, height: end - start)
    }
}
