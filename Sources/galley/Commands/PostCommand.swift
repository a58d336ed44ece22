import ArgumentParser

struct PostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "post", abstract: "Write, read and change posts.",
        discussion: """
            Examples:
              galley post new draft.md
              galley post list --state draft
              galley post edit my-first-post
              galley post diff my-first-post
            """,
        groupedSubcommands: [
            CommandGroup(name: "Writing", subcommands: [PostNew.self, PostEdit.self, PostSet.self]),
            CommandGroup(
                name: "Reading", subcommands: [PostList.self, PostTags.self, PostShow.self, PostPreview.self]),
            CommandGroup(name: "History", subcommands: [PostHistory.self, PostDiff.self, PostRevert.self]),
            CommandGroup(name: "Deleting", subcommands: [PostDelete.self, PostUndelete.self]),
        ])
}
