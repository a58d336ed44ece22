/// Panels that stand behind each other as tabs; the frame of the first is theirs.
package struct StackBody: Codable, Hashable, Sendable {
    /// In the order of the tabs, the leader first.
    package let panels: [String]
    /// The one in front.
    package let selected: String

    package init(panels: [String], selected: String) {
        self.panels = panels
        self.selected = selected
    }
}
