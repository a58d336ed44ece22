/// A user of the desk.
package struct UserBody: Codable, Hashable, Sendable {
    package let name: String
    /// By which the system knows them at the Unix socket; absent for who comes over HTTP only.
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

/// `DELETE /v1/users/{name}`: what became of their things.
package struct RemovedUserBody: Codable, Hashable, Sendable {
    package let name: String
    package let posts: Int
    /// Who has the posts now; absent when there were none.
    package let postsTo: String?

    package init(name: String, posts: Int, postsTo: String?) {
        self.name = name
        self.posts = posts
        self.postsTo = postsTo
    }
}

/// A token for HTTP. `secret` is told once, when it is made.
package struct TokenBody: Codable, Hashable, Sendable {
    package let name: String
    package let user: String
    /// read, write, publish, admin.
    package let scopes: [String]
    package let createdAt: String
    package let expiresAt: String?
    /// To the hour.
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
    /// Whose it is; absent for the caller's own. Others are for administrators.
    package let user: String?
    /// Absent: read, write and publish.
    package let scopes: [String]?
    /// What `When` understands, such as `+90d`; absent for one that is good until it is revoked.
    package let expires: String?

    package init(name: String, user: String? = nil, scopes: [String]? = nil, expires: String? = nil) {
        self.name = name
        self.user = user
        self.scopes = scopes
        self.expires = expires
    }
}
