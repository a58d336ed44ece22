import ArgumentParser

/// What an author calls a post: its slug, its id, or an unambiguous start of its id. The daemon finds it.
struct PostName: ExpressibleByArgument {
    let text: String

    init?(argument: String) {
        // “..” and “.” would not survive the way through an address.
        guard !argument.isEmpty, argument != ".", argument != ".." else { return nil }
        text = argument
    }

    static let help: ArgumentHelp = "The post: its slug, its id or the start of its id."
}
