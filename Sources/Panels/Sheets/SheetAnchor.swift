/// The container as sheets see it: where it is, what its safe area takes away, how fine its display is.
package struct SheetSpace: Hashable, Sendable {
    package let bounds: Rectangle
    package let safeArea: Insets
    package let grid: PixelGrid
    /// One reads from the right: what leads is there.
    var isMirrored = false

    package init(bounds: Rectangle, safeArea: Insets = .zero, grid: PixelGrid = PixelGrid()) {
        self.bounds = bounds
        self.safeArea = safeArea
        self.grid = grid
    }

    func area(of guide: SheetGuide) -> Rectangle {
        switch guide {
        case .container: bounds
        case .safeArea:
            Rectangle(
                x: bounds.x + safeArea.left, y: bounds.y + safeArea.top,
                width: max(0, bounds.width - safeArea.left - safeArea.right),
                height: max(0, bounds.height - safeArea.top - safeArea.bottom))
        }
    }

    /// Where the area begins and ends on the axis on which a sheet of this edge moves.
    package func span(of guide: SheetGuide, for edge: Side) -> (near: Double, far: Double) {
        let area = area(of: guide)
        return edge.isColumn ? (area.x, area.maxX) : (area.y, area.maxY)
    }
}

/// What a distance is measured against.
package enum SheetGuide: Hashable, Sendable { case container, safeArea }

/// A distance in pixels, or a fraction of what it is measured against.
package enum SheetLength: Hashable, Sendable {
    case absolute(Double)
    case fractional(Double)

    func pixels(of whole: Double) -> Double {
        switch self {
        case .absolute(let pixels): pixels
        case .fractional(let fraction): fraction * whole
        }
    }
}

/// Where the moving edge of a sheet stays (FloatingPanel's three kinds of anchor; `reference/panels.md`, 6.1).
package enum SheetAnchor: Hashable, Sendable {
    /// So far from an edge of the guide, inward.
    case inset(SheetLength, from: Side, of: SheetGuide)
    /// As far out as its content is long, less the offset: 0 shows all of it, the fraction 1 nothing.
    case intrinsic(content: Double, offset: SheetLength, of: SheetGuide)
    /// The same, but not beyond the far side of `within`.
    case adaptive(content: Double, offset: SheetLength, of: SheetGuide, within: SheetGuide?)

    /// The place of the moving edge of a sheet that comes from `edge`, in the container's coordinates.
    package func location(for edge: Side, in space: SheetSpace) -> Double {
        switch self {
        case .inset(let length, let from, let guide):
            let (near, far) = space.span(of: guide, for: edge)
            let distance = length.pixels(of: far - near)
            return space.grid.rounded(from == .top || from == .left ? near + distance : far - distance)
        case .intrinsic(let content, let offset, let guide):
            let shown = content - offset.pixels(of: content)
            return space.grid.rounded(Self.out(shown, from: edge, space.span(of: guide, for: edge)))
        case .adaptive(let content, let offset, let guide, let within):
            let shown = content - offset.pixels(of: content)
            let place = Self.out(shown, from: edge, space.span(of: guide, for: edge))
            guard let within else { return space.grid.rounded(place) }
            let (near, far) = space.span(of: within, for: edge)
            return space.grid.rounded(edge.isFar ? max(place, near) : min(place, far))
        }
    }

    /// Upstream forgets the safe area for sheets from the top and the left, and shows less than it says.
    private static func out(_ length: Double, from edge: Side, _ span: (near: Double, far: Double)) -> Double {
        edge.isFar ? span.far - length : span.near + length
    }

    /// The same anchor for a sheet that comes from another edge.
    func turned(from edge: Side, to other: Side) -> SheetAnchor {
        guard case .inset(let length, let from, let guide) = self else { return self }
        return .inset(length, from: from == edge ? other : other.opposite, of: guide)
    }
}

extension Side {
    /// The right and the bottom edge, where coordinates are large.
    package var isFar: Bool { self == .right || self == .bottom }

    package var opposite: Side {
        switch self {
        case .right: .left
        case .left: .right
        case .top: .bottom
        case .bottom: .top
        }
    }
}
