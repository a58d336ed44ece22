/// A tree of plain values: what JSON can say. Documents and commands cross this room's walls in it.
package enum PanelDocument: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([PanelDocument])
    case object([String: PanelDocument])
}

extension PanelDocument {
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// Nil also for a number that is not finite: no JSON has one, but a caller in Swift might.
    package var number: Double? {
        if case .number(let number) = self, number.isFinite { number } else { nil }
    }

    var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    var fields: [String: PanelDocument]? {
        if case .object(let fields) = self { fields } else { nil }
    }

    /// Two finite numbers in a list, as in a size.
    var pair: (Double, Double)? {
        guard case .list(let items) = self, items.count == 2, let one = items[0].number, let two = items[1].number
        else { return nil }
        return (one, two)
    }

    static func number(_ number: Int) -> PanelDocument { .number(Double(number)) }
    static func pair(_ one: Double, _ two: Double) -> PanelDocument { .list([.number(one), .number(two)]) }
}
