import ArgumentParser
import Posts
import Wire

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Manage users.",
        discussion: """
            Users see only their own posts; administrators see and manage all. Root and the daemon's own user are \
            administrators, and act for the first user.

            Examples:
              galley user add bo --uid 1001
              galley open --user bo
              galley user rename bo bob
              galley user remove bob --posts-to ana
            """,
        subcommands: [UserAdd.self, UserList.self, UserRename.self, UserRemove.self])
}

struct UserAdd: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a user.",
        discussion: """
            With --uid the user can use the daemon's socket, given membership of the group that owns it. Without, the \
            user signs in by browser (galley open --user NAME prints the link) or by token (galley token add --user \
            NAME).

            Adding a removed user again restores the name and the posts written under it.

            Examples:
              galley user add bo --uid 1001
              galley user add cy
            """)
    @Argument(help: "The user's name, such as bo.") var name: String

    @Option(help: "The user id on this machine, as “id -u NAME” prints it, such as --uid 1001.") var uid: Int64?

    @Flag(help: "Make the user an administrator, who manages users and all posts.") var admin = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let wish = NewUserBody(name: name, uid: uid, isAdministrator: admin ? true : nil)
        let user = try client.send(try DaemonCall(API.addUser).carrying(wish))
        try output.show(user) { "Added the user “\($0.name.oneLine)”.\n" }
        if !output.isJSON {
            remark("Next: galley open --user \(user.name.quotedForShell) prints a link that signs in their browser.")
        }
    }
}

struct UserList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the users.", discussion: "Example:\n  galley user list")

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let users = try client.all(DaemonCall(API.listUsers))
        try output.show(all: users) {
            output.table($0, "NAME", "UID", "MAY", "POSTS", "SINCE", flexible: "NAME") { user in
                [
                    .init(name: user.name, .strong), user.uid.map { .init("\($0)") } ?? .init("none", .faint),
                    .init(user.isAdministrator ? "administer" : "write and publish"), .init("\(user.posts)"),
                    .init(output.clock.text(user.createdAt)),
                ]
            }
        }
    }
}

struct UserRename: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a user another name.",
        discussion: """
            Posts, tokens and arrangements stay the user's. A browser keeps what is not saved yet under the user's name, so \
            the user saves and signs out in each browser first.

            Example:
              galley user rename bo bob
            """)
    @Argument(help: "The user's name, as `galley user list` shows it.") var name: String
    @Argument(help: "The new name.") var newName: String

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let call = try DaemonCall(API.renameUser, name).carrying(NameBody(name: newName))
        let user = try client.send(call)
        try output.show(user) { "The user is called “\($0.name.oneLine)” now.\n" }
    }
}

struct UserRemove: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a user and hand their posts to another.",
        discussion: """
            The user's tokens and sessions end at once; windows and arrangements are deleted. Posts, with everything \
            published or scheduled, pass to the user named by --posts-to; revisions still name their author. A user \
            who has posts is not removed without --posts-to.

            Example:
              galley user remove bo --posts-to ana
            """)
    @Argument(help: "The user's name, as `galley user list` shows it.") var name: String

    @Option(help: "The user who takes over the posts, such as --posts-to ana.") var postsTo: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let removed = try client.send(
            DaemonCall(API.removeUser, name).asking(RemovedUserQuery(postsTo: postsTo)))
        try output.show(removed) { removed in
            let posts = removed.postsTo.map { heir in
                " \(removed.posts == 1 ? "The post" : "All \(removed.posts) posts") went to “\(heir.oneLine)”."
            }
            return "Removed the user “\(removed.name.oneLine)”.\(posts ?? " There were no posts.")\n"
        }
    }
}
