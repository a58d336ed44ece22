import JSONTree
import Panels
import Wire

extension WindowSizeBody {
    /// The properties of the window's screen; nil where the request does not state them.
    var screen: Screen {
        get throws {
            Screen(
                scale: try checkedScale, direction: try checkedDirection, keyboard: try checkedKeyboard,
                safeArea: try safeArea?.checked("safeArea") ?? .zero)
        }
    }

    private var checkedScale: Double? {
        get throws {
            guard let scale else { return nil }
            guard scale.isFinite, (0.1...16).contains(scale) else {
                throw Problem.badField(
                    "scale", "The scale is \(scale). Use device pixels per CSS pixel, from 0.1 to 16.")
            }
            return scale
        }
    }

    private var checkedDirection: WritingDirection {
        get throws {
            guard let direction else { return .leftToRight }
            guard let known = WritingDirection(rawValue: direction) else {
                throw Problem.badField(
                    "direction", "The direction is “\(direction.shortened())”. Use ltr or rtl.")
            }
            return known
        }
    }

    /// A hidden keyboard may be reported with a size of zero.
    private var checkedKeyboard: Rectangle? {
        get throws {
            guard let keyboard else { return nil }
            let size = Size(
                width: try Lengths.checked(keyboard.width, "keyboard.width", from: 0),
                height: try Lengths.checked(keyboard.height, "keyboard.height", from: 0))
            let corner = try PointBody(x: keyboard.x, y: keyboard.y).point("keyboard")
            guard size.width > 0, size.height > 0 else { return nil }
            return Rectangle(x: corner.x, y: corner.y, width: size.width, height: size.height)
        }
    }
}

extension WindowSizeBody {
    /// The page's choices inside its panels; nil when the request has none. Invalid choices are dropped.
    var chosen: ViewState? {
        inside.map { inside in
            let choices = inside.mapValues { choice in
                var fields: [String: JSON] = ["items": .list(choice.items.map { .text($0) })]
                fields["fraction"] = choice.fraction.map { .number($0) }
                fields["isFolded"] = choice.isFolded.map { .bool($0) }
                fields["scroll"] = choice.scroll.map { .number($0) }
                return JSON.object(fields)
            }
            return ViewState(salvaging: .object(["inside": .object(choices)]))
        }
    }
}
