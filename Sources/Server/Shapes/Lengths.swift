import Panels
import Wire

/// Checks lengths in requests, in CSS pixels.
enum Lengths {
    /// Larger than any screen, and small enough for `Double` to keep fractions.
    static let most = 100_000.0

    /// A position or a difference: finite and at most `most` in magnitude.
    static func place(_ number: Double, _ field: String) throws -> Double {
        guard number.isFinite, abs(number) <= most else {
            throw Problem.badField(field, "The field “\(field)” is \(number). Use a number from -100000 to 100000.")
        }
        return number
    }

    /// A width or height that may be zero.
    static func extent(_ number: Double, _ field: String) throws -> Double {
        guard number.isFinite, (0...most).contains(number) else {
            throw Problem.badField(field, "The field “\(field)” is \(number). Use a number from 0 to 100000.")
        }
        return number
    }

    /// A width or height of at least 1.
    static func length(_ number: Double, _ field: String) throws -> Double {
        guard number.isFinite, (1...most).contains(number) else {
            throw Problem.badField(field, "The field “\(field)” is \(number). Use a number from 1 to 100000.")
        }
        return number
    }
}

extension RectangleBody {
    func rectangle(_ field: String) throws -> Rectangle {
        Rectangle(
            x: try Lengths.place(x, "\(field).x"), y: try Lengths.place(y, "\(field).y"),
            width: try Lengths.length(width, "\(field).width"), height: try Lengths.length(height, "\(field).height"))
    }
}

extension PointBody {
    func point(_ field: String) throws -> Point {
        Point(x: try Lengths.place(x, "\(field).x"), y: try Lengths.place(y, "\(field).y"))
    }
}

extension InsetsBody {
    /// - Parameter name: the name of an edge in error messages.
    func checked(_ field: String, _ name: String) throws -> Insets {
        func edge(_ number: Double?, _ edge: String) throws -> Double {
            guard let number else { return 0 }
            guard number.isFinite, (0...Lengths.most).contains(number) else {
                throw Problem.badField(
                    "\(field).\(edge)", "The \(name) “\(edge)” is \(number). Use a number from 0 to 100000.")
            }
            return number
        }
        return Insets(
            top: try edge(top, "top"), left: try edge(left, "left"), bottom: try edge(bottom, "bottom"),
            right: try edge(right, "right"))
    }
}

extension WindowSizeBody {
    var size: Size {
        get throws {
            Size(width: try Lengths.length(width, "width"), height: try Lengths.length(height, "height"))
        }
    }

    var checkedInsets: Insets { get throws { try insets?.checked("insets", "inset") ?? .zero } }

    var checkedLabel: String {
        get throws {
            let label = label ?? ""
            guard label.unicodeScalars.count <= 100, !label.unicodeScalars.contains(where: { $0.value < 32 }) else {
                throw Problem.badField(
                    "label", "The label has \(label.unicodeScalars.count) characters. It has room for 100, on one line."
                )
            }
            return label
        }
    }
}
