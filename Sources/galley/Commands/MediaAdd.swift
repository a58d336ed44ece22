import ArgumentParser
import Wire

struct MediaAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a picture and print the Markdown for it.",
        discussion: """
            Adding a picture again is safe: Galley keeps it once.

            Examples:
              galley media add harbour.jpg --alt "Fishing boats at low tide"
              galley media add harbour.jpg --focus 0.2,-0.5
              convert chart.svg png:- | galley media add - --alt "Sales by month"
            """)
    @Argument(help: "The picture's file; - for standard input.", completion: .file()) var file: String
    @Option(help: "The alternative text, such as --alt \"Boats at low tide\".") var alt: String?
    @Option(
        help: ArgumentHelp(
            "What must stay in sight when it is cut to another shape: two numbers from -1 (left, bottom) to 1 "
                + "(right, top), such as --focus 0.2,-0.5.", valueName: "x,y"))
    var focus: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run() throws {
        let bytes = try InputFile.bytes(of: file)
        let (client, output) = (try daemon.client(), daemon.output)
        let name = file == "-" ? nil : file.split(separator: "/").last.map(String.init)
        let call = try DaemonCall(API.addMedia).asking(NewMediaQuery(name: name, alt: alt, focus: focus))
            .carrying(bytes, type: "application/octet-stream")
        let media = try client.send(call)
        try output.show(media) { $0.markdown + "\n" }
        if !output.isJSON, media.alt.isEmpty {
            remark("It has no alternative text yet: galley media set \(media.id) --alt \"…\"")
        } else if !output.isJSON, let alt, alt.words != media.alt.words {
            remark(
                "It was already here, with this alternative text. "
                    + "To change it: galley media set \(media.id) --alt \"…\"")
        }
    }
}

extension String {
    /// Without the white space between them, which the daemon writes as one space each.
    fileprivate var words: [Substring] { split(whereSeparator: \.isWhitespace) }
}

struct MediaSet: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Describe a picture.",
        discussion: """
            The alternative text in a post, ![here](media:…), comes first; this one is used where a post has none.

            Example:
              galley media set 3f2a --alt "Fishing boats at low tide"
            """)
    @Argument(help: "The picture: its id or the start of its id.") var media: String
    @Option(help: "The alternative text, such as --alt \"Boats at low tide\".") var alt: String?
    @Option(
        help: ArgumentHelp("What must stay in sight when it is cut, such as --focus 0.2,-0.5.", valueName: "x,y"))
    var focus: String?
    @Option(help: "The name of its file, such as --name harbour.jpg.") var name: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        if alt == nil, focus == nil, name == nil { throw ValidationError("Use --alt, --focus or --name.") }
        if let focus, numbers(focus) == nil {
            throw ValidationError("Found “\(focus)”. The focus is two numbers, such as 0.2,-0.5.")
        }
    }

    func run(_ client: DaemonClient, _ output: Output) throws {
        let found = try client.send(DaemonCall(API.showMedia, media))
        let notes = MediaNotesBody(name: name, alt: alt, focus: focus.flatMap(numbers))
        let call = try DaemonCall(API.editMedia, found.id).ifMatch(found.revision).carrying(notes)
        let changed = try client.send(call)
        try output.show(changed) { $0.facts(on: output) }
    }

    private func numbers(_ text: String) -> [Double]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
        return (parts.count, numbers.count) == (2, 2) ? numbers : nil
    }
}
