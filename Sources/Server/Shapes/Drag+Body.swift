import Panels
import Posts
import Wire

extension DragSubject {
    init(_ body: DragBody) throws {
        let edge = try body.checkedEdge
        switch body.kind {
        case "move": self = .move(try body.checkedPanel)
        case "tab": self = .tab(try body.checkedPanel)
        case "resize":
            self = .resize(try body.checkedPanel, edge)
        default:
            throw Problem.badField(
                "kind", "The kind of drag is “\(body.kind.shortened())”. Use move, tab or resize.")
        }
    }
}

extension DragBody {
    fileprivate var checkedPanel: PanelID {
        get throws {
            guard (1...60).contains(panel.unicodeScalars.count) else {
                throw Problem.badField("panel", "The panel's name is empty, or has more than 60 characters.")
            }
            return PanelID(panel)
        }
    }

    fileprivate var checkedEdge: ResizeHandle {
        get throws {
            guard let edge else { return .bottomRight }
            if let handle = ResizeHandle(rawValue: edge) { return handle }
            let allowed = ResizeHandle.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.badField("edge", "The edge is “\(edge.shortened())”. Use one of \(allowed).")
        }
    }
}

extension DragHintsBody {
    init(_ hints: DragHints, revision: Revision) {
        self.init(
            revision: revision.number, panel: hints.panel.text, frame: RectangleBody(hints.frame),
            freed: hints.freed.map(RectangleBody.init), bounds: RectangleBody(hints.bounds),
            room: RectangleBody(hints.room), minimum: SizeBody(hints.minimum), maximum: SizeBody(hints.maximum),
            unpin: DragHints.unpin, start: DragHints.start, zone: DragHints.zone,
            slots: hints.slots.map {
                SlotBody(side: $0.side.rawValue, frames: $0.frames.map(RectangleBody.init), borders: $0.borders)
            },
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
        hangs = hints.hangs
        tabPlaces = hints.tabPlaces
        unstacks = hints.isUnstacking
    }
}
