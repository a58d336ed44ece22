/// Decides which pinned panels have room beside the body, and how thick their sides are.
///
/// On each axis, the panels that stay are the longest prefix of the pinning order that leaves the body its minimum. So
/// the set only shrinks when the container shrinks, and growing it again restores the set (`reference/panels.md` 9.4;
/// golden rows `en.fit.*`). Each step only adds to the needed room, so the first panel without room ends the search:
/// one pass.
struct Fit {
    private(set) var staying = BySide<[SidePlan.Slot]> { _ in [] }
    /// Panels whose side is full, or too short for one more. They are shown as tabs of the last panel that stays there.
    private(set) var sharing = BySide<[SidePlan.Slot]> { _ in [] }
    private(set) var thickness = BySide { _ in 0.0 }
    /// Panels that are wanted on screen but have no room, in pinning order.
    private(set) var leaving: [(panel: PanelID, reason: String)] = []

    /// The minimum height of a panel in a column: its title and two lines.
    static let columnLength = 80.0

    init(_ plan: ClassPlan, in room: Size, of catalogue: PanelCatalogue) {
        var left: Set<PanelID> = []
        var tabs: Set<PanelID> = []
        var wants = BySide { Want(plan.sides[$0]) }
        for isColumn in [true, false] {
            let leftHere = Self.leaving(plan, isColumn: isColumn, &wants, &tabs, in: room, of: catalogue)
            for leaver in leftHere { left.insert(leaver.panel) }
            leaving += leftHere
        }
        for side in Side.allCases {
            let here = plan.sides[side].slots.filter { !left.contains($0.panel) && catalogue[$0.panel] != nil }
            staying[side] = here.filter { !tabs.contains($0.panel) }
            sharing[side] = here.filter { tabs.contains($0.panel) }
        }
        share(room.width - catalogue.bodyMinimum.width, between: .left, .right, wants)
        share(room.height - catalogue.bodyMinimum.height, between: .top, .bottom, wants)
    }

    /// Walks the axis in pinning order until a panel has no room; that panel and all later ones leave. A panel whose
    /// side has no length left goes into `tabs`. It still asks for thickness; otherwise a lower window could show
    /// panels that a higher one had no room for.
    private static func leaving(
        _ plan: ClassPlan, isColumn: Bool, _ wants: inout BySide<Want>, _ tabs: inout Set<PanelID>, in room: Size,
        of catalogue: PanelCatalogue
    ) -> [(panel: PanelID, reason: String)] {
        let spare = Side.thickness(of: room, isColumn) - Side.thickness(of: catalogue.bodyMinimum, isColumn)
        // A row is measured at the body's minimum width, whatever the columns take at the moment. Otherwise removing a
        // column could bring panels of a row back.
        let length = isColumn ? room.height : min(room.width, catalogue.bodyMinimum.width)
        let lengthEach = isColumn ? columnLength : Size.titleStrip.width
        var needed = 0.0
        var reason: String?
        var left: [(panel: PanelID, reason: String)] = []
        for panel in plan.turns {
            guard case .pinned(let side) = plan.place(of: panel), side.isColumn == isColumn,
                let specification = plan.specification(of: panel, in: catalogue)
            else { continue }
            let before = wants[side]
            if reason == nil {
                wants[side].add(specification, on: side)
                needed += wants[side].need - before.need
                reason = Words.noRoom(
                    isFull: catalogue.maximum(on: side) < 1, isThin: needed > spare,
                    isShort: lengthEach > length && !wants[side].isStrip, on: side, of: catalogue)
            }
            if reason == nil, !wants[side].isStrip {
                let isTaken =
                    wants[side].apart >= catalogue.maximum(on: side)
                    || Double(wants[side].apart + 1) * lengthEach > length
                if isTaken { tabs.insert(panel) } else { wants[side].apart += 1 }
            }
            if let reason {
                if left.isEmpty { wants[side] = before }
                left.append((panel, reason))
            }
        }
        return left
    }

    /// Gives two opposite sides what they want. If that is too much, they give back in proportion what the user added
    /// to their panels' needs. The needs fit, because otherwise the panels would have left.
    private mutating func share(_ spare: Double, between one: Side, _ other: Side, _ wants: BySide<Want>) {
        let over = wants[one].wanted + wants[other].wanted - max(spare, 0)
        let surplus = wants[one].surplus + wants[other].surplus
        thickness[one] = wants[one].wanted
        thickness[other] = wants[other].wanted
        guard over > 0, surplus > 0 else { return }
        thickness[one] -= over * wants[one].surplus / surplus
        thickness[other] = max(wants[other].need, min(wants[other].wanted, spare - thickness[one]))
    }
}

/// The wanted thickness of a side, while panels are added in pinning order.
private struct Want {
    let user: Double?
    private(set) var count = 0
    /// How many of them have a length, rather than being tabs.
    var apart = 0
    private var natural = 0.0

    /// Whether the side is collapsed: then its panels ask for a strip and nothing else counts.
    let isStrip: Bool

    init(_ side: SidePlan) {
        isStrip = side.isCollapsed
        user = isStrip ? nil : side.thickness.map { max($0, Size.titleStrip.width) }
    }

    /// The thickness with unlimited room.
    var wanted: Double { count == 0 ? 0 : user ?? natural }
    /// The thickness it must have: a side that the user made thicker gives back the surplus first.
    var need: Double { min(wanted, natural) }
    var surplus: Double { wanted - need }

    /// A column is as wide as its widest panel asks for. A row is as high as its first panel asks for, because height
    /// is scarce: every pixel comes from the text (golden rows `pk.pin.thickness.first`, `pk.blog.scene2`).
    mutating func add(_ specification: PanelSpecification, on side: Side) {
        count += 1
        guard !isStrip else {
            natural = Strip.thickness
            return
        }
        let wish = max(side.thickness(of: specification.pinned), side.thickness(of: .titleStrip))
        natural = side.isColumn ? max(natural, wish) : (count == 1 ? wish : natural)
    }
}

extension Side {
    fileprivate static func thickness(of size: Size, _ isColumn: Bool) -> Double { isColumn ? size.width : size.height }
}
