/// How a window looks at its arrangement at the moment. It is the window's own: no other window hears of it.
package struct ViewBody: Codable, Hashable, Sendable {
    /// The panel that takes the whole room; null when none does.
    @OrNull package var maximised: String?
    /// All panels are seen beside each other, to choose one: each at its `exposed`.
    package var isExposed = false
    /// All panels are off the screen.
    package var isZen = false

    /// The panel of a strip that is looked at.
    @OrNull package var peek: String?
    /// The panel that is shown at a button.
    package var popover: PopoverBody?
    /// The panels that have browser windows of their own.
    package var away: [String] = []

    package init() {
        maximised = nil
        peek = nil
    }
}
