/// `POST /v1/sessions`: requests a link that signs a browser in.
package struct NewSessionBody: Codable, Hashable, Sendable {
    /// The page to open after signing in: a path of this desk, such as `/?post=first-light`. Default: `/`.
    package let to: String?
    /// The user to invite, for administrators only. Such a link is valid for a day instead of five minutes.
    package let user: String?

    package init(to: String? = nil, user: String? = nil) {
        self.to = to
        self.user = user
    }
}

/// A link that signs in one browser, once.
package struct SignInBody: Codable, Hashable, Sendable {
    package let url: String
    package let expiresAt: String
    /// The same link for a file that only its user can read: a browser of this machine that comes by it is signed in without
    /// a question. Only for a caller at the Unix socket who signs in as itself, and only where no proxy is in between.
    package let direct: String?

    package init(url: String, expiresAt: String, direct: String? = nil) {
        self.url = url
        self.expiresAt = expiresAt
        self.direct = direct
    }
}

/// A browser in which the user is signed in.
package struct SessionBody: Codable, Hashable, Sendable {
    package let id: Int64
    /// The name of the browser, such as “Firefox on Linux”.
    package let label: String
    package let createdAt: String
    /// Accurate to the hour.
    package let lastSeenAt: String
    /// Whether the request comes from this session.
    package let isCurrent: Bool

    package init(id: Int64, label: String, createdAt: String, lastSeenAt: String, isCurrent: Bool) {
        self.id = id
        self.label = label
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.isCurrent = isCurrent
    }
}
