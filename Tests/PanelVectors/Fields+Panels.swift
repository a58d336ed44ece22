@testable import Panels

extension Fields {
    func size(_ key: String) throws -> Size { try size(from: get(key, as: [Double].self)) }

    func optionalSize(_ key: String) throws -> Size? {
        try optional(key, as: [Double].self).map { try size(from: $0) }
    }

    func point(_ key: String) throws -> Point? {
        try optionalSize(key).map { Point(x: $0.width, y: $0.height) }
    }

    func frame(_ key: String) throws -> Rectangle {
        let numbers: [Double] = try get(key)
        guard numbers.count == 4 else { throw RowError("“\(key)” is not a frame") }
        return Rectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    func insets(_ key: String) throws -> Insets {
        guard let part = try optionalPart(key) else { return .zero }
        return Insets(
            top: try part.optional("top") ?? 0, left: try part.optional("left") ?? 0,
            bottom: try part.optional("bottom") ?? 0, right: try part.optional("right") ?? 0)
    }

    func side(_ key: String) throws -> Side {
        let text: String = try get(key)
        guard let side = Side(rawValue: text) else { throw RowError("unknown side “\(text)”") }
        return side
    }

    /// Panels are numbers in PanelKit's rows and names in ours.
    func panel(_ key: String) throws -> PanelID {
        guard let found = value(key) else { throw RowError("“\(key)” is missing") }
        return try Self.panel(found)
    }

    func panels(_ key: String) throws -> [PanelID] { try get(key, as: [Any].self).map(Self.panel) }

    static func panel(_ value: Any) throws -> PanelID {
        if let number = value as? Int { return PanelID("\(number)") }
        if let text = value as? String { return PanelID(text) }
        throw RowError("\(value) names no panel")
    }

    /// Compares the numbers of two frames within the row's tolerance.
    func expect(_ found: Rectangle?, _ key: String, _ what: String) throws {
        let wanted = try frame(key)
        guard let found else { throw RowError("\(what) is not shown; the row says \(wanted)") }
        let pairs = [
            (found.x, wanted.x), (found.y, wanted.y), (found.width, wanted.width), (found.height, wanted.height),
        ]
        // A sum of exact decimals may differ in the last bits of a coordinate.
        guard pairs.allSatisfy({ abs($0 - $1) <= max(tolerance, 1e-9) }) else {
            throw RowError("\(what) is \(found), the row says \(wanted)")
        }
    }

    func expect<Value: Equatable>(_ found: Value, _ key: String) throws {
        let wanted: Value = try get(key)
        guard found == wanted else { throw RowError("\(key) is \(found), the row says \(wanted)") }
    }

    private func size(from numbers: [Double]) throws -> Size {
        guard numbers.count == 2 else { throw RowError("\(numbers) are not two numbers") }
        return Size(width: numbers[0], height: numbers[1])
    }
}
