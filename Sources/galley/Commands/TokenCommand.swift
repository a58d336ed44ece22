import ArgumentParser
import Wire

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make and revoke the tokens that programs need over HTTP.",
        discussion: """
            Nobody needs a token at the Unix socket.

            Examples:
              galley token add phone
              galley token list
              galley token revoke phone
            """,
        subcommands: [TokenAdd.self, TokenList.self, TokenRevoke.self])
}

struct TokenAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a token, and show it this once.",
        discussion: """
            Only the token goes to standard output. The daemon keeps no copy, just enough to know it again.

            Example:
              galley token add phone > phone-token
            """)
    @Argument(help: "What the token is for, such as phone.") var name: String

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func run() throws {
        let (client, output) = (try desk.client(), desk.output)
        let token: TokenBody = try client.send("POST", try DeskCall("tokens").carrying(NewTokenBody(name: name)))
        guard let secret = token.secret else {
            throw Complaint(
                .refused, "The daemon made the token “\(token.name)” and did not tell it. Revoke it and try again.")
        }
        try output.show(token) { _ in secret + "\n" }
        if !output.isJSON {
            remark("This is the token “\(token.name)”. It is shown this once; keep it in a private file.")
        }
    }
}

struct TokenList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tokens by name.", discussion: "Example:\n  galley token list")

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func run() throws {
        let (client, output) = (try desk.client(), desk.output)
        let tokens = try client.all(DeskCall("tokens"), of: TokenBody.self)
        if tokens.isEmpty, !output.isJSON { return remark("There are no tokens. `galley token add NAME` makes one.") }
        try output.show(all: tokens) { tokens in
            var table = Table("NAME", "MADE", "LAST USED", flexible: "NAME")
            for token in tokens {
                let used = token.lastUsedAt.map { Table.Cell(output.clock.text($0)) } ?? Table.Cell("never", .faint)
                table.add(.init(token.name, .strong), .init(output.clock.text(token.createdAt)), used)
            }
            return table.text(for: output)
        }
    }
}

struct TokenRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Make a token worthless.", discussion: "Example:\n  galley token revoke phone")
    @Argument(help: "The name of the token, as `galley token list` shows it.") var name: String

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func run() throws {
        try desk.client().bytes("DELETE", DeskCall("tokens", name))
        try desk.output.show(["revoked": name]) { _ in "The token “\(name.oneLine)” opens nothing any more.\n" }
    }
}
