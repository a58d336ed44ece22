/// A user of the desk.
package struct UserBody: Codable, Hashable, Sendable {
    package let name: String
    /// The uid that identifies the user at the Unix socket; absent for a user who only uses HTTP.
    package let uid: Int64?
    package let isAdministrator: Bool
    package let createdAt: String
    package let posts: Int

    package init(name: String, uid: Int64?, isAdministrator: Bool, createdAt: String, posts: Int) {
        self.name = name
        self.uid = uid
        self.isAdministrator = isAdministrator
        self.createdAt = createdAt
        self.posts = posts
    }
}

/// `PUT …/name`: the new name of a user, a token or a window.
package struct NameBody: Codable, Hashable, Sendable {
    package let name: String

    package init(name: String) { self.name = name }
}

/// `POST /v1/users`.
package struct NewUserBody: Codable, Hashable, Sendable {
    package let name: String
    package let uid: Int64?
    package let isAdministrator: Bool?

    package init(name: String, uid: Int64? = nil, isAdministrator: Bool? = nil) {
        self.name = name
        self.uid = uid
        self.isAdministrator = isAdministrator
    }
}

/// `DELETE /v1/users/{name}`: the user's posts and their new owner.
package struct RemovedUserBody: Codable, Hashable, Sendable {
    package let name: String
    package let posts: Int
    /// The new owner of the posts; absent when there were none.
    package let postsTo: String?

    package init(name: String, posts: Int, postsTo: String?) {
        self.name = name
        self.posts = posts
        self.postsTo = postsTo
    }
}

/// A token for HTTP. Only the response that creates it contains `secret`.
package struct TokenBody: Codable, Hashable, Sendable {
    package let name: String
    package let user: String
    /// `read`, `write`, `publish` or `admin`.
    package let scopes: [String]
    package let createdAt: String
    package let expiresAt: String?
    /// Accurate to the hour.
    package let lastUsedAt: String?
    package let secret: String?

    package init(
        name: String, user: String, scopes: [String], createdAt: String, expiresAt: String? = nil,
        lastUsedAt: String? = nil, secret: String? = nil
    ) {
        self.name = name
        self.user = user
        self.scopes = scopes
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
        self.secret = secret
    }
}

/// `POST /v1/tokens`.
package struct NewTokenBody: Codable, Hashable, Sendable {
    package let name: String
    /// The token's user; absent for the caller. Only administrators may name another user.
    package let user: String?
    /// Absent for `read`, `write` and `publish`.
    package let scopes: [String]?
    /// A time that `When` reads, such as `+90d`; absent for a token that does not expire.
    package let expires: String?

    package init(name: String, user: String? = nil, scopes: [String]? = nil, expires: String? = nil) {
        self.name = name
        self.user = user
        self.scopes = scopes
        self.expires = expires
    }
}
