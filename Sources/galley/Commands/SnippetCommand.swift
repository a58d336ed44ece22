import ArgumentParser
import Posts
import Wire

struct SnippetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snippet", abstract: "Keep texts to put into posts by a name.",
        discussion: """
            In the composer, “/” and the name puts a snippet into the text; “Snippets and templates…” begins a post \
            with one. It fills in {{date}}, {{time}}, {{title}}, {{selection}} and {{caret}}, and asks for others.

            Examples:
              galley snippet set ending ending.md
              galley snippet list
              galley snippet show ending
              galley snippet remove ending

            To rename one:
              galley snippet show ending | galley snippet set farewell - && galley snippet remove ending
            """,
        subcommands: [SnippetList.self, SnippetShow.self, SnippetSet.self, SnippetRemove.self])
}

struct SnippetList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your snippets by name.", discussion: "Example:\n  galley snippet list")

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let snippets = try client.all(DaemonCall(API.listNamedTexts(.snippet)))
        try output.show(all: snippets, none: "No snippets. `galley snippet set NAME FILE` adds one.") {
            output.table($0, "NAME", "TEXT", flexible: "TEXT") { [.init(name: $0.name, .strong), .init($0.text)] }
        }
    }
}

struct SnippetShow: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print a snippet.", discussion: "Example:\n  galley snippet show ending")

    @Argument(help: "The name of the snippet.") var name: String

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let snippet = try client.named(name, in: .snippet)
        try output.show(snippet) { $0.text.endingInNewline }
    }
}

struct SnippetSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Add a snippet, or give it another text.",
        discussion: """
            Examples:
              galley snippet set ending ending.md
              echo "Yours, Ada" | galley snippet set ending -
            """)

    @Argument(help: "Its name: 1 to 40 letters, digits, “-” and “_”; no “-” at the beginning.") var name: String
    @Argument(help: "The file with its text; - for standard input.", completion: .file()) var file: String

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run() throws {
        let text = try InputFile.text(of: file)
        let snippet: NamedTextBody = try daemon.client().send(
            try DaemonCall(API.keepNamedText(.snippet), name).carrying(KeptTextBody(text: text)))
        try daemon.output.show(snippet) {
            "Snippet “\($0.name.oneLine)” is kept. Type /\($0.name.oneLine) in the composer.\n"
        }
    }
}

struct SnippetRemove: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a snippet.", discussion: "Example:\n  galley snippet remove ending")

    @Argument(help: "The name of the snippet.") var name: String

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        try client.send(DaemonCall(API.removeNamedText(.snippet), name))
        try output.show(["removed": name]) { _ in "Snippet “\(name.oneLine)” is removed.\n" }
    }
}
