/// The container of a sheet: its bounds, its safe area and its pixel grid.
package struct SheetSpace: Hashable, Sendable {
    package let bounds: Rectangle
    package let safeArea: Insets
    let grid: PixelGrid
    /// Whether reading starts at the right, so that the leading edge is there.
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

    /// The start and end of the area on the axis of a sheet from this edge.
    package func span(of guide: SheetGuide, for edge: Side) -> (near: Double, far: Double) {
        let area = area(of: guide)
        return edge.isColumn ? (area.x, area.maxX) : (area.y, area.maxY)
    }
}

/// The area that a distance refers to.
package enum SheetGuide: Hashable, Sendable { case container, safeArea }

/// A distance in pixels, or as a fraction of the area it refers to.
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

/// Where the moving edge of a sheet rests (FloatingPanel's three kinds of anchor; `reference/panels.md`, 6.1).
package enum SheetAnchor: Hashable, Sendable {
    /// At a distance from an edge of the guide, inward.
    case inset(SheetLength, from: Side, of: SheetGuide)
    /// As far out as the content is long, minus the offset: 0 shows all of it, the fraction 1 nothing.
    case intrinsic(content: Double, offset: SheetLength, of: SheetGuide)
    /// The same, but not beyond the far side of `within`.
    case adaptive(content: Double, offset: SheetLength, of: SheetGuide, within: SheetGuide?)

    /// The location of the moving edge of a sheet from `edge`, in the container's coordinates.
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
            let location = Self.out(shown, from: edge, space.span(of: guide, for: edge))
            guard let within else { return space.grid.rounded(location) }
            let (near, far) = space.span(of: within, for: edge)
            return space.grid.rounded(edge.isFar ? max(location, near) : min(location, far))
        }
    }

    /// Includes the safe area. Upstream ignores it for sheets from the top and the left, and shows too little.
    private static func out(_ length: Double, from edge: Side, _ span: (near: Double, far: Double)) -> Double {
        edge.isFar ? span.far - length : span.near + length
    }
}

extension Side {
    /// Whether it is the right or bottom edge, where coordinates are large.
    var isFar: Bool { self == .right || self == .bottom }

    package var opposite: Side {
        switch self {
        case .right: .left
        case .left: .right
        case .top: .bottom
        case .bottom: .top
        }
    }
}
