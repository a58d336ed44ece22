import ArgumentParser
import JSONTree
import Panels
import Wire

struct PanelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "panel", abstract: "List and arrange the composer's panels.",
        discussion: """
            Without --window a command arranges the desk, which every window follows unless it was detached: the open \
            page moves with it. Frames are computed for the most recently seen window, or for 1366×1024.

            Examples:
              galley panel list
              galley panel frames --width 820 --height 1180
              galley panel pin date right
              galley panel do stack tags with=date
              galley panel undo
              galley panel save writing
              galley panel load writing

            To rename a saved arrangement:
              galley panel export writing | galley panel import - letters && galley panel delete writing
            """,
        groupedSubcommands: [
            CommandGroup(name: "Looking", subcommands: [PanelList.self, PanelFrames.self]),
            CommandGroup(
                name: "Arranging",
                subcommands: [
                    PanelOpen.self, PanelClose.self, PanelFloat.self, PanelPin.self, PanelMove.self, PanelResize.self,
                    PanelCollapse.self, PanelRestore.self, PanelDo.self,
                ]),
            CommandGroup(
                name: "History and copies",
                subcommands: [
                    PanelUndo.self, PanelRedo.self, PanelReset.self, PanelSave.self, PanelLoad.self, PanelDelete.self,
                    PanelExport.self, PanelImport.self, PanelNewDesk.self,
                ]),
        ],
        defaultSubcommand: PanelList.self)
}

/// The window that a command acts on, and the options of the call.
struct PanelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "In this window, such as --window w-7k2m9qv4x1ab. Default: the desk.",
            discussion: "`galley window list` shows them.", valueName: "id"))
    var window: String?

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    /// The window, or the desk, as paths of the daemon name it.
    var place: String { window ?? "desk" }

    /// Carries out a command and reports the result.
    func perform(_ command: ArrangementCommand) throws { try perform(command.document) }

    /// - Parameter command: a document, also of a command that only a newer daemon knows.
    func perform(_ command: JSON) throws {
        let (client, output) = (try daemon.client(), daemon.output)
        do {
            let call = try DaemonCall(API.arrangePanels, place).carrying(CommandDocument(command))
            let done = try client.send(call)
            try output.show(done) { "\($0.announcement.oneLine)\n" }
            if let conflict = done.conflict, !output.isJSON { remark(conflict) }
        } catch let problem as ProblemBody {
            throw CommandFailure(problem, next: problem.alternative?.line(window: window))
        }
    }
}

/// A length or distance in CSS pixels.
struct Pixels: ExpressibleByArgument {
    let number: Double

    init?(argument: String) {
        guard let number = Double(argument), abs(number) <= 100_000 else { return nil }
        self.number = number
    }
}
