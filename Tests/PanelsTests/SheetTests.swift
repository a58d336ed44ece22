import JSONTree
import Testing

@testable import Panels

@Suite("Sheets")
struct SheetTests {
    private let pad = Container(size: Size(width: 820, height: 1180))
    private let phone = Container(size: Size(width: 390, height: 844))
    private let start = Arrangement.titled

    @Test("a sheet lies over the text, as wide as a phone, and says how far it is out")
    func overlay() throws {
        let bare = try start.after(.closeAllPinned, in: pad)
        let change = try bare.applying(.sheet("queue", .bottom), in: pad, of: .titled)
        #expect(change.announcement == "Queue is a sheet at the bottom, half height.")
        let shown = frames(of: change.arrangement, in: pad, catalogue: .titled)
        #expect(shown.body == Rectangle(x: 0, y: 0, width: 820, height: 1180))
        #expect(frame("queue", shown) == Rectangle(x: 8, y: 700, width: 375, height: 480))
        let full = try change.arrangement.applying(.detent("queue", .more), in: pad, of: .titled)
        #expect(full.announcement == "Queue, full height.")
        #expect(found("queue", frames(of: full.arrangement, in: pad, catalogue: .titled))?.concealed == 0)
    }

    @Test("the front sheet of an edge is visible; those behind it wait and come to the front when they are opened")
    func several() throws {
        let bare = try start.after(.closeAllPinned, in: pad)
        let two = try bare.after(.sheet("tags", .bottom), in: pad).after(.sheet("queue", .bottom), in: pad)
        let shown = frames(of: two, in: pad, catalogue: .titled)
        #expect(shown.panels.filter { $0.place == .sheet }.map(\.id) == ["queue"])
        #expect(shown["tags"]?.reason == "It is behind Queue.")
        let back = frames(of: try two.after(.open("tags"), in: pad), in: pad, catalogue: .titled)
        #expect(back.panels.filter { $0.place == .sheet }.map(\.id) == ["tags"])
        // A sheet that would cover its title is in front of it, too, at any edge.
        let covered = frames(of: try two.after(.sheet("posts", .left), in: pad), in: pad, catalogue: .titled)
        #expect(covered["queue"]?.reason == "It is behind Posts.")
        // Another edge is independent.
        let beside = frames(of: try two.after(.sheet("date", .right), in: pad), in: pad, catalogue: .titled)
        #expect(beside.panels.filter { $0.place == .sheet }.map(\.id) == ["date", "queue"])
    }

    @Test("a hidden sheet comes back as low as a command wants it, but reopens higher than low")
    func backToTip() throws {
        let shown = try start.after(.closeAllPinned, in: pad).after(.sheet("queue", .bottom), in: pad)
        let hidden = try shown.after(.detent("queue", .state("hidden")), in: pad)
        let low = try hidden.after(.detent("queue", .state("tip")), in: pad)
        #expect(found("queue", frames(of: low, in: pad, catalogue: .titled))?.state == .tip)
        let again = try low.after(.close("queue"), in: pad).after(.open("queue"), in: pad)
        #expect(found("queue", frames(of: again, in: pad, catalogue: .titled))?.state == .half)
    }

    @Test("a sheet that would hide the text comes out less far, or not at all, and returns where there is room")
    func roomForText() throws {
        let bare = try start.after(.closeAllPinned, in: pad)
        let full = try bare.after(.sheet("posts", .left, state: "full"), in: pad)
        #expect(frame("posts", frames(of: full, in: pad, catalogue: .titled))?.width == 500)
        let narrow = Container(size: Size(width: 660, height: 1180))
        #expect(frame("posts", frames(of: full, in: narrow, catalogue: .titled))?.width == 340)
        #expect(frame("posts", frames(of: full, in: pad, catalogue: .titled))?.width == 500)
        // Beside a column there is not even room for half.
        let refusal = start.refusal(of: .sheet("posts", .left, state: "full"), in: pad)
        #expect(refusal?.reason == "There is no room for it: the text keeps at least 320 by 200 px.")
        #expect(refusal?.alternative == .arrange(.sheet("posts", .left, state: "tip")))
    }

    @Test(
        "a panel that is opened shows more than a tip, at every width",
        arguments: [660.0, 700, 760, 820, 900, 960, 1024])
    func opensVisibly(width: Double) throws {
        let container = Container(size: Size(width: width, height: 1136))
        let start = Arrangement.standard(of: .composer)
        let away = PanelCatalogue.composer.panels.map(\.id).filter { !["preview", "date", "tags"].contains($0) }
        for panel in away {
            let opened = try start.applying(.open(panel), in: container, of: .composer).arrangement
            let shown = frames(of: opened, in: container, catalogue: .composer)
            let found = try #require(shown.panels.first { $0.id == panel })
            let least = try #require(PanelCatalogue.composer[panel]).minimum.width
            #expect(found.sheet?.state != .tip && found.frame.map { $0.width >= least } == true, "\(panel) \(width)")
            // Again, after it was closed.
            let again = try opened.applying(.close(panel), in: container, of: .composer).arrangement
                .applying(.open(panel), in: container, of: .composer).arrangement
            #expect(
                frames(of: again, in: container, catalogue: .composer).panels.first { $0.id == panel }?.frame
                    == found.frame)
        }
    }

    @Test("a modal sheet may cover everything, and has a backdrop in every state")
    func modal() throws {
        let modal = try start.after(.sheet("date", .right, state: "full", isModal: true), in: pad)
        let sheet = try #require(found("date", frames(of: modal, in: pad, catalogue: .titled)))
        #expect(sheet.isModal && sheet.track.stops.allSatisfy { $0.backdrop == 0.3 })
        let small = try start.after(.sheet("date", .bottom, isModal: true), in: phone)
        #expect(frames(of: small, in: phone, catalogue: .titled).body.height == 844)
    }

    @Test("in a compact window the open panel is a sheet, the text keeps its minimum, and reopening restores the state")
    func compact() throws {
        var desk = try start.after(.open("date"), in: phone)
        for (state, height) in [("full", 644.0), ("tip", 56), ("half", 400)] {
            desk = try desk.after(.detent("date", .state(state)), in: phone)
            let shown = frames(of: desk, in: phone, catalogue: .titled)
            #expect(frame("date", shown)?.height == height && shown.body.height == 844 - height)
        }
        desk = try desk.after(.detent("date", .state("full")), in: phone)
        let again = try desk.after(.close("date"), in: phone).after(.open("date"), in: phone)
        #expect(found("date", frames(of: again, in: phone, catalogue: .titled))?.state == .full)
        // Reopening as a tip would hardly be noticed.
        let tip = try desk.after(.detent("date", .state("tip")), in: phone)
        let back = try tip.after(.close("date"), in: phone).after(.open("date"), in: phone)
        #expect(found("date", frames(of: back, in: phone, catalogue: .titled))?.state == .half)
        #expect(start.refusal(of: .sheet("date", .left), in: phone)?.alternative == .arrange(.sheet("date", .bottom)))
    }

    @Test("full, a sheet for choosing leaves a strip of 16 px of the text, which keeps its minimum beneath the sheet")
    func choosing() throws {
        for panel in ["posts", "history", "settings", "outline"] as [PanelID] {
            let full = try start.after(.open(panel), .detent(panel, .state("full")), in: phone)
            let shown = frames(of: full, in: phone, catalogue: .titled)
            #expect(frame(panel, shown)?.height == 844 - 16 && shown.body.height == 200)
        }
    }

    @Test("a sheet opens as high as its content, however low that is")
    func lowContent() throws {
        let measured = PanelCatalogue.titled.fitting(["tags": Size(width: 390, height: 74)])
        let open = try start.after(.open("tags"), in: phone, of: measured)
        let shown = frames(of: open, in: phone, catalogue: measured)
        let sheet = try #require(found("tags", shown))
        #expect(frame("tags", shown)?.height == 150 && sheet.track.stops.map(\.state) == [.full, .half])
    }

    @Test("two places of a sheet are at least 96 px apart", arguments: [420.0, 500, 568, 667, 740, 844, 932])
    func places(height: Double) throws {
        let narrow = Container(size: Size(width: 390, height: height))
        for panel in PanelCatalogue.titled.panels.map(\.id) {
            let open = try start.after(.open(panel), in: narrow)
            let sheet = try #require(found(panel, frames(of: open, in: narrow, catalogue: .titled)))
            let places = sheet.track.stops.map(\.location)
            #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= 96 }, "\(panel): \(places)")
        }
    }

    @Test("the open panel of a compact window can have any height that the text can spare")
    func anyHeight() throws {
        let date = try start.after(.open("date"), in: phone)
        let lower = try date.after(.resize("date", width: nil, height: 300), in: phone)
        #expect(frame("date", frames(of: lower, in: phone, catalogue: .titled))?.height == 300)
        let most = try lower.after(.resize("date", width: nil, height: 9000), in: phone)
        #expect(found("date", frames(of: most, in: phone, catalogue: .titled))?.state == .full)
        let least = try most.after(.resize("date", width: nil, height: 1), in: phone)
        #expect(found("date", frames(of: least, in: phone, catalogue: .titled))?.state == .tip)
    }

    @Test("an unreadable sheet gets its default place, and an unknown state becomes the first one")
    func salvage() throws {
        let good = try start.after(.closeAllPinned, in: pad).after(.sheet("queue", .bottom), in: pad)
        for (sheet, place) in [
            (JSON.object(["edge": .text("middle")]), Place.closed), (.text("?"), .closed),
            (.object(["edge": .text("bottom"), "state": .text("floating")]), .sheet(.bottom)),
        ] {
            let entry = JSON.object(["place": .text("sheet"), "sheet": sheet])
            var panels = try #require(good.document.fields?["classes"]?.fields?["medium"]?.fields?["panels"]?.fields)
            panels["queue"] = entry
            let document = JSON.object([
                "version": .number(2), "classes": .object(["medium": .object(["panels": .object(panels)])]),
            ])
            let read = Arrangement.salvaging(document, of: .titled)
            #expect(read.arrangement.medium.place(of: "queue") == place)
            #expect(read.diagnostics.isEmpty == (place != .closed))
        }
    }

    @Test("a sheet's edge lies on a pixel of the display")
    func pixels() throws {
        let fine = Container(size: Size(width: 390, height: 845), screen: Screen(scale: 2))
        let catalogue = PanelCatalogue(
            panels: [PanelSpecification(id: "a", title: "A", preferred: Size(width: 300, height: 3000))],
            maximumPinned: [:])
        let open = try Arrangement.standard(of: catalogue).applying(.open("a"), in: fine, of: catalogue).arrangement
        let half = try open.applying(.detent("a", .state("half")), in: fine, of: catalogue).arrangement
        #expect(found("a", frames(of: half, in: fine, catalogue: catalogue))?.location == 422.5)
    }

    private func frame(_ panel: PanelID, _ shown: Frames) -> Rectangle? {
        shown[panel]?.frame
    }

    private func found(_ panel: PanelID, _ shown: Frames) -> SheetShown? {
        shown[panel]?.sheet
    }
}
