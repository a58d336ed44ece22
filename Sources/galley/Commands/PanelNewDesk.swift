import ArgumentParser
import Wire

struct PanelNewDesk: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-desk", abstract: "Choose the arrangement that new users start with (administrators).",
        discussion: """
            New users get a copy; existing desks do not change. Without a name, shows the current choice.

            Examples:
              galley panel new-desk
              galley panel new-desk writing
              galley panel new-desk --reset
            """)

    @Argument(help: "The name, as `galley panel list` shows it; “desk” for your own desk as it is now.")
    var name: String?

    @Flag(help: "New users start with Galley's own arrangement, as in new-desk --reset.") var reset = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        if name != nil, reset { throw ValidationError("Name an arrangement, or use --reset; not both.") }
    }

    func run(_ client: DaemonClient, _ output: Output) throws {
        if reset { try client.send(DaemonCall(API.forgetNewDesk)) }
        let found =
            if let name {
                try client.send(DaemonCall(API.setNewDesk).carrying(NewDeskWishBody(name: name)))
            } else {
                try client.send(DaemonCall(API.showNewDesk))
            }
        try output.show(found) { body in
            guard let name = body.name else { return "New users start with Galley's default arrangement.\n" }
            return "New users begin with a copy of “\(name.oneLine)”.\n"
        }
    }
}
