/// One page of a list. `cursor` requests the next page and is absent on the last.
package struct PageBody<Item: Codable & Sendable>: Codable, Sendable {
    package let items: [Item]
    package let cursor: String?

    package init(items: [Item], cursor: String?) {
        self.items = items
        self.cursor = cursor
    }
}
