import JSONTree
import Testing

@testable import Panels

@Suite("Menus of panels")
struct MenuTests {
    let wide = Container(size: Size(width: 1366, height: 1000))
    let catalogue = PanelCatalogue.titled
    let standard = Arrangement.standard(of: .titled)

    private func items(
        _ panel: PanelID, _ arrangement: Arrangement, _ view: ViewState = .plain, in container: Container? = nil
    ) throws -> [String: MenuItem] {
        let menu = try arrangement.menu(of: panel, in: container ?? wide, of: catalogue, view: view)
        return Dictionary(menu.sections.flatMap(\.items).map { ($0.id, $0) }) { first, _ in first }
    }

    @Test("in seeded arrangements an enabled item succeeds, and a disabled one gives the command's reason")
    func truth() throws {
        var (offered, refused) = (0, 0)
        var ids: Set<String> = []
        for seed in 0..<UInt64(120) {
            var dice = Dice(seed: seed)
            let catalogue = dice.happens(70) ? PanelCatalogue.titled : .careless(&dice)
            var scene = Scene(arrangement: .standard(of: catalogue), catalogue: catalogue)
            for step in Step.sequence(20, &dice, catalogue) {
                scene.take(step, dice.look(at: catalogue.panels.map(\.id)))
            }
            if dice.happens(30) { scene.lock(dice.pick(Side.allCases)) }
            let shown = frames(
                of: scene.arrangement, in: scene.container, catalogue: catalogue, view: scene.view)
            for panel in shown.panels where panel.frame != nil || panel.isTabOnScreen {
                let menu = try scene.arrangement.menu(
                    of: panel.id, in: scene.container, of: catalogue, view: scene.view)
                for item in menu.sections.flatMap(\.items) + menu.mates.items {
                    ids.insert(item.id)
                    guard let command = item.command else {
                        #expect(item.id == "stack" && (item.reason != nil) == menu.mates.items.isEmpty)
                        continue
                    }
                    let found = try scene.refusal(of: command.document)
                    #expect(found == item.reason, "seed \(seed), \(panel.id), \(command.document)")
                    if found == nil { offered += 1 } else { refused += 1 }
                }
            }
        }
        #expect(offered > 4000 && refused > 2000, "\(offered) offered, \(refused) refused")
        #expect(
            ids.isSuperset(of: ["putBack", "unlock", "unlockSide", "modal", "tab.next", "collapse.alone"]), "\(ids)")
    }

    /// What one window shows.
    private struct Scene {
        var arrangement: Arrangement
        let catalogue: PanelCatalogue
        var container = Container(size: Size(width: 1366, height: 1000))
        var view = ViewState.plain

        mutating func take(_ step: Step, _ look: ViewCommand?) {
            container = step.container
            if case .arrange(let command) = step.command,
                let change = try? arrangement.applying(command, in: container, of: catalogue)
            {
                arrangement = change.arrangement
                view = view.after(step.command, of: arrangement, in: container)
            }
            guard let look else { return }
            view = (try? view.applying(look, to: arrangement, in: container, of: catalogue).view) ?? view
        }

        mutating func lock(_ side: Side) {
            arrangement =
                (try? arrangement.applying(.lock(.side(side)), in: container, of: catalogue).arrangement) ?? arrangement
        }

        /// Read from its document, as for a request.
        func refusal(of document: JSON) throws -> String? {
            do {
                switch try ArrangementCommand(document) {
                case .view(let look): _ = try view.applying(look, to: arrangement, in: container, of: catalogue)
                case .book(.arrange(let command)):
                    _ = try arrangement.applying(command, in: container, of: catalogue)
                case .book, .detach, .attach, .useEverywhere: Issue.record("\(document) is nothing of a panel")
                }
                return nil
            } catch let refusal as Refusal {
                if case .arrange(let command)? = refusal.alternative {
                    let isPossible = (try? arrangement.applying(command, in: container, of: catalogue)) != nil
                    #expect(isPossible, "\(document) is refused and offers \(command)")
                }
                return view.explaining(refusal, of: arrangement, in: container, catalogue).reason
            }
        }
    }

    @Test("the menu has an item for everything that a drag can do")
    func order() throws {
        let menu = try standard.menu(of: "tags", in: wide, of: catalogue)
        #expect(
            menu.sections.flatMap(\.items).map(\.id) == [
                "pin.left", "pin.right", "pin.top", "pin.bottom", "move.left", "move.right", "move.up", "move.down",
                "resize.wider", "resize.narrower", "resize.taller", "resize.shorter", "sheet.left", "sheet.right",
                "sheet.top", "sheet.bottom", "float", "order.previous", "order.next", "stack", "unstack",
                "collapseSide", "popOut", "collapse", "fill", "lock", "lockSide", "offer.closeOthers", "close", "reset",
            ])
        #expect(menu.sections.map(\.title) == ["Pin", "Move", "Size", "Sheet", "Place", "Tags"])
        #expect(menu.mates.items.map(\.title) == ["Title", "Date", "Preview"])
    }

    @Test("a disabled item says why")
    func reasons() throws {
        let tags = try items("tags", standard)
        #expect(tags["pin.right"]?.reason == "Tags is pinned right already.")
        #expect(tags["pin.left"]?.reason == "The left side is full: it takes one panel.")
        #expect(tags["order.next"]?.reason == "Tags is the last on the right already.")
        #expect(tags["order.previous"]?.reason == nil && tags["float"]?.reason == nil)
        #expect(tags["unstack"]?.reason == "Tags is in no stack.")
        let title = try items("title", standard)
        #expect(title["resize.wider"]?.reason == "Title has the whole side.")
        #expect(title["move.up"]?.reason == "Title cannot go further: it is at the edge.")
        let queue = try items("queue", try standard.after(.float("queue"), in: wide))
        #expect(queue["float"]?.reason == "Queue floats already.")
        #expect(queue["order.next"] == nil && queue["collapseSide"] == nil && queue["lockSide"] == nil)
        #expect(throws: Refusal("Queue is not open.", instead: .open("queue"))) { try items("queue", standard) }
        #expect(throws: Refusal.self) { try items("nobody", standard) }
    }

    @Test("a sheet's menu offers its direction and the size that changes, and shows how far it is out")
    func sheet() throws {
        let sheet = try items("queue", try standard.after(.closeAllPinned, .sheet("queue", .bottom), in: wide))
        #expect(sheet["sheet.bottom"]?.reason == "Queue is a sheet at the bottom already.")
        #expect(sheet["detent.half"]?.title == "Height: half" && sheet["detent.half"]?.isChecked == true)
        #expect(sheet["detent.half"]?.reason == "Queue is at half height already.")
        #expect(sheet["detent.tip"]?.title == "Height: low" && sheet["detent.tip"]?.reason == nil)
        #expect(sheet["resize.wider"]?.reason == "Queue is a sheet: only its height changes.")
        #expect(sheet["move.left"]?.reason == "Queue is a sheet. It moves out and in.")
        #expect(sheet["resize.taller"]?.reason == nil && sheet["move.up"]?.reason == nil)
        #expect(sheet["modal"]?.isChecked == false)
    }

    @Test("a panel shown temporarily says what to do first, and can be pinned at once")
    func guests() throws {
        var view = ViewState.plain
        view.popover = Popover(panel: "queue", anchor: "panels", at: nil)
        let queue = try items("queue", standard, view)
        for id in ["move.left", "resize.taller", "fill", "lock", "collapse"] {
            #expect(queue[id]?.reason == "Queue is shown for a while only. Pin it or let it float first.")
        }
        #expect(queue["pin.bottom"]?.reason == nil && queue["close"]?.command == .view(.popover(nil)))
        let inside = try standard.after(.collapse("date"), .open("meta"), in: wide)
        view = try ViewState.plain.applying(
            .show("meta", "date", title: "Date"), to: inside, in: wide, of: catalogue
        ).view
        let date = try items("date", inside, view)
        #expect(date["move.up"]?.reason == "Date is in Meta. Take it out first.")
        #expect(date["collapse"]?.reason == "Date is in Meta already.")
    }

    @Test("the front tab of a stack can go into Meta alone, and every other item applies to the leader")
    func stack() throws {
        let stacked = try standard.after(.stack("tags", with: "date"), in: wide)
        let tags = try items("tags", stacked)
        #expect(tags["collapse"]?.command == .arrange(.collapse("date")))
        #expect(tags["collapse.alone"]?.command == .arrange(.collapse("tags", isAlone: true)))
        #expect(tags["lock"]?.title == "Lock the stack" && tags["lock"]?.command == .arrange(.lock(.panel("date"))))
        #expect(tags["tab.next"]?.reason == "The tab Tags is there already." && tags["tab.previous"]?.reason == nil)
        #expect(tags["close"]?.title == "Close Tags")
        #expect(try items("meta", try standard.after(.open("meta"), in: wide))["collapse"] == nil)
    }

    @Test("a menu names the next action: fill or put back, lock or unlock")
    func next() throws {
        var view = ViewState.plain
        view.maximised = "date"
        #expect(try items("date", standard)["fill"]?.title == "Fill the window")
        #expect(try items("date", standard, view)["putBack"]?.title == "Put back")
        let locked = try items("date", try standard.after(.lock(.side(.right)), in: wide))
        #expect(locked["unlock"]?.reason == "Date itself is not locked.")
        #expect(locked["unlockSide"]?.title == "Unlock the right side")
        #expect(locked["float"]?.reason == "The right side is locked. Unlock it first.")
    }

    @Test("a pinned panel gets wider with its side and higher with its share; a floating one grows if there is room")
    func sizes() throws {
        let date = try items("date", standard)
        let frame = try #require(
            frames(of: standard, in: wide, catalogue: catalogue)["date"]?.frame)
        #expect(date["resize.wider"]?.command == .arrange(.thickness(.right, frame.width + 64)))
        #expect(date["resize.shorter"]?.command == .arrange(.share("date", frame.height - 64)))
        let far = Rectangle(x: 600, y: 300, width: 360, height: 300)
        let queue = try items("queue", try standard.after(.float("queue", frame: far), in: wide))
        #expect(queue["resize.wider"]?.command == .arrange(.resize("queue", dw: 64, dh: 0, edge: .left)))
        #expect(queue["resize.taller"]?.command == .arrange(.resize("queue", dw: 0, dh: 64, edge: .bottom)))
        #expect(queue["resize.narrower"]?.command == .arrange(.resize("queue", dw: -64, dh: 0, edge: .right)))
    }

    @Test("the menu of a compact window offers its sheet's extents, and no places")
    func compact() throws {
        let phone = Container(size: Size(width: 390, height: 844))
        let open = try standard.applying(.open("tags"), in: phone, of: catalogue).arrangement
        let menu = try open.menu(of: "tags", in: phone, of: catalogue)
        #expect(menu.sections.map(\.title) == ["Sheet", "Tags"] && menu.mates.items.isEmpty)
        #expect(menu.sections.last?.items.map(\.id) == ["close", "reset"])
    }
}

extension Dice {
    /// Half of the time a view command on one of the panels.
    fileprivate mutating func look(at panels: [PanelID]) -> ViewCommand? {
        guard happens(50) else { return nil }
        let panel = pick(panels)
        return pick([
            .maximise(panel), .popover(Popover(panel: panel, anchor: "a", at: nil)), .peek(panel), .popOut(panel),
            .show(panel, pick(panels).text, title: "Chosen"), .expose(nil),
        ])
    }
}
