// Peek, popover, pop-out: panels that are temporarily elsewhere than in their arrangement.
extension ViewState {
    static let visiting: [any ViewDeed.Type] = [Peek.self, ShowPopover.self, PopOut.self, ComeBack.self]
}

extension ViewCommand {
    /// Shows a panel of a strip beside it; repeated or with nil, hides it.
    package static func peek(_ panel: PanelID?) -> ViewCommand { ViewCommand(Peek(panel: panel)) }
    /// Shows a closed panel at a button; nil closes it.
    package static func popover(_ popover: Popover?) -> ViewCommand {
        ViewCommand(ShowPopover(panel: popover?.panel, anchor: popover?.anchor, frame: popover?.at))
    }
    /// Moves a panel to a separate browser window.
    package static func popOut(_ panel: PanelID) -> ViewCommand { ViewCommand(PopOut(panel: panel)) }
}

struct Peek: ViewDeed {
    static let word = "peek"
    let panel: PanelID?

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        var next = view
        guard let panel, panel != view.peek else {
            guard let peek = view.peek else { throw Refusal("No panel of a strip is shown.") }
            next.peek = nil
            return ViewChange(
                view: next, announcement: "\(scene.shown.title(of: peek)) is back in its strip.", panel: nil)
        }
        let found = try scene.shown.known(panel)
        guard let strip = scene.shown.strips.first(where: { $0.panels.contains(panel) }) else {
            throw Refusal("\(found.title) is in no strip.", instead: found.frame == nil ? .open(panel) : nil)
        }
        next = view.uncovered
        next.peek = panel
        return ViewChange(
            view: next, announcement: "\(found.title), beside the \(strip.side.rawValue) strip.", panel: panel)
    }
}

struct ShowPopover: ViewDeed {
    static let word = "popover"
    /// Absent to close the popover.
    let panel: PanelID?
    /// The page's name for the button at which it is shown, and the button's frame.
    let anchor: String?
    let frame: Rectangle?

    static let ways: [[FieldUse]] = [[], [.needs("panel"), .may("anchor"), .may("frame")]]

    private var popover: Popover? {
        panel.map { Popover(panel: $0, anchor: anchor ?? "", at: frame.flatMap(Measure.anchor)) }
    }

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        guard let popover else {
            guard let open = view.popover else { throw Refusal("No popover is open.") }
            var next = view
            next.popover = nil
            return ViewChange(
                view: next, announcement: "\(scene.shown.title(of: open.panel)) closed.", panel: nil)
        }
        let found = try scene.shown.known(popover.panel)
        guard scene.container.sizeClass != .compact else { throw Refusal(Words.oneAtATime, instead: .open(found.id)) }
        guard found.frame == nil, !found.isTabOnScreen else { throw Refusal("\(found.title) is open already.") }
        guard found.place != .away else { throw Refusal("\(found.title) has a window of its own.") }
        var next = view.uncovered
        next.popover = popover
        return ViewChange(view: next, announcement: "\(found.title).", panel: found.id)
    }
}

struct PopOut: ViewDeed {
    static let word = "popOut"
    let panel: PanelID

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        let found = try scene.shown.known(panel)
        guard scene.container.sizeClass != .compact else {
            throw Refusal(Words.oneAtATime, instead: .open(panel))
        }
        guard !view.away.contains(panel) else { throw Refusal("\(found.title) has a window of its own already.") }
        var next = view.uncovered
        next.away.append(panel)
        return ViewChange(view: next, announcement: "\(found.title) has a window of its own.", panel: nil)
    }
}

struct ComeBack: ViewDeed {
    static let word = "return"
    let panel: PanelID

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        let found = try scene.shown.known(panel)
        guard view.away.contains(panel) else { throw Refusal("\(found.title) has no window of its own.") }
        var next = view
        next.away.removeAll { $0 == panel }
        return ViewChange(view: next, announcement: "\(found.title) is back where it was.", panel: panel)
    }
}
