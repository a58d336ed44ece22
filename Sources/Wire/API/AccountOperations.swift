// Users, their programs and their browsers.
extension API {
    package static let listUsers = Operation(.get, "/v1/users", .admin, "Lists the users.").returnsPage(UserBody.self)
    package static let addUser = Operation(.post, "/v1/users", .admin, "Adds a user.")
        .takes(NewUserBody.self).creates(UserBody.self)
    package static let renameUser = Operation(.put, "/v1/users/:user/name", .admin, "Gives a user another name.")
        .takes(NameBody.self).returns(UserBody.self)
    package static let removeUser = Operation(.delete, "/v1/users/:user", .admin, "Removes a user.")
        .query(RemovedUserQuery.self).returns(RemovedUserBody.self)
}

extension API {
    package static let listTokens = Operation(
        .get, "/v1/tokens", .inPerson, "Lists the caller's tokens; for administrators, all tokens."
    ).returnsPage(TokenBody.self)
    package static let addToken = Operation(
        .post, "/v1/tokens", .inPerson, "Creates a token and returns it once."
    ).takes(NewTokenBody.self)
        .creates(TokenBody.self, again: "The token itself is not returned again: only its hash is kept.")
    package static let renameToken = Operation(
        .put, "/v1/tokens/:token/name", .inPerson, "Gives a token another name."
    ).takes(NameBody.self).query(UserQuery.self).returns(TokenBody.self)
    package static let revokeToken = Operation(.delete, "/v1/tokens/:token", .inPerson, "Revokes a token.")
        .query(UserQuery.self).returnsNothing
}

extension API {
    /// Any token is refused, with words that lead further than another scope.
    package static let invite = Operation(.post, "/v1/sessions", .known, "Creates a one-time sign-in link.")
        .takes(NewSessionBody.self, orNothing: true)
        .creates(SignInBody.self, again: "The earlier link is replaced by this one.")
    package static let listSessions = Operation(
        .get, "/v1/sessions", .read, "Lists the browser sessions, the newest first."
    ).query(UserQuery.self).returnsPage(SessionBody.self)
    package static let endSession = Operation(
        .delete, "/v1/sessions/:session", .write, "Ends a session; “current” is the caller's own."
    ).returnsNothing
}

// MARK: - Parameters

package struct UserQuery: Query {
    package var user: String?

    package static let words = ["user": "For administrators: the user's name."]

    package init(user: String?) { self.user = user }
}

package struct RemovedUserQuery: Query {
    package var postsTo: String?

    private enum CodingKeys: String, CodingKey { case postsTo = "posts_to" }

    package static let words = ["posts_to": "The user who takes over the posts."]

    package init(postsTo: String?) { self.postsTo = postsTo }
}
