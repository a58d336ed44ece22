/// A tree of plain values: what JSON can say. Documents and commands cross this room's walls in it.
package enum PanelDocument: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([PanelDocument])
    case object([String: PanelDocument])
}
