/// Panels stacked as tabs. They share the frame of the first.
package struct StackBody: Codable, Hashable, Sendable {
    /// In the order of the tabs, the leader first.
    package let panels: [String]
    /// The panel in front.
    package let selected: String

    package init(panels: [String], selected: String) {
        self.panels = panels
        self.selected = selected
    }
}
