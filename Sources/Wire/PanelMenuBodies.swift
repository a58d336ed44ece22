/// `GET /v1/windows/{id}/panels/{panel}/menu`: the items of the panel's menu.
package struct PanelMenuBody: Codable, Hashable, Sendable {
    /// The revision of the arrangement for which the menu was made.
    package let revision: Int64
    package let sections: [MenuSectionBody]
    /// The panels that the item `stack` lists.
    package let mates: MenuSectionBody

    package init(revision: Int64, sections: [MenuSectionBody], mates: MenuSectionBody) {
        self.revision = revision
        self.sections = sections
        self.mates = mates
    }
}

package struct MenuSectionBody: Codable, Hashable, Sendable {
    package let title: String
    /// Displayed as one row of icons; absent for lines.
    package var isRow: Bool?
    package let items: [MenuItemBody]

    package init(title: String, isRow: Bool, items: [MenuItemBody]) {
        self.title = title
        self.isRow = isRow ? true : nil
        self.items = items
    }
}

package struct MenuItemBody: Codable, Hashable, Sendable {
    /// Unique in the menu, such as `pin.left`.
    package let id: String
    package let title: String
    /// The body for `POST /v1/windows/{id}/commands`; absent for the item that opens `mates`.
    package var command: CommandDocument?
    /// Absent for an item that has no on and off.
    package var isChecked: Bool?
    /// Why the item is disabled: the reason with which the daemon refuses the command. Absent if it is enabled.
    package var reason: String?

    package init(id: String, title: String, command: CommandDocument?, isChecked: Bool?, reason: String?) {
        self.id = id
        self.title = title
        self.command = command
        self.isChecked = isChecked
        self.reason = reason
    }
}
