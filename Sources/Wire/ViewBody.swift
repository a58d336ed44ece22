/// Temporary display states of a window. They belong to the window, so other windows get no event for them.
package struct ViewBody: Codable, Hashable, Sendable {
    /// The panel that fills the whole area; null when none does.
    @OrNull package var maximised: String?
    /// Whether all panels are spread out for a choice, each at its `exposed` frame.
    package var isExposed = false
    /// Whether all panels are hidden.
    package var isZen = false

    /// The panel that is shown from a strip without expanding it.
    @OrNull package var peek: String?
    /// The panel shown as a popover at a button.
    package var popover: PopoverBody?
    /// The panels with their own browser windows.
    package var away: [String] = []

    package init() {
        maximised = nil
        peek = nil
    }
}
