import Panels
import Posts
import Wire

extension DragSubject {
    init(_ body: DragBody) throws {
        switch body.kind {
        case "move": self = .move(try body.neededPanel)
        case "tab": self = .tab(try body.neededPanel)
        case "sheet": self = .sheet(try body.neededPanel)
        case "resize":
            guard let text = body.edge, let edge = ResizeHandle(rawValue: text) else {
                let allowed = ResizeHandle.allCases.map(\.rawValue).joined(separator: ", ")
                let found = body.edge.map { "The edge is “\($0.shortened())”." } ?? "The edge is missing."
                throw Problem.badField("edge", "\(found) Use one of \(allowed).")
            }
            self = .resize(try body.neededPanel, edge)
        case "splitter":
            guard let text = body.separator, let separator = SeparatorID(text) else {
                let found =
                    body.separator.map { "The separator is “\($0.shortened())”." } ?? "The separator is missing."
                throw Problem.badField("separator", "\(found) Use one that the window lists, such as right or right/1.")
            }
            self = .splitter(separator)
        default:
            throw Problem.badField(
                "kind", "The kind of drag is “\(body.kind.shortened())”. Use move, tab, resize, splitter or sheet.")
        }
    }
}

extension DragBody {
    fileprivate var neededPanel: PanelID {
        get throws {
            guard let panel, (1...60).contains(panel.unicodeScalars.count) else {
                throw Problem.badField("panel", "The panel is missing, or its name has more than 60 characters.")
            }
            return PanelID(panel)
        }
    }
}

extension DragHintsBody {
    init(_ hints: DragHints, drag: String, revision: Revision) {
        self.init(
            drag: drag, revision: revision.number, frame: RectangleBody(hints.frame),
            freed: hints.freed.map(RectangleBody.init), bounds: RectangleBody(hints.bounds),
            room: RectangleBody(hints.room), minimum: SizeBody(hints.minimum), maximum: SizeBody(hints.maximum),
            limits: hints.range.map { LimitBody(minimum: $0.lowerBound, maximum: $0.upperBound) },
            unpin: DragHints.unpin, start: DragHints.start, zone: DragHints.zone,
            slots: hints.slots.map { SlotBody(side: $0.side.rawValue, frames: $0.frames.map(RectangleBody.init)) },
            reasons: Dictionary(uniqueKeysWithValues: hints.reasons.map { ($0.key.rawValue, $0.value) }))
        targets = hints.targets.map { target in
            TargetBody(
                panel: target.panel.text, frame: RectangleBody(target.frame),
                title: target.title.map(RectangleBody.init), room: target.room.map(RectangleBody.init))
        }
        snap = SnapLine.reach
        release = SnapLine.release
        snaps = hints.snaps.map { line in
            SnapBody(
                axis: line.isVertical ? "x" : "y", position: line.position, from: line.from, to: line.to,
                edge: line.isNear ? "near" : "far", isAligned: line.isAligned)
        }
        origin = hints.origin.map(RectangleBody.init)
        home = hints.home?.rawValue
        tabPlaces = hints.tabPlaces
        sheet = hints.sheet.map { SheetBody($0) }
    }
}

extension DragEnd {
    init(_ body: DragEndBody) throws {
        self.init(
            frame: try body.frame?.rectangle("frame"), value: try body.value.map { try Lengths.place($0, "value") },
            tab: body.tab, fling: try body.fling, pointer: try body.pointer?.point("pointer"),
            suppressPin: body.suppressPin ?? false)
    }
}
