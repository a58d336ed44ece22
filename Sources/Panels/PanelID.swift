/// A panel's name in commands and documents, as in `date`. Any text will do; the catalogue says which ones exist.
package struct PanelID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }

    package var description: String { text }
    package static func < (one: PanelID, other: PanelID) -> Bool { one.text < other.text }
}
