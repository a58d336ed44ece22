@testable import Panels

extension Fields {
    /// The layout of a sheet and its window, in the form of most FloatingPanel rows.
    func track() throws -> SheetTrack {
        SheetTrack(try layout(), in: try space())
    }

    func space() throws -> SheetSpace {
        let size = try optionalSize("container") ?? Size(width: 375, height: 667)
        return SheetSpace(
            bounds: Rectangle(.zero, size), safeArea: try insets("safeArea"),
            grid: PixelGrid(scale: try optional("displayScale")))
    }

    func layout(_ key: String = "anchors", initial: String = "half") throws -> SheetLayout {
        let position = ["position", "layoutPosition"].first(where: has)
        let edge = try position.map(side) ?? .bottom
        let anchors = try part(key)
        let content: Double = try optional("contentLength") ?? 0
        var layout = SheetLayout(
            edge: edge, initial: initial,
            detents: try anchors.keys.map { name in
                SheetDetent(.named(name), try anchors.part(name).anchor(content: content))
            })
        // These rows have no body that must remain visible.
        layout.isModal = true
        if let mode: String = try optional("contentMode") {
            guard let mode = SheetContentMode(rawValue: mode) else { throw RowError("unknown mode “\(mode)”") }
            layout.contentMode = mode
        }
        if let ends: [String] = try optional("rubberBandEdges") {
            // "top" is the low end of the coordinates, at any edge.
            let known: [String: SheetEnd] = ["top": .low, "left": .low, "bottom": .high, "right": .high]
            layout.rubberBand = Set(ends.compactMap { known[$0] })
        }
        layout.momentum = try optional("momentumProjection") ?? false
        layout.rate = try optional("momentumProjectionRate") ?? SheetMotion.rate
        layout.threshold = try optional("redirectionalProgress") ?? 0.5
        return layout
    }

    func anchor(content: Double) throws -> SheetAnchor {
        switch try get("kind", as: String.self) {
        case "inset":
            return .inset(try length(of: "value"), from: try side("edge"), of: try guide("guide"))
        case "intrinsic":
            return .intrinsic(content: content, offset: try length(of: "offset"), of: try guide("guide"))
        case "adaptive":
            let within: String? = try optional("bounding")
            return .adaptive(
                content: content, offset: try length(of: "offset"), of: try guide("guide"),
                within: within == nil || within == "none" ? nil : try guide("bounding"))
        case let other: throw RowError("unknown anchor “\(other)”")
        }
    }

    private func length(of key: String) throws -> SheetLength {
        let value: Double = try get(key)
        return try get("unit", as: String.self) == "frac" ? .fractional(value) : .absolute(value)
    }

    private func guide(_ key: String) throws -> SheetGuide {
        switch try get(key, as: String.self) {
        case "superview", "container": .container
        case "safeArea": .safeArea
        case let other: throw RowError("unknown guide “\(other)”")
        }
    }

    func state(_ key: String = "state") throws -> SheetState { .named(try get(key)) }

    /// Compares numbers within the row's tolerance.
    func expectNumber(_ found: Double, _ key: String) throws {
        let wanted: Double = try get(key)
        guard abs(found - wanted) <= max(tolerance, 1e-9) else {
            throw RowError("\(key) is \(found), the row says \(wanted)")
        }
    }

    func expectNumbers(_ found: [Double], _ key: String) throws {
        let wanted: [Double] = try get(key)
        guard found.count == wanted.count, zip(found, wanted).allSatisfy({ abs($0 - $1) <= max(tolerance, 1e-9) })
        else { throw RowError("\(key) is \(found), the row says \(wanted)") }
    }

    /// The same as ``expectNumber(_:_:)`` for a value that the row may omit.
    func expectNumberIfGiven(_ found: @autoclosure () throws -> Double, _ key: String) throws {
        if has(key) { try expectNumber(found(), key) }
    }

    func expectState(_ found: SheetState?, _ key: String) throws {
        let wanted: String? = try optional(key)
        guard found?.name == wanted else {
            throw RowError("\(key) is \(found?.name ?? "none"), the row says \(wanted ?? "none")")
        }
    }
}

extension SheetState {
    /// A row's own state lies between half and full.
    static func named(_ name: String) -> SheetState { standard(name) ?? SheetState(name: name, order: 750) }
}
