import ArgumentParser
import Wire

struct PostTags: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags", abstract: "List the tags, with the number of their posts.",
        discussion: "Examples:\n  galley post tags\n  galley post tags --limit 0 --json")

    @OptionGroup var length: LengthOptions

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        try length.show(DaemonCall(API.listTags), from: client, on: output, none: "No post has a tag.") {
            output.table($0, "TAG", "POSTS", flexible: "TAG") { [.init(name: $0.tag, .strong), .init("\($0.posts)")] }
        }
    }
}
