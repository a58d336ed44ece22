import ArgumentParser
import Panels
import Wire

struct PanelUndo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last change; 25 are kept.",
        discussion: "Example:\n  galley panel undo")
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(.book(.undo)) }
}

struct PanelRedo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redo the change that was undone.", discussion: "Example:\n  galley panel redo")
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(.book(.redo)) }
}

struct PanelReset: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Reset one panel, or all, to the default place.",
        discussion: """
            `galley panel undo` undoes it.

            Examples:
              galley panel reset
              galley panel reset date
              galley panel reset --class
            """)

    @Argument(help: "The panel; without one, all of them.") var panel: String?

    @Flag(
        name: .customLong("class"), help: "Only in windows as wide as this one, as in reset --class. Not with a panel.")
    var isClassOnly = false

    @OptionGroup var options: PanelOptions

    func validate() throws {
        if panel != nil, isClassOnly { throw ValidationError("Name a panel, or use --class; not both.") }
    }

    func run() throws {
        let scope: ResetScope = panel.map { .panel(PanelID($0)) } ?? (isClassOnly ? .sizeClass : .all)
        try options.perform(.arrange(.reset(scope)))
    }
}

struct PanelSave: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save the arrangement under a name.",
        discussion: "An arrangement of that name is replaced.\n\nExample:\n  galley panel save writing",
        aliases: ["saveAs"])
    @Argument(help: "The name, such as writing.") var name: String
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(.book(.saveAs(name))) }
}

struct PanelLoad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Load a saved arrangement.",
        discussion: "`galley panel undo` undoes it.\n\nExample:\n  galley panel load writing")
    @Argument(help: "The name, as `galley panel list` shows it.") var name: String
    @OptionGroup var options: PanelOptions
    func run() throws { try options.perform(.book(.load(name))) }
}

struct PanelDelete: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a saved arrangement.",
        discussion: "The desk does not change.\n\nExample:\n  galley panel delete writing")
    @Argument(help: "The name, as `galley panel list` shows it.") var name: String
    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        try client.send(DaemonCall(API.deleteArrangement, name))
        try output.show(["deleted": name]) { _ in "The arrangement “\(name.oneLine)” is deleted.\n" }
    }
}
