/// `PUT /v1/new-desk`.
package struct NewDeskWishBody: Codable, Hashable, Sendable {
    /// Of an arrangement of the caller's, such as `desk`.
    package let name: String
    package init(name: String) { self.name = name }
}

/// With what the desks of new users begin.
package struct NewDeskBody: Codable, Hashable, Sendable {
    /// The arrangement that they get a copy of, by the name that it had then; null when they begin as the program has it.
    @OrNull package var name: String?
    @OrNull package var setAt: String?

    package init(name: String?, setAt: String?) {
        self.name = name
        self.setAt = setAt
    }
}
