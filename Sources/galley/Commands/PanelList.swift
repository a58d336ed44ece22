import ArgumentParser
import Wire

struct PanelList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the panels and the saved arrangements (the default).",
        discussion: """
            Examples:
              galley panel list
              galley panel list --window w-7k2m9qv4x1ab --json
            """)

    @OptionGroup var options: PanelOptions

    func run() throws {
        let output = options.daemon.output
        let window = try options.daemon.client().send(DaemonCall(API.showWindow, options.place))
        try output.show(all: window.panels) { _ in PanelText(output: output).list(window) }
        for diagnostic in window.diagnostics where !output.isJSON { remark(diagnostic) }
    }
}

struct PanelFrames: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames", abstract: "Draw the layout for any window size.",
        discussion: """
            Nothing is kept of the size. --json prints every frame, in CSS pixels from the top left.

            Examples:
              galley panel frames
              galley panel frames --width 820 --height 1180
              galley panel frames --width 390 --height 844 --json
            """)

    @Option(help: ArgumentHelp("How wide the window would be, such as --width 820.", valueName: "pixels"))
    var width: Pixels?

    @Option(help: ArgumentHelp("How high the window would be, such as --height 1180.", valueName: "pixels"))
    var height: Pixels?

    @OptionGroup var options: PanelOptions

    func run() throws {
        let (client, output) = (try options.daemon.client(), options.daemon.output)
        var size = SimulationQuery(width: width?.number, height: height?.number)
        let call = DaemonCall(API.simulateWindow, options.place)
        if output.isJSON { return try output.show(try client.send(call.asking(size))) { _ in "" } }
        size.columns = min(max(output.width ?? 80, 20), 200)
        let drawn = try client.bytes(call.asking(size).accepting("text/plain"))
        write(String(decoding: drawn, as: UTF8.self).printable.endingInNewline, to: .results)
    }
}
