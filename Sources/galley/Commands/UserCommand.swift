import ArgumentParser
import Wire

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Say who has a place at this desk.",
        discussion: """
            Users see their own posts and nobody else's; administrators see and steer everybody's. Root and the user whom the \
            daemon runs as are administrators, and act for the first user.

            Examples:
              galley user add bo --uid 1001
              galley open --user bo
              galley user remove bo --posts-to ana
            """,
        subcommands: [UserAdd.self, UserList.self, UserRemove.self])
}

struct UserAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Give somebody a place at this desk.",
        discussion: """
            With --uid the system knows them at the daemon's socket, if they belong to the group that owns it. Without, they \
            come by browser (galley open --user NAME prints the link) or by token (galley token add --user NAME).

            Somebody who was removed comes back under their name, beside what they wrote then.

            Examples:
              galley user add bo --uid 1001
              galley user add cy
            """)
    @Argument(help: "What others know them by, such as bo.") var name: String

    @Option(help: "Their user id on this machine, as “id -u NAME” prints it, such as --uid 1001.") var uid: Int64?

    @Flag(help: "Let them see and steer everybody's posts, and say who has a place here.") var admin = false

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func run() throws {
        let (client, output) = (try desk.client(), desk.output)
        let wish = NewUserBody(name: name, uid: uid, isAdministrator: admin ? true : nil)
        let user: UserBody = try client.send("POST", try DeskCall("users").carrying(wish))
        try output.show(user) { "“\($0.name.oneLine)” has a place here.\n" }
        if !output.isJSON {
            remark("Next: galley open --user \(user.name.quotedForShell) makes a link that signs their browser in.")
        }
    }
}

struct UserList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List who has a place at this desk.", discussion: "Example:\n  galley user list")

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func run() throws {
        let (client, output) = (try desk.client(), desk.output)
        let users = try client.all(DeskCall("users"), of: UserBody.self)
        try output.show(all: users) { users in
            var table = Table("NAME", "UID", "MAY", "POSTS", "SINCE", flexible: "NAME")
            for user in users {
                let uid = user.uid.map { Table.Cell("\($0)") } ?? Table.Cell("none", .faint)
                table.add(
                    .init(user.name, .strong), uid, .init(user.isAdministrator ? "administer" : "write and publish"),
                    .init("\(user.posts)"), .init(output.clock.text(user.createdAt)))
            }
            return table.text(for: output)
        }
    }
}

struct UserRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take somebody's place away, and give their posts to another.",
        discussion: """
            Their tokens and sessions are over at once, and their windows and arrangements are gone. Their posts, with all \
            that was published or is scheduled, go on as those of the user named by --posts-to; revisions still say who \
            wrote them. Somebody who has posts is not removed without it.

            Example:
              galley user remove bo --posts-to ana
            """)
    @Argument(help: "Their name, as `galley user list` shows it.") var name: String

    @Option(help: "Who takes over their posts, such as --posts-to ana.") var postsTo: String?

    @OptionGroup(title: "Daemon and output") var desk: DeskOptions

    func run() throws {
        let (client, output) = (try desk.client(), desk.output)
        let removed: RemovedUserBody = try client.send(
            "DELETE", DeskCall("users", name).asking("posts_to", postsTo))
        try output.show(removed) { removed in
            let posts = removed.postsTo.map { heir in
                " \(removed.posts == 1 ? "The post" : "All \(removed.posts) posts") went to “\(heir.oneLine)”."
            }
            return "“\(removed.name.oneLine)” has no place here any more.\(posts ?? " There were no posts.")\n"
        }
    }
}

extension String {
    /// As one argument of a command line that is copied from here.
    fileprivate var quotedForShell: String {
        let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_.@".contains($0) }
        return isPlain ? self : "'" + replacing("'", with: #"'\''"#) + "'"
    }
}
