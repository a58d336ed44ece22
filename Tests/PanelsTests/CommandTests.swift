import JSONTree
import Testing

@testable import Panels

@Suite("Commands on panels")
struct CommandTests {
    private let start = Arrangement.titled

    @Test("numbers that are not finite are refused, from any client", arguments: [Double.nan, .infinity, -.infinity])
    func notANumber(_ number: Double) throws {
        let floating = try start.after(.float("date"))
        for command in [
            PanelCommand.move("date", dx: number, dy: 0), .resize("date", dw: 0, dh: number),
            .resize("date", width: number, height: nil), .thickness(.left, number), .share("tags", number),
            .float("date", frame: Rectangle(x: number, y: 0, width: 10, height: 10)),
        ] {
            #expect(throws: Refusal.self, "\(command)") { try floating.after(command) }
        }
    }

    @Test("an absurd move ends at the edge, and an absurd index at the end")
    func absurd() throws {
        let floating = try start.after(.float("date"), .move("date", dx: -1e308, dy: 1e308))
        #expect(shown("date", floating).frame == Rectangle(x: 0, y: 624, width: 400, height: 400))
        for index in [Int.max, .min] {
            let pinned = try start.after(.pin("queue", .right, index: index))
            #expect(shown("queue", pinned).index == (index > 0 ? 2 : 0))
        }
    }

    @Test("an unknown panel is refused with the list of the known ones")
    func unknown() {
        let refusal = start.refusal(of: .open("poll"))
        let known = PanelCatalogue.titled.panels.map(\.id.text)
        #expect(known.starts(with: ["title", "date", "tags", "preview"]))
        #expect(refusal?.reason == "There is no panel “poll”. There are \(known.joined(separator: ", ")).")
    }

    @Test("each change is announced with panel, place and rank")
    func announcements() throws {
        let cases: [(PanelCommand, String)] = [
            (.pin("queue", .right, index: 1), "Queue pinned right, second of three."),
            (.pin("queue", .bottom), "Queue pinned at the bottom."), (.float("date"), "Date floats."),
            (.close("date"), "Date closed."), (.collapse("date"), "Date is in Meta."),
            (.closeAllPinned, "All four pinned panels closed."), (.thickness(.right, 500), "Right side is 500 wide."),
            (.share("date", 300), "Date is 300 high."), (.nextPanel(after: "preview"), "Title, second of four."),
            (.nextPanel(after: "tags"), "The text."), (.moveToward("date", .down), "Date pinned right, second of two."),
        ]
        for (command, announcement) in cases {
            #expect(try start.applying(command, in: .wide, of: .titled).announcement == announcement)
        }
    }

    @Test("a full side refuses and offers another one")
    func full() {
        let refusal = start.refusal(of: .pin("date", .left))
        #expect(refusal?.reason == "The left side is full: it takes one panel.")
        #expect(refusal?.alternative == .arrange(.pin("date", .top)))
    }

    @Test("a panel without room says so, and can be taken out to float")
    func noRoom() throws {
        let small = Container(size: Size(width: 1024, height: 768))
        #expect(throws: Refusal.self) { try start.applying(.restore("date"), in: small, of: .titled) }
        let out = try start.after(.takeOut("date"), in: small)
        let frame = frames(of: out, in: small, catalogue: .titled).panels[1]
        #expect(frame.place == .floating)
    }

    @Test("a collapsed or closed panel returns to its place")
    func home() throws {
        for away in [PanelCommand.collapse("date"), .close("date")] {
            let back = try start.after(away, .open("date"))
            #expect(shown("date", back).side == .right && shown("date", back).index == 0)
        }
    }

    @Test("a pinned panel pushes a floating one aside, and the place is restored afterwards")
    func aside() throws {
        let bare = try start.after(.closeAllPinned)
        let frame = Rectangle(x: 900, y: 300, width: 300, height: 300)
        let floating = try bare.after(.float("tags", frame: frame))
        let beside = try floating.after(.pin("date", .right))
        #expect(shown("tags", beside).frame == Rectangle(x: 666, y: 300, width: 300, height: 300))
        #expect(shown("tags", try beside.after(.close("date"))).frame == frame)
    }

    @Test("a narrow window opens one panel at a time and refuses to float it")
    func compact() throws {
        let phone = Container(size: Size(width: 390, height: 844))
        let date = try start.after(.open("date"), in: phone)
        let tags = try date.after(.open("tags"), in: phone)
        let shown = frames(of: tags, in: phone, catalogue: .titled)
        #expect(shown.panels.filter { $0.place == .open }.map(\.id) == ["tags"])
        #expect(shown.body.height == 544)
        do {
            _ = try start.applying(.float("date"), in: phone, of: .titled)
            Issue.record("It floats.")
        } catch { #expect(error.alternative == .arrange(.open("date"))) }
    }

    @Test("the alternative of a refusal is labelled like a button")
    func offers() {
        let catalogue = PanelCatalogue.titled
        let named: [(BookCommand, String)] = [
            (.arrange(.pin("date", .left)), "Pin Date left"), (.arrange(.float("unknown")), "Let unknown float"),
            (.arrange(.raise("date")), "Bring Date to the front"),
            (.arrange(.takeOut("tags")), "Take Tags out of Meta"),
            (.arrange(.thickness(.left, nil)), "Resize the side"), (.undo, "Undo arranging"),
            (.load("writing"), "Load “writing”"),
        ]
        for (command, words) in named { #expect(command.title(of: catalogue) == words) }
    }

    @Test("every command survives being written and parsed")
    func words() throws {
        for seed in 0..<UInt64(3000) {
            var dice = Dice(seed: seed)
            let command = ArrangementCommand.book(dice.command(on: ["date", "tags"]))
            guard let again = try? ArrangementCommand(command.document) else { continue }
            // Absurd indices are limited to the range: the second time nothing changes.
            #expect(again.document["command"] == command.document["command"])
            #expect(try ArrangementCommand(again.document) == again)
        }
        #expect(throws: CommandError.self) { try ArrangementCommand(.text("pin")) }
        #expect(throws: CommandError.self) { try ArrangementCommand(.object(["command": .text("fly")])) }
        let command = JSON.object([
            "command": .text("pin"), "panel": .text("date"), "side": .text("left"), "index": .number(1e308),
        ])
        #expect(try ArrangementCommand(command) == .arrange(.pin("date", .left, index: 1_000_000)))
    }

    @Test("each command is read with the fields of its form, in each way to say it, and written with the same")
    func forms() throws {
        for form in CommandForm.all {
            for way in form.ways {
                let values = document(form.word, way)
                #expect(try ArrangementCommand(.object(values)).document == .object(values), "\(form.word)")
                for field in way where field.isNeeded {
                    let less = values.filter { $0.key != field.name }
                    let isWhole = form.ways.contains { document(form.word, $0.filter(\.isNeeded)).keys == less.keys }
                    guard !isWhole else { continue }
                    #expect(throws: CommandError.self, "\(form.word) without \(field.name)") {
                        try ArrangementCommand(.object(less))
                    }
                }
            }
        }
    }

    @Test("a field of another command is refused and named")
    func others() throws {
        let all = Set(CommandForm.all.flatMap(\.fields).map(\.name))
        for form in CommandForm.all {
            let values = document(form.word, (form.ways.first ?? []).filter(\.isNeeded))
            for other in all.subtracting(form.fields.map(\.name)) {
                let error = #expect(throws: CommandError.self, "\(form.word) with \(other)") {
                    try ArrangementCommand(.object(values.merging([other: .text("left")]) { one, _ in one }))
                }
                #expect(error?.field == other)
            }
        }
    }

    @Test(
        "fields that cannot be said together are refused",
        arguments: [
            (#"{"command":"reset","scope":"class","panel":"date"}"#, "panel"),
            (#"{"command":"reset","scope":"panel"}"#, "scope"),
            (#"{"command":"lock","side":"right","panel":"date"}"#, "side"),
            (#"{"command":"move","panel":"date","direction":"up","dx":1}"#, "dx"),
            (#"{"command":"resize","panel":"date","width":300,"dh":1}"#, "width"),
            (#"{"command":"unstack","panel":"date","index":1}"#, "index"),
            (#"{"command":"unstack","panel":"date","side":"left","overSides":true}"#, "side"),
            (#"{"command":"popover","anchor":"date"}"#, "anchor"),
            (#"{"command":"float","panel":"date","frame":{"x":1,"y":1,"width":9,"height":9,"z":1}}"#, "frame.z"),
            (#"{"command":"pin","panel":"date","side":"middle"}"#, "side"),
            (#"{"command":"share","panel":"date","value":"9"}"#, "value"),
            (#"{"command":"undo","says":7}"#, "says"),
            (#"{"command":"tab","panel":"date","index":1.5}"#, "index"),
        ])
    func together(text: String, field: String) throws {
        let document = try JSON(reading: Array(text.utf8))
        let error = #expect(throws: CommandError.self) { try ArrangementCommand(document) }
        #expect(error?.field == field, "\(error?.reason ?? "")")
    }

    @Test("a field that is null counts as missing, and what came with an offered command is no field of it")
    func nulls() throws {
        let text = #"{"command":"lock","panel":null,"side":"left","says":"Lock the left side","revision":4}"#
        #expect(try ArrangementCommand(JSON(reading: Array(text.utf8))) == .arrange(.lock(.side(.left))))
    }

    private func document(_ word: String, _ fields: [CommandForm.Field]) -> [String: JSON] {
        Dictionary(uniqueKeysWithValues: fields.map { ($0.name, sample($0.value)) })
            .merging(["command": .text(word)]) { one, _ in one }
    }

    private func sample(_ value: CommandForm.Value) -> JSON {
        switch value {
        case .panel, .text: .text("date")
        case .number: .number(0.5)
        case .index: .number(2)
        case .flag: .bool(true)
        case .frame: Rectangle(x: 1, y: 2, width: 30, height: 40).document
        case .word(let words), .name(let words): .text(words[0])
        case .separator: .text("right/1")
        }
    }

    private func shown(_ panel: PanelID, _ arrangement: Arrangement) -> PanelFrame {
        let all = frames(of: arrangement, in: .wide, catalogue: .titled).panels
        return all[PanelCatalogue.titled.index(of: panel) ?? 0]
    }
}
