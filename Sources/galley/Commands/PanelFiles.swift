import ArgumentParser
import FoundationEssentials
import Wire

struct PanelExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write an arrangement to a file, or to standard output.",
        discussion: """
            Examples:
              galley panel export --file desk.json
              galley panel export writing > writing.json
            """)
    @Argument(help: "The name, as `galley panel list` shows it. Default: the desk.") var name = "desk"
    @Option(help: ArgumentHelp("Write it there, such as --file desk.json.", valueName: "path"), completion: .file())
    var file: String?
    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run() throws {
        let bytes = try daemon.client().bytes(DaemonCall(API.showArrangement, name))
        guard let file else { return writeAsItIs(String(decoding: bytes, as: UTF8.self) + "\n") }
        do { try Data(bytes).write(to: URL(filePath: file), options: .atomic) } catch {
            throw CommandFailure(
                .misused,
                "The file “\(file.oneLine)” cannot be written. See that its folder is there and may be written to.")
        }
        remark("“\(name.oneLine)” is in \(file.oneLine).")
    }
}

struct PanelImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import an arrangement from a file.",
        discussion: """
            What has the name already stays, unless --replace says otherwise; `galley panel undo` takes that back for \
            the desk. `galley panel load` shows what was imported.

            Examples:
              galley panel import writing.json
              galley panel import writing.json letters
              galley panel import desk.json desk --replace
            """)
    @Argument(help: "The file, or - for standard input.", completion: .file()) var file: String
    @Argument(help: "The name. Default: the file's, without its ending.") var name: String?
    @Flag(help: "Replace an arrangement of that name, as in --replace.") var replace = false
    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run() throws {
        let (name, bytes) = (try chosenName(), try InputFile.bytes(of: file))
        let (client, output) = (try daemon.client(), daemon.output)
        var call = DaemonCall(API.writeArrangement, name).carrying(bytes, type: "application/json")
        let known = try client.all(DaemonCall(API.listArrangements))
        if replace, let old = known.first(where: { $0.name == name }) {
            call = call.ifMatch(old.revision)
        } else {
            call = call.saying(.ifNoneMatch, "*")
        }
        do {
            let done = try client.send(call)
            try output.show(done) { "The arrangement “\($0.name.oneLine)” is imported.\n" }
            for diagnostic in done.diagnostics where !output.isJSON { remark(diagnostic) }
        } catch let problem as ProblemBody {
            let isTaken = known.contains { $0.name == name } && !replace
            throw CommandFailure(problem, next: isTaken ? "galley panel import … --replace" : nil)
        }
    }

    private func chosenName() throws -> String {
        if let name { return name }
        guard file != "-" else { throw ValidationError("Say under which name: galley panel import - NAME.") }
        return URL(filePath: file).deletingPathExtension().lastPathComponent
    }
}
