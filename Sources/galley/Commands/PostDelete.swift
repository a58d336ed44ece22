import ArgumentParser
import Wire

struct PostDelete: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a post. You can restore it for 30 days.",
        discussion: """
            Copies at targets stay there.

            Example:
              galley post delete my-first-post
            """)

    @Argument(help: PostName.help) var post: PostName

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let deleted = try client.send(DaemonCall(API.deletePost, post.text))
        try output.show(deleted, "Deleted")
        if !output.isJSON { remark("`galley post undelete \(deleted.id)` restores it, for 30 days.") }
    }
}

struct PostUndelete: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "undelete", abstract: "Restore a deleted post.",
        discussion: """
            What the deletion cancelled goes out again as it was planned. What a target has deleted meanwhile stays
            deleted there; you get a line for each.

            Example:
              galley post undelete my-first-post
            """)

    @Argument(help: PostName.help) var post: PostName

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let post = try client.send(DaemonCall(API.undeletePost, post.text))
        try output.show(post, "Restored")
    }
}
