import Panels
import Posts
import Wire

/// Checks lengths in requests, in CSS pixels.
enum Lengths {
    /// Larger than any screen, and small enough for `Double` to keep fractions.
    static let most = 100_000.0

    /// - Parameter least: 0 for a width or height that may be zero, `-most` for a position.
    static func checked(_ number: Double, _ field: String, from least: Double) throws -> Double {
        guard (least...most).contains(number) else {
            throw Problem.badField(
                field, "The field “\(field)” is \(number). Use a number from \(Int(least)) to \(Int(most)).")
        }
        return number
    }
}

extension PointBody {
    func point(_ field: String) throws -> Point {
        Point(
            x: try Lengths.checked(x, "\(field).x", from: -Lengths.most),
            y: try Lengths.checked(y, "\(field).y", from: -Lengths.most))
    }
}

extension InsetsBody {
    func checked(_ field: String) throws -> Insets {
        func edge(_ number: Double?, _ edge: String) throws -> Double {
            try Lengths.checked(number ?? 0, "\(field).\(edge)", from: 0)
        }
        return Insets(
            top: try edge(top, "top"), left: try edge(left, "left"), bottom: try edge(bottom, "bottom"),
            right: try edge(right, "right"))
    }
}

extension WindowSizeBody {
    var size: Size {
        get throws {
            Size(
                width: try Lengths.checked(width, "width", from: 1),
                height: try Lengths.checked(height, "height", from: 1))
        }
    }

    var checkedInsets: Insets { get throws { try insets?.checked("insets") ?? .zero } }

    var checkedLabel: String {
        get throws {
            let label = label ?? ""
            try GivenName.window.check(label)
            return label
        }
    }
}
