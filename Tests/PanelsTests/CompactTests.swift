import Testing

@testable import Panels

/// The commands that a narrow window refuses, and what it offers instead.
@Suite("Compact windows")
struct CompactTests {
    private let phone = Container(size: Size(width: 390, height: 844))
    private let start = Arrangement.titled

    static let commands: [PanelCommand] = [
        .float("date"), .pin("date", .left), .stack("date", with: "tags"), .unstack("date"), .tab("date", at: 0),
        .takeOut("date"), .raise("date"),
    ]

    @Test("a command that needs several visible panels is refused, and opening is offered", arguments: commands)
    func refused(command: PanelCommand) {
        #expect(throws: Refusal(Words.oneAtATime, instead: .open("date"))) {
            try start.applying(command, in: phone, of: .titled)
        }
    }

    @Test("a sheet is attached to the bottom, which is offered for every other edge")
    func sheets() {
        let reason = "In a window this narrow a sheet comes from the bottom."
        #expect(throws: Refusal(reason, instead: .sheet("date", .bottom))) {
            try start.applying(.sheet("date", .left), in: phone, of: .titled)
        }
    }

    @Test(
        "commands on a whole side, or on locks, are refused with a reason",
        arguments: [PanelCommand.collapseSide(.right), .expandSide(.right), .lock(.all), .lock(.side(.right))])
    func sides(command: PanelCommand) {
        #expect(throws: Refusal.self) { try start.applying(command, in: phone, of: .titled) }
    }

    @Test(
        "a window of its own and a popover are refused, with an offer to open the panel",
        arguments: [ViewCommand.popOut("date"), .popover(Popover(panel: "date", anchor: "panels", at: nil))])
    func looks(command: ViewCommand) {
        #expect(throws: Refusal(Words.oneAtATime, instead: .open("date"))) {
            try ViewState.plain.applying(command, to: start, in: phone, of: .titled)
        }
    }
}
