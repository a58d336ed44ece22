import ArgumentParser

/// An author's reference to a post: its slug, its id, or an unambiguous start of its id. The daemon resolves it.
struct PostName: ExpressibleByArgument {
    let text: String

    init?(argument: String) {
        // URL normalization would remove “..” and “.”.
        guard !argument.isEmpty, argument != ".", argument != ".." else { return nil }
        text = argument
    }

    static var defaultCompletionKind: CompletionKind { .posts }

    static let help: ArgumentHelp = "The post: its slug, its id or the start of its id."
}
