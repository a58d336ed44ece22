// Resizing floating panels and the open panel of a compact window.
extension PanelCommand {
    static let sizing: [any PanelDeed.Type] = [Resize.self]

    /// Changes the size; the opposite edge or corner stays in place.
    package static func resize(
        _ panel: PanelID, dw: Double, dh: Double, edge: ResizeHandle? = nil
    ) -> PanelCommand { PanelCommand(Resize(panel: panel, edge: edge, dw: dw, dh: dh, width: nil, height: nil)) }

    /// A nil length does not change.
    package static func resize(
        _ panel: PanelID, width: Double?, height: Double?, edge: ResizeHandle? = nil
    ) -> PanelCommand {
        PanelCommand(Resize(panel: panel, edge: edge, dw: nil, dh: nil, width: width, height: height))
    }
}

struct Resize: SinglePanelDeed {
    static let word = "resize", doing = "resizing"
    let panel: PanelID
    /// The moving edge or corner; absent for the bottom right.
    let edge: ResizeHandle?
    /// A change of size, …
    let dw, dh: Double?
    /// … or a new size. An absent length stays.
    let width, height: Double?

    static let ways: [[FieldUse]] = [[.may("dw"), .may("dh")], [.may("width"), .may("height")]]

    func title(_ name: String) -> String { "Resize \(name)" }

    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String {
        let edge = edge ?? .bottomRight
        guard width == nil, height == nil else {
            return try editor.resize(panel, width: width, height: height, edge: edge)
        }
        return try editor.resize(panel, dw: dw ?? 0, dh: dh ?? 0, edge: edge)
    }
}

extension PlanEditor {
    mutating func resize(_ id: PanelID, dw: Double, dh: Double, edge: ResizeHandle) throws(Refusal) -> String {
        let panel = try moved(id)
        guard let dw = Measure.coordinate(dw), let dh = Measure.coordinate(dh) else { throw Refusal(Words.notANumber) }
        if isCompact { return try resizeCompact(panel, by: dh) }
        if case .sheet(let sheet) = currentPlace(of: panel) {
            return try resizeSheet(panel, sheet, by: sheet.edge.isColumn ? dw : dh)
        }
        let (wanted, frame) = try floating(panel)
        let next = resized(frame, panel, dw: dw, dh: dh, edge: edge)
        guard next != frame else {
            throw Refusal(panel.isResizable ? Words.asFarAsItGoes(panel) : "\(panel.title) has one size only.")
        }
        // On an unchanged axis the wanted size stays, even if the panel is shown smaller.
        let size = Size(
            width: next.width == frame.width ? wanted.size.width : next.width,
            height: next.height == frame.height ? wanted.size.height : next.height)
        plan.float(
            panel.id, at: Wanted(frame: next, size: size, seenIn: container.size, isOverSides: wanted.isOverSides))
        return "\(name(of: panel)) is \(Words.pixels(next.width)) by \(Words.pixels(next.height))."
    }

    mutating func resize(_ id: PanelID, width: Double?, height: Double?, edge: ResizeHandle) throws(Refusal) -> String {
        let panel = try moved(id)
        if isCompact {
            let now = frames[id]?.frame?.height ?? 0
            return try resizeCompact(panel, by: (height ?? now) - now)
        }
        let frame: Rectangle
        if case .sheet(let sheet) = currentPlace(of: panel) {
            frame = sheet.visible
        } else {
            (_, frame) = try floating(panel)
        }
        return try resize(
            id, dw: (width ?? frame.width) - frame.width, dh: (height ?? frame.height) - frame.height, edge: edge)
    }

    /// Grows up to its maximum and the end of the room, and shrinks to its minimum. The room wins over the minimum, but
    /// a title strip always stays (golden rows `pk.resize.*`).
    private func resized(
        _ frame: Rectangle, _ panel: PanelSpecification, dw: Double, dh: Double, edge: ResizeHandle
    ) -> Rectangle {
        let layout = layout
        var next = frame
        if edge.changesWidth, dw != 0 {
            let room =
                edge.isLeft
                ? frame.maxX - (frame.maxX > layout.body.x ? layout.body.x : layout.room.x)
                : (frame.x < layout.body.maxX ? layout.body.maxX : layout.room.maxX) - frame.x
            next.width = limited(
                frame.width + dw, room, panel.minimum.width, panel.maximum.width, strip: Size.titleStrip.width)
            if edge.isLeft { next.x = frame.maxX - next.width }
        }
        if edge.changesHeight, dh != 0 {
            let room =
                edge.isTop
                ? frame.maxY - (frame.maxY > layout.body.y ? layout.body.y : layout.room.y)
                : (frame.y < layout.body.maxY ? layout.body.maxY : layout.room.maxY) - frame.y
            next.height = limited(
                frame.height + dh, room, panel.minimum.height, panel.maximum.height, strip: Size.titleStrip.height)
            if edge.isTop { next.y = frame.maxY - next.height }
        }
        return next
    }

    private func limited(
        _ value: Double, _ room: Double, _ minimum: Double, _ maximum: Double, strip: Double
    ) -> Double {
        let most = max(min(maximum, room), strip)
        return min(max(value, min(minimum, most)), most)
    }
}
