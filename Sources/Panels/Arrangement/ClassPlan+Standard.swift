extension ClassPlan {
    /// The default plan: the catalogue's default places, all other panels closed (compact: in Meta).
    static func standard(_ sizeClass: SizeClass, of catalogue: PanelCatalogue) -> ClassPlan {
        standing(at: catalogue.defaults[sizeClass] ?? [], sizeClass, of: catalogue)
    }

    /// The panels of these lines at their places, all others closed (compact: in Meta).
    static func standing(at lines: [DefaultPlace], _ sizeClass: SizeClass, of catalogue: PanelCatalogue) -> ClassPlan {
        var plan = ClassPlan()
        plan.add(catalogue.panels.map(\.id), at: lines, sizeClass, of: catalogue)
        return plan
    }

    /// Puts panels without a place at their default places, or in Meta if the side is full.
    mutating func addDefaults(for panels: [PanelID], _ sizeClass: SizeClass, of catalogue: PanelCatalogue) {
        add(panels, at: catalogue.defaults[sizeClass] ?? [], sizeClass, of: catalogue)
    }

    private mutating func add(
        _ panels: [PanelID], at lines: [DefaultPlace], _ sizeClass: SizeClass, of catalogue: PanelCatalogue
    ) {
        let missing = Set(panels)
        var isPlaced: Set<PanelID> = []
        var position = BySide { _ in 0 }
        for line in lines where catalogue[line.panel] != nil {
            guard isPlaced.insert(line.panel).inserted else { continue }
            let index = position.next(for: line.place)
            if missing.contains(line.panel) { put(line.panel, line.place, index: index, of: catalogue) }
        }
        for panel in panels where isPlaced.insert(panel).inserted {
            put(panel, sizeClass == .compact ? .meta : .closed, index: 0, of: catalogue)
        }
    }

    private mutating func put(_ panel: PanelID, _ place: Place, index: Int, of catalogue: PanelCatalogue) {
        switch place {
        case .pinned(let side) where sides[side].slots.count < catalogue.maximum(on: side):
            pin(panel, to: side, index: index)
        // Meta does not list its own panel.
        case .pinned, .meta: panel == catalogue.meta ? close(panel) : collapse(panel)
        case .floating:
            guard let specification = catalogue[panel] else { return }
            let origin = Wanted.Anchor.corner(.topLeft, catalogue.floatOrigin)
            float(panel, at: Wanted(size: specification.preferred, anchor: origin, seenIn: specification.preferred))
        case .stacked(let mate) where self.place(of: mate) != .closed: stack(panel, with: mate)
        case .sheet(let edge): sheet(panel, SheetWish(edge: edge))
        case .stacked, .closed: close(panel)
        }
    }
}

extension BySide<Int> {
    /// Counts how many default lines the side had before this one.
    fileprivate mutating func next(for place: Place) -> Int {
        guard case .pinned(let side) = place else { return 0 }
        defer { self[side] += 1 }
        return self[side]
    }
}
