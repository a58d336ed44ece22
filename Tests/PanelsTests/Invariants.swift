@testable import Panels

/// Properties of every arrangement in every container (`reference/panels.md` 9.9). Each function returns the violation.
enum Invariants {
    /// Sums of coordinates may differ in their last bits.
    static let tolerance = 1e-6

    static func violation(
        of arrangement: Arrangement, in container: Container, _ catalogue: PanelCatalogue
    ) -> String? {
        let shown = frames(of: arrangement, in: container, catalogue: catalogue)
        return violation(of: arrangement[container.sizeClass], catalogue)
            ?? bodyViolation(shown, container, catalogue) ?? tilingViolation(shown, container, catalogue)
            ?? titleViolation(shown, container) ?? separatorViolation(shown)
            ?? stackViolation(arrangement[container.sizeClass], shown)
            ?? SheetInvariants.violation(of: shown, in: container, catalogue)
            ?? prefixViolation(arrangement, container, catalogue)
    }

    /// Each panel is in exactly one place.
    static func violation(of plan: ClassPlan, _ catalogue: PanelCatalogue) -> String? {
        var lists: [PanelID: [Place]] = [:]
        for panel in plan.stack { lists[panel, default: []].append(.floating) }
        for panel in plan.sheets {
            guard let edge = plan.record(of: panel).sheet?.edge else { return "\(panel) is a sheet from nowhere" }
            lists[panel, default: []].append(.sheet(edge))
        }
        for panel in plan.meta { lists[panel, default: []].append(.meta) }
        for (leader, tabs) in plan.tabs.others {
            guard !tabs.isEmpty, plan.leader(of: leader) == leader, plan.place(of: leader) != .closed else {
                return "\(leader) leads \(tabs) and is \(plan.place(of: leader))"
            }
            for tab in tabs { lists[tab, default: []].append(.stacked(leader)) }
        }
        for side in Side.allCases {
            for slot in plan.sides[side].slots {
                lists[slot.panel, default: []].append(.pinned(side))
                if !(slot.share.isFinite && slot.share > 0) { return "\(slot.panel) has the share \(slot.share)" }
            }
        }
        for panel in catalogue.panels {
            let place = plan.place(of: panel.id)
            let found = lists[panel.id] ?? []
            if found != (place == .closed ? [] : [place]) { return "\(panel.id) is \(place) and on \(found)" }
            if place == .floating, plan.record(of: panel.id).float == nil { return "\(panel.id) floats nowhere" }
        }
        let pinned = Side.allCases.flatMap { plan.sides[$0].slots.map(\.panel) }
        return Set(plan.turns) == Set(pinned) && plan.turns.count == pinned.count ? nil : "turns are \(plan.turns)"
    }

    /// The body has its minimum if the container has room, else all there is; beside an open compact panel, at least
    /// half.
    private static func bodyViolation(_ shown: Frames, _ container: Container, _ catalogue: PanelCatalogue) -> String? {
        let room = container.room
        let open = shown.panels.first { $0.place == .open }?.frame?.height ?? 0
        let width = min(room.width, catalogue.bodyMinimum.width)
        let height =
            open > 0
            ? min(room.height / 2, catalogue.bodyMinimum.height) : min(room.height, catalogue.bodyMinimum.height)
        let isEnough = shown.body.width >= width - tolerance && shown.body.height >= height - tolerance
        return isEnough && isInside(shown.body, room) ? nil : "the body is \(shown.body) in \(room)"
    }

    /// Body and sides tile the room without gap or overlap. Only a sheet in which one chooses may cover the body, too.
    private static func tilingViolation(
        _ shown: Frames, _ container: Container, _ catalogue: PanelCatalogue
    ) -> String? {
        let room = container.room
        let beside = shown.panels.filter { $0.place == .pinned || ($0.place == .open && $0.sheet?.isModal == false) }
        let frames = beside.compactMap { panel in
            guard let frame = panel.frame, panel.place == .open, catalogue[panel.id]?.isForChoosing == true else {
                return panel.frame
            }
            let top = max(frame.y, shown.body.maxY)
            return Rectangle(x: frame.x, y: top, width: frame.width, height: frame.maxY - top)
        }
        let tiles = [shown.body] + frames + shown.strips.map(\.frame)
        if let outside = tiles.first(where: { !isInside($0, room) }) { return "\(outside) is outside \(room)" }
        let area = tiles.reduce(0) { $0 + $1.width * $1.height }
        guard abs(area - room.width * room.height) <= tolerance * max(1, room.width * room.height) else {
            return "the tiles cover \(area) of \(room.width * room.height)"
        }
        for (index, one) in tiles.enumerated() {
            for other in tiles[(index + 1)...] {
                let width = min(one.maxX, other.maxX) - max(one.x, other.x)
                let height = min(one.maxY, other.maxY) - max(one.y, other.y)
                if width > tolerance && height > tolerance { return "\(one) and \(other) overlap" }
            }
        }
        return nil
    }

    /// A strip of each title is visible and can be grabbed.
    private static func titleViolation(_ shown: Frames, _ container: Container) -> String? {
        for panel in shown.panels {
            guard let frame = panel.frame else { continue }
            let numbers = [frame.x, frame.y, frame.width, frame.height]
            guard numbers.allSatisfy(\.isFinite) else { return "\(panel.id) is at \(frame)" }
            let width = min(frame.maxX, container.size.width) - max(frame.x, 0)
            let bottom = min(frame.maxY, container.size.height)
            // A compact window lower than two title bars divides its height.
            let strip = panel.place == .open ? min(24, container.room.height / 2) : min(24, container.size.height)
            guard width >= min(44, container.size.width) - tolerance, frame.y >= -tolerance,
                bottom - frame.y >= strip - tolerance
            else { return "the title of \(panel.id) is out of sight: \(frame) in \(container.size)" }
        }
        return nil
    }

    /// All panels of a stack report the same stack, and share one frame.
    private static func stackViolation(_ plan: ClassPlan, _ shown: Frames) -> String? {
        for panel in shown.panels {
            guard let stack = panel.stack else {
                if panel.place == .stacked { return "\(panel.id) is a tab of nothing" }
                continue
            }
            guard stack.panels.contains(panel.id), stack.panels.contains(stack.selected), stack.panels.count > 1,
                Set(stack.panels).count == stack.panels.count
            else { return "\(panel.id) says that it is in \(stack)" }
            let others = shown.panels.filter { stack.panels.contains($0.id) }
            guard others.allSatisfy({ $0.stack == stack }), others.count == stack.panels.count else {
                return "not all of \(stack) say so"
            }
            guard others.allSatisfy({ ($0.place == .stacked) == ($0.id != stack.panels[0]) }) else {
                return "\(stack) has another leader"
            }
            if panel.place == .stacked, panel.frame != nil { return "the tab \(panel.id) has a frame" }
        }
        return nil
    }

    private static func separatorViolation(_ shown: Frames) -> String? {
        for separator in shown.separators
        where !(separator.minimum <= separator.value && separator.value <= separator.maximum) {
            return
                "separator \(separator.id) is \(separator.value), not within \(separator.minimum)…\(separator.maximum)"
        }
        return nil
    }

    /// A narrower or lower window shows no panel that was hidden before.
    private static func prefixViolation(
        _ arrangement: Arrangement, _ container: Container, _ catalogue: PanelCatalogue
    ) -> String? {
        func staying(_ size: Size) -> Set<PanelID> {
            let container = Container(size: size, insets: .zero, sizeClass: .wide)
            let shown = frames(of: arrangement, in: container, catalogue: catalogue)
            return Set(
                shown.panels.filter {
                    $0.place == .pinned || $0.place == .strip || ($0.place == .stacked && $0.side != nil)
                }.map(\.id))
        }
        let (width, height) = (container.size.width, container.size.height)
        let all = staying(container.size)
        for smaller in [
            Size(width: width * 0.83, height: height), Size(width: width, height: height * 0.71),
            Size(width: width * 0.5, height: height * 0.9),
        ] where !staying(smaller).isSubset(of: all) {
            return "in \(smaller) more is shown than in \(container.size)"
        }
        return nil
    }

    private static func isInside(_ frame: Rectangle, _ room: Rectangle) -> Bool {
        frame.x >= room.x - tolerance && frame.y >= room.y - tolerance && frame.maxX <= room.maxX + tolerance
            && frame.maxY <= room.maxY + tolerance && frame.width >= 0 && frame.height >= 0
    }
}
