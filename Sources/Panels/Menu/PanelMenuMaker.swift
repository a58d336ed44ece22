/// Makes the menu of one panel. Commands that move or resize apply to the panel's stack, by its leader.
struct PanelMenuMaker {
    private let arrangement: Arrangement
    private let container: Container
    private let catalogue: PanelCatalogue
    private let view: ViewState
    private let shown: Frames
    /// The frames without the window's view.
    private let plain: Frames
    private let panel: PanelFrame
    private let leader: PanelID
    /// The frame of the stack's leader without the view; for a guest its own frame.
    private let leaderFrame: PanelFrame

    /// The distance of one move or resize, in CSS pixels.
    private static let step = 64.0

    init(
        _ arrangement: Arrangement, _ panel: PanelFrame, in container: Container, of catalogue: PanelCatalogue,
        _ view: ViewState, _ shown: Frames
    ) {
        (self.arrangement, self.container, self.catalogue) = (arrangement, container, catalogue)
        (self.view, self.shown) = (view, shown)
        plain = frames(
            of: arrangement.without(view.away), in: container, catalogue: catalogue.fitting(view.natural))
        let (plain, leader) = (plain, panel.isGuest ? panel.id : plain.leader(of: panel.id))
        self.panel = panel.isGuest ? panel : plain[panel.id] ?? panel
        leaderFrame = panel.isGuest ? panel : plain[leader] ?? panel
        self.leader = leader
    }

    var menu: PanelMenu { PanelMenu(sections: sections, mates: mates) }

    private var sections: [MenuSection] {
        guard container.sizeClass != .compact else { return sheet + [last] }
        return [
            MenuSection(title: "Pin", isRow: true, items: Side.inMenus.map(pin)),
            MenuSection(title: "Move", isRow: true, items: Direction.allCases.map(move)),
            MenuSection(title: "Size", isRow: true, items: sizes),
        ] + tab + [MenuSection(title: "Sheet", isRow: true, items: Side.inMenus.map(sheet))] + sheet + [place, last]
    }

    // MARK: - Rows

    /// On the side to which the panel is pinned already, the command names its current place and is refused.
    private func pin(_ side: Side) -> MenuItem {
        let index = arrangement.plan(in: container).index(of: leader, on: side)
        return item("pin.\(side.rawValue)", "Pin \(side.rawValue)", .arrange(.pin(leader, side, index: index)))
    }

    private func move(_ direction: Direction) -> MenuItem {
        let (dx, dy) = direction.vector
        let command: PanelCommand =
            leaderFrame.place == .floating
            ? .move(leader, dx: dx * Self.step, dy: dy * Self.step) : .moveToward(leader, direction)
        return item("move.\(direction.rawValue)", "Move \(direction.rawValue)", .arrange(command))
    }

    private var sizes: [MenuItem] {
        [("Wider", Self.step, 0), ("Narrower", -Self.step, 0), ("Taller", 0, Self.step), ("Shorter", 0, -Self.step)]
            .map { title, dw, dh in
                item("resize.\(title.lowercased())", title, .arrange(resize(dw: dw, dh: dh)))
            }
    }

    /// A pinned panel has its side's thickness, and its share of the side's length. A floating panel grows at the far edge,
    /// or at the near one if there is no room beyond the far one.
    private func resize(dw: Double, dh: Double) -> PanelCommand {
        guard let frame = leaderFrame.frame else { return .resize(leader, dw: dw, dh: dh) }
        switch (leaderFrame.place, leaderFrame.side) {
        case (.pinned, let side?):
            let (across, along) = side.isColumn ? (dw, dh) : (dh, dw)
            return across != 0
                ? .thickness(side, side.thickness(of: frame.size) + across)
                : .share(leader, side.length(of: frame.size) + along)
        case (.floating, _):
            let body = plain.body
            let isWidthBlocked = dw > 0 && frame.maxX + dw > body.maxX && frame.x > body.x
            let isHeightBlocked = dh > 0 && frame.maxY + dh > body.maxY && frame.y > body.y
            let edge: ResizeHandle =
                dw != 0 ? (isWidthBlocked ? .left : .right) : (isHeightBlocked ? .top : .bottom)
            return .resize(leader, dw: dw, dh: dh, edge: edge)
        default: return .resize(leader, dw: dw, dh: dh)
        }
    }

    /// Moves the front tab one place along the bar.
    private var tab: [MenuSection] {
        guard let stack = panel.stack, let at = stack.panels.firstIndex(of: panel.id) else { return [] }
        let items = [
            item("tab.previous", "Tab one place back", .arrange(.tab(panel.id, at: at - 1))),
            item("tab.next", "Tab one place on", .arrange(.tab(panel.id, at: at + 1))),
        ]
        return [MenuSection(title: "Tab", isRow: true, items: items)]
    }

    private func sheet(_ edge: Side) -> MenuItem {
        item("sheet.\(edge.rawValue)", "Sheet \(edge.rawValue)", .arrange(.sheet(panel.id, edge)))
    }

    // MARK: - Lists

    /// A sheet's states, and whether it is modal.
    private var sheet: [MenuSection] {
        guard let sheet = leaderFrame.sheet else { return [] }
        let noun = sheet.edge.isColumn ? "Width" : "Height"
        let states = sheet.track.ladder.states.filter { $0.name != SheetState.hidden.name }
            .sorted { $0.order < $1.order }
        let detents = states.map { state in
            item(
                "detent.\(state.name)", "\(noun): \(state.name == SheetState.tip.name ? "low" : state.name)",
                .arrange(.detent(panel.id, .state(state.name))), isChecked: state == sheet.state)
        }
        let modal = PanelCommand.sheet(panel.id, sheet.edge, state: sheet.state.name, isModal: !sheet.isModal)
        let items = detents + [item("modal", "In front of everything", .arrange(modal), isChecked: sheet.isModal)]
        return [MenuSection(title: "Sheet", isRow: false, items: items)]
    }

    private var place: MenuSection {
        let unstack = item("unstack", "Take out of the stack", .arrange(.unstack(panel.id)))
        let popOut = item("popOut", "Pop out into a window", .view(.popOut(panel.id)))
        let stack = MenuItem(
            id: "stack", title: "Stack with…", command: nil, isChecked: nil,
            reason: mates.items.isEmpty ? "No other panel is open." : nil)
        let items = [item("float", "Float", .arrange(.float(leader)))] + order + [stack, unstack] + strip + [popOut]
        return MenuSection(title: "Place", isRow: false, items: items)
    }

    /// The place among the panels of its side.
    private var order: [MenuItem] {
        guard leaderFrame.place == .pinned, let side = leaderFrame.side else { return [] }
        let (previous, next): (Direction, Direction) = side.isColumn ? (.up, .down) : (.left, .right)
        return [
            item("order.previous", "Previous place", .arrange(.moveToward(leader, previous))),
            item("order.next", "Next place", .arrange(.moveToward(leader, next))),
        ]
    }

    private var strip: [MenuItem] {
        guard leaderFrame.place == .pinned, let side = leaderFrame.side else { return [] }
        return [item("collapseSide", "Shrink the \(side.rawValue) side to a strip", .arrange(.collapseSide(side)))]
    }

    /// All other visible panels; the front tab represents its stack.
    private var mates: MenuSection {
        let others = shown.onScreen.filter { other in
            other.id != panel.id && panel.stack?.panels.contains(other.id) != true && other.place != .open
        }
        let items = others.map { other in
            let front = other.stack?.selected ?? other.id
            return item("stack.\(front.text)", shown.title(of: front), .arrange(.stack(leader, with: front)))
        }
        return MenuSection(title: "Stack with", isRow: false, items: items)
    }

    private var last: MenuSection {
        let isCompact = container.sizeClass == .compact
        let close: ArrangementCommand =
            panel.place == .popover ? .view(.popover(nil)) : .arrange(.close(panel.id))
        let items =
            (isCompact ? [] : collapse + [fill] + locks + offers) + [
                item("close", panel.stack == nil ? "Close" : "Close \(panel.title)", close),
                item("reset", "Reset this panel", .arrange(.reset(.panel(panel.id)))),
            ]
        return MenuSection(title: panel.title, isRow: false, items: items)
    }

    /// Meta cannot be collapsed into itself.
    private var collapse: [MenuItem] {
        guard panel.id != catalogue.meta else { return [] }
        let title = panel.stack == nil ? "Collapse into Meta" : "Collapse the stack into Meta"
        let whole = item("collapse", title, .arrange(.collapse(leader)))
        guard panel.stack != nil else { return [whole] }
        let alone = PanelCommand.collapse(panel.id, isAlone: true)
        return [whole, item("collapse.alone", "Collapse only this tab into Meta", .arrange(alone))]
    }

    private var fill: MenuItem {
        let isFilling = view.maximised == shown.leader(of: panel.id)
        return item(
            isFilling ? "putBack" : "fill", isFilling ? "Put back" : "Fill the window",
            .view(.maximise(panel.id)))
    }

    /// The lock of the panel or its stack, and that of its side.
    private var locks: [MenuItem] {
        let plan = arrangement.plan(in: container)
        let noun = panel.stack == nil ? "" : " the stack"
        let own =
            plan.lock(of: leader) == nil
            ? item("lock", "Lock\(noun)", .arrange(.lock(.panel(leader))))
            : item("unlock", "Unlock\(noun)", .arrange(.unlock(.panel(leader))))
        guard leaderFrame.place == .pinned, let side = leaderFrame.side else { return [own] }
        let name = "the \(side.rawValue) side"
        let whole =
            plan.sides[side].isLocked
            ? item("unlockSide", "Unlock \(name)", .arrange(.unlock(.side(side))))
            : item("lockSide", "Lock \(name)", .arrange(.lock(.side(side))))
        return [own, whole]
    }

    /// The commands about a panel that declare themselves for menus.
    private var offers: [MenuItem] {
        PanelCommand.deeds.compactMap { $0 as? any PlainDeed.Type }.filter { $0.isInMenus }.map { kind in
            let deed: any PlainDeed = kind.init(panel: leader)
            return item("offer.\(kind.word)", deed.title(panel.title), .arrange(PanelCommand(deed)))
        }
    }

    // MARK: - Trying

    private func item(_ id: String, _ title: String, _ command: ArrangementCommand, isChecked: Bool? = nil) -> MenuItem
    {
        MenuItem(id: id, title: title, command: command, isChecked: isChecked, reason: reason(against: command))
    }

    /// The reason of the refusal, as a request for the command gets it; nil if the engine accepts the command.
    private func reason(against command: ArrangementCommand) -> String? {
        do throws(Refusal) {
            switch command {
            case .book(.arrange(let command)):
                _ = try arrangement.applying(command, in: container, of: catalogue.fitting(view.natural))
            case .view(let command):
                _ = try view.applying(command, to: arrangement, in: container, of: catalogue)
            case .book, .detach, .attach, .useEverywhere: break
            }
            return nil
        } catch {
            return view.explaining(error, of: arrangement, in: container, catalogue).reason
        }
    }
}

extension Side {
    /// In the order of `Direction`: left, right, up, down.
    fileprivate static let inMenus: [Side] = [.left, .right, .top, .bottom]
}
