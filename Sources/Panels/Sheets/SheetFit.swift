/// Decides which sheets are shown in a window that is not compact, and how far out they are.
///
/// It goes from front to back. On each edge only the front sheet is shown; those behind it wait, and so does a sheet
/// whose title another one covers. A sheet that would hide the body's minimum comes out less far, and waits if that is
/// not enough. A modal sheet may hide everything.
struct SheetFit {
    /// From back to front.
    let shown: [(panel: PanelID, sheet: SheetShown)]
    let waiting: [(panel: PanelID, reason: String)]

    init(_ plan: ClassPlan, body: Rectangle, in container: Container, of catalogue: PanelCatalogue) {
        var shown: [(panel: PanelID, sheet: SheetShown)] = []
        var waiting: [(panel: PanelID, reason: String)] = []
        var fronts = BySide<String?> { _ in nil }
        var free = FreeRoom(body, least: catalogue.bodyMinimum)
        for id in plan.sheets.reversed() {
            guard let panel = catalogue[id], let wish = plan.record(of: id).sheet else { continue }
            if let front = fronts[wish.edge] {
                waiting.append((id, Words.behind(front)))
                continue
            }
            let layout = catalogue.sheetLayout(
                of: panel, on: wish.edge, in: container, beside: body, isModal: wish.isModal)
            let track = SheetTrack(layout, in: container.sheetSpace)
            guard let sheet = Self.fitting(track, track.state(named: wish.state), free) else {
                waiting.append((id, Words.noRoomForSheet(catalogue)))
                continue
            }
            let title = Self.title(of: sheet.visible, container)
            if let front = shown.first(where: { $0.sheet.visible.overlaps(title) })?.panel {
                waiting.append((id, Words.behind(catalogue[front]?.title ?? front.text)))
                continue
            }
            if !sheet.isModal { free = free.without(sheet.visible) ?? free }
            fronts[wish.edge] = panel.title
            shown.append((id, sheet))
        }
        self.shown = shown.reversed()
        self.waiting = waiting
    }

    /// The part of its title that must be visible: where reading starts.
    private static func title(of sheet: Rectangle, _ container: Container) -> Rectangle {
        let strip = Size.titleStrip
        return Rectangle(Point(x: container.isMirrored ? sheet.maxX - strip.width : sheet.x, y: sheet.y), strip)
    }

    /// The sheet in the wanted state, otherwise in the next less expanded state that leaves enough room. States that
    /// never do are not offered.
    private static func fitting(_ track: SheetTrack, _ wanted: SheetState, _ free: FreeRoom) -> SheetShown? {
        let isModal = track.layout.isModal
        let fitting = track.keeping { _, visible in
            let isSeen = visible.width >= Size.titleStrip.width && visible.height >= Size.titleStrip.height
            return isSeen && (isModal || free.without(visible) != nil)
        }
        let state = fitting.stops.map(\.state).filter { $0.order <= wanted.order && $0.name != SheetState.hidden.name }
            .max { $0.order < $1.order }
        return state.map { SheetShown(track: fitting, state: $0) }
    }
}

/// The free part of the body: all maximal uncovered rectangles that are large enough.
private struct FreeRoom {
    private var pieces: [Rectangle]
    private let least: Size

    init(_ body: Rectangle, least: Size) {
        pieces = [body]
        self.least = Size(width: min(least.width, body.width), height: min(least.height, body.height))
    }

    /// Returns the room left without `covered`; nil if it is too small.
    func without(_ covered: Rectangle) -> FreeRoom? {
        var rest = self
        rest.pieces = pieces.flatMap { Self.around(covered, in: $0) }
            .filter { $0.width >= least.width && $0.height >= least.height }
        return rest.pieces.isEmpty ? nil : rest
    }

    private static func around(_ covered: Rectangle, in piece: Rectangle) -> [Rectangle] {
        guard covered.overlaps(piece) else { return [piece] }
        var rest: [Rectangle] = []
        if covered.x > piece.x {
            rest.append(Rectangle(x: piece.x, y: piece.y, width: covered.x - piece.x, height: piece.height))
        }
        if covered.maxX < piece.maxX {
            rest.append(
                Rectangle(x: covered.maxX, y: piece.y, width: piece.maxX - covered.maxX, height: piece.height))
        }
        if covered.y > piece.y {
            rest.append(Rectangle(x: piece.x, y: piece.y, width: piece.width, height: covered.y - piece.y))
        }
        if covered.maxY < piece.maxY {
            rest.append(
                Rectangle(x: piece.x, y: covered.maxY, width: piece.width, height: piece.maxY - covered.maxY))
        }
        return rest
    }
}

extension Layout {
    func sheets(of plan: ClassPlan) -> SheetFit { SheetFit(plan, body: body, in: container, of: catalogue) }
}
