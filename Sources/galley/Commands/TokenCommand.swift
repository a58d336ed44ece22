import ArgumentParser
import Posts
import Wire

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Create and revoke tokens for programs that use HTTP.",
        discussion: """
            The Unix socket needs no token.

            Examples:
              galley token add phone
              galley token add statistics --scope read --expires +90d
              galley token list
              galley token rename phone tablet
              galley token revoke phone
            """,
        subcommands: [TokenAdd.self, TokenList.self, TokenRename.self, TokenRevoke.self])
}

struct TokenAdd: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Create a token and print it once.",
        discussion: """
            Only the token goes to standard output. The daemon keeps a hash of it, not the token.

            Scopes: read reads, write changes drafts and panels, publish publishes, and admin manages users and the \
            posts of all. No scope includes another. Without --scope: read, write and publish.

            Examples:
              galley token add phone > phone-token
              galley token add statistics --scope read --expires +90d
            """)
    @Argument(help: "What the token is for, such as phone.") var name: String

    @Option(
        help: "What it may do: read, write, publish or admin; repeatable, such as --scope read.",
        completion: .list(Scope.allCases.map(\.rawValue)))
    var scope: [String] = []

    @Option(help: "When it expires, such as --expires +90d.") var expires: String?

    @Option(help: "For administrators: the user it belongs to, such as --user bo.") var user: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let wish = NewTokenBody(name: name, user: user, scopes: scope.isEmpty ? nil : scope, expires: expires)
        let token = try client.send(try DaemonCall(API.addToken).carrying(wish))
        guard let secret = token.secret else {
            throw CommandFailure(
                .refused,
                "The daemon created the token “\(token.name.oneLine)” but did not return it. Revoke it and try again."
            )
        }
        try output.show(token) { _ in secret + "\n" }
        guard !output.isJSON else { return }
        let end = token.expiresAt.map { " until \(output.clock.text($0))" } ?? ""
        remark(
            "This is the token “\(token.name.oneLine)” of “\(token.user.oneLine)”, which may "
                + "\(token.scopes.joined(separator: ", "))\(end). It is shown only now; keep it in a private file.")
    }
}

struct TokenList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your tokens by name; administrators see all.",
        discussion: "Example:\n  galley token list")

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let tokens = try client.all(DaemonCall(API.listTokens))
        try output.show(all: tokens, none: "There are no tokens. `galley token add NAME` creates one.") {
            output.table($0, "NAME", "USER", "MAY", "MADE", "LAST USED", "EXPIRES", flexible: "NAME") { token in
                let end = token.expiresAt.map { end in
                    output.clock.hasPassed(end) ? Table.Cell("has expired", .faint) : .init(output.clock.text(end))
                }
                return [
                    .init(name: token.name, .strong), .init(name: token.user),
                    .init(token.scopes.joined(separator: " ")),
                    .init(output.clock.text(token.createdAt)),
                    token.lastUsedAt.map { .init(output.clock.text($0)) } ?? .init("never", .faint),
                    end ?? .init("when revoked", .faint),
                ]
            }
        }
    }
}

struct TokenRename: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a token another name.",
        discussion: "Programs that use the token notice nothing.\n\nExample:\n  galley token rename phone tablet")
    @Argument(help: "The name of the token, as `galley token list` shows it.", completion: .tokens) var name: String
    @Argument(help: "The new name.") var newName: String

    @Option(help: "For administrators: the user it belongs to, such as --user bo.") var user: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let call = try DaemonCall(API.renameToken, name).asking(UserQuery(user: user)).carrying(NameBody(name: newName))
        let token = try client.send(call)
        try output.show(token) { "The token is called “\($0.name.oneLine)” now.\n" }
    }
}

struct TokenRevoke: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a token.", discussion: "Example:\n  galley token revoke phone")
    @Argument(help: "The name of the token, as `galley token list` shows it.", completion: .tokens) var name: String

    @Option(help: "For administrators: the user it belongs to, such as --user bo.") var user: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        try client.send(DaemonCall(API.revokeToken, name).asking(UserQuery(user: user)))
        try output.show(["revoked": name]) { _ in "Revoked the token “\(name.oneLine)”.\n" }
    }
}
