/// A side of the body where panels can be pinned. A drop tries the sides in this order.
package enum Side: String, CaseIterable, Sendable {
    case right, left, top, bottom

    /// Columns are left and right of the body; rows are above and below it.
    var isColumn: Bool {
        switch self {
        case .left, .right: true
        case .top, .bottom: false
        }
    }

    /// The dimension of a size that counts as thickness on this side.
    func thickness(of size: Size) -> Double { isColumn ? size.width : size.height }

    /// The dimension of a size along this side.
    func length(of size: Size) -> Double { isColumn ? size.height : size.width }
    /// Along the side.
    func middle(of frame: Rectangle) -> Double {
        isColumn ? frame.y + frame.height / 2 : frame.x + frame.width / 2
    }
}

/// One value for each of the four sides, in a fixed order.
struct BySide<Value> {
    var right, left, top, bottom: Value

    init(_ value: (Side) -> Value) {
        right = value(.right)
        left = value(.left)
        top = value(.top)
        bottom = value(.bottom)
    }

    subscript(side: Side) -> Value {
        get {
            switch side {
            case .right: right
            case .left: left
            case .top: top
            case .bottom: bottom
            }
        }
        set {
            switch side {
            case .right: right = newValue
            case .left: left = newValue
            case .top: top = newValue
            case .bottom: bottom = newValue
            }
        }
    }
}

extension BySide: Equatable where Value: Equatable {}
extension BySide: Hashable where Value: Hashable {}
extension BySide: Sendable where Value: Sendable {}
