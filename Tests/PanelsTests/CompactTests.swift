import Testing

@testable import Panels

/// What a narrow window does not do, and what it offers instead.
@Suite("Compact windows")
struct CompactTests {
    private let phone = Container(size: Size(width: 390, height: 844))
    private let start = Arrangement.standard(of: .composer)

    static let commands: [PanelCommand] = [
        .float("date"), .pin("date", .left), .stack("date", with: "tags"), .unstack("date"), .tab("date", at: 0),
        .takeOut("date"), .raise("date"),
    ]

    @Test("what needs more than one panel at a time is refused, and opening the panel is offered", arguments: commands)
    func refused(command: PanelCommand) {
        #expect(throws: Refusal(Words.oneAtATime, instead: .open("date"))) {
            try start.applying(command, in: phone, of: .composer)
        }
    }

    @Test("a sheet comes from below, and that is offered for every other edge")
    func sheets() {
        let reason = "In a window this narrow a sheet comes from the bottom."
        #expect(throws: Refusal(reason, instead: .sheet("date", .bottom))) {
            try start.applying(.sheet("date", .left), in: phone, of: .composer)
        }
    }

    @Test(
        "what concerns a whole side, or a lock, is refused in words",
        arguments: [PanelCommand.collapseSide(.right), .expandSide(.right), .lock(.all), .lock(.side(.right))])
    func sides(command: PanelCommand) {
        #expect(throws: Refusal.self) { try start.applying(command, in: phone, of: .composer) }
    }

    @Test(
        "a window of its own and a popover are refused, and opening the panel is offered",
        arguments: [ViewCommand.popOut("date"), .popover(Popover(panel: "date", anchor: "panels", at: nil))])
    func looks(command: ViewCommand) {
        #expect(throws: Refusal(Words.oneAtATime, instead: .open("date"))) {
            try ViewState.plain.applying(command, to: start, in: phone, of: .composer)
        }
    }
}
