/// `PUT /v1/new-desk`.
package struct NewDeskWishBody: Codable, Hashable, Sendable {
    /// The name of one of the caller's arrangements, such as `desk`.
    package let name: String
    package init(name: String) { self.name = name }
}

/// The arrangement with which the desks of new users start.
package struct NewDeskBody: Codable, Hashable, Sendable {
    /// The name that the copied arrangement had at the time; null for the built-in arrangement.
    @OrNull package var name: String?
    @OrNull package var setAt: String?

    package init(name: String?, setAt: String?) {
        self.name = name
        self.setAt = setAt
    }
}
