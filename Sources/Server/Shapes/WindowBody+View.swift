import Panels
import PostStore
import Posts
import Wire

extension WindowBody {
    /// - Parameter container: the size to show the window in; nil for its own.
    init(_ view: WindowView, in container: Container? = nil, _ times: Times) {
        let container = container ?? view.container
        let look = container == view.container ? view.view : .plain
        let shown = frames(of: view.arrangement, in: container, catalogue: .composer, view: look)
        self.init(
            id: view.reference.text, label: view.label, follows: view.isFollowing ? ArrangementName.desk.text : nil,
            revision: view.revision.number, class: container.sizeClass.rawValue, width: container.size.width,
            height: container.size.height, insets: InsetsBody(container.insets), body: RectangleBody(shown.body),
            panels: shown.panels.map(PanelBody.init), separators: shown.separators.map(SeparatorBody.init),
            canUndo: view.canUndo, canRedo: view.canRedo, diagnostics: view.diagnostics, names: view.names,
            seenAt: view.seenAt.map(times.text))
        self.view = ViewBody(look.shown(in: shown))
        strips = shown.strips.map {
            StripBody(side: $0.side.rawValue, frame: RectangleBody($0.frame), panels: $0.panels.map(\.text))
        }
        isLocked = shown.isLocked
        lockedSides = shown.lockedSides.map(\.rawValue)
        direction = container.screen.direction.rawValue
        offers = view.arrangement.offers(in: container, of: .composer).map { CommandDocument(offering: .book($0)) }
    }
}

extension ViewBody {
    init(_ view: ViewState) {
        self.init()
        maximised = view.maximised?.text
        isExposed = view.isExposed
        isZen = view.isZen
        peek = view.peek?.text
        popover = view.popover.map { PopoverBody(panel: $0.panel.text, anchor: $0.anchor) }
        away = view.away.map(\.text)
    }
}

extension WindowReference {
    /// The reference as it appears in addresses.
    var text: String {
        switch self {
        case .window(let id): id.text
        case .desk: ArrangementName.desk.text
        }
    }
}

extension PanelBody {
    fileprivate init(_ panel: PanelFrame) {
        self.init(
            id: panel.id.text, title: panel.title, place: panel.place.rawValue, side: panel.side?.rawValue,
            index: panel.index, frame: panel.frame.map(RectangleBody.init), z: panel.z,
            resize: panel.resize.map(\.rawValue), isWanted: panel.isWanted, reason: panel.reason)
        stack = panel.stack.map { StackBody(panels: $0.panels.map(\.text), selected: $0.selected.text) }
        sheet = panel.sheet.map { SheetBody($0) }
        isLocked = panel.isLocked ? true : nil
        exposed = panel.exposed.map(RectangleBody.init)
        let specification = PanelCatalogue.composer[panel.id]
        adjustsForKeyboard = specification?.adjustsForKeyboard == true ? true : nil
        inside = panel.inside.map(InsideBody.init)
        fitsContent = specification?.fitsContent == true ? true : nil
    }
}

extension InsideBody {
    fileprivate init(_ frames: IndexFrames) {
        self.init(
            index: frames.index.map(RectangleBody.init), detail: frames.detail.map(RectangleBody.init),
            isCollapsed: frames.isCollapsed, isFolded: frames.isFolded, items: frames.items,
            axis: frames.rule.axis.rawValue, fraction: frames.fraction, splitFrom: frames.rule.splitFrom,
            scroll: frames.scroll ?? 0)
    }
}

extension SeparatorBody {
    fileprivate init(_ separator: Separator) {
        self.init(
            id: "\(separator.id)", side: separator.side.rawValue,
            orientation: separator.isVertical ? "vertical" : "horizontal", frame: RectangleBody(separator.frame),
            value: separator.value, minimum: separator.minimum, maximum: separator.maximum,
            controls: separator.controls.text, label: separator.label)
        isLocked = separator.isLocked ? true : nil
    }
}

extension RectangleBody {
    init(_ frame: Rectangle) { self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height) }
}

extension SizeBody {
    init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

extension InsetsBody {
    init(_ insets: Insets) {
        self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
    }
}
