extension Arrangement {
    /// Merges this arrangement and `mine`, both made from `base`. If both changed a panel, `mine` wins.
    /// - Returns: also the panels that both moved to different places.
    package func merging(_ mine: Arrangement, base: Arrangement) -> (arrangement: Arrangement, conflicts: [PanelID]) {
        var merged = self
        var conflicts: Set<PanelID> = []
        for sizeClass in SizeClass.allCases {
            let (plan, both) = self[sizeClass].merging(mine[sizeClass], base: base[sizeClass])
            merged[sizeClass] = plan
            conflicts.formUnion(both)
        }
        if mine.unknown != base.unknown { merged.unknown = mine.unknown }
        return (merged, conflicts.sorted())
    }
}

extension ClassPlan {
    fileprivate func merging(_ mine: ClassPlan, base: ClassPlan) -> (plan: ClassPlan, conflicts: [PanelID]) {
        if self == base { return (mine, []) }
        if mine == base || mine == self { return (self, []) }
        let changed = mine.changes(since: base)
        let theirs = changes(since: base)
        var merged = self
        for panel in mine.takeOrder(changed) { merged.take(panel, from: mine) }
        for side in Side.allCases {
            let (from, to) = (base.sides[side], mine.sides[side])
            merged.update(side) {
                if to.thickness != from.thickness { $0.thickness = to.thickness }
                if to.isCollapsed != from.isCollapsed { $0.isCollapsed = to.isCollapsed }
                if to.isLocked != from.isLocked { $0.isLocked = to.isLocked }
            }
        }
        let float = Set(mine.stack).intersection(base.stack)
        if mine.stack.filter(float.contains) != base.stack.filter(float.contains) { merged.restack(like: mine.stack) }
        let sheets = Set(mine.sheets).intersection(base.sheets)
        if mine.sheets.filter(sheets.contains) != base.sheets.filter(sheets.contains) {
            merged.reorderSheets(like: mine.sheets)
        }
        if mine.open != base.open { merged.open = mine.open }
        if mine.isLocked != base.isLocked { merged.isLocked = mine.isLocked }
        for leader in mine.records.keys.sorted() where mine.tabs.fronts[leader] != base.tabs.fronts[leader] {
            if merged.leader(of: leader) == leader { merged.setFront(mine.tabs.fronts[leader], of: leader) }
        }
        var differs = changed.filter { theirs.contains($0) && !hasSame($0, as: mine) }
        // If one side dissolved a stack that the other made, a panel may end in a place that neither chose.
        for panel in merged.records.keys {
            let wanted = changed.contains(panel) ? mine.record(of: panel) : record(of: panel)
            if merged.record(of: panel) != wanted { differs.insert(panel) }
        }
        return (merged, Array(differs))
    }

    /// The panels whose place, size or share differs from `base`. A panel does not count as changed if only its
    /// neighbours come or go: the order compares only the panels that stay on the side.
    private func changes(since base: ClassPlan) -> Set<PanelID> {
        var changed = Set(records.keys.filter { record(of: $0) != base.record(of: $0) })
        changed.formUnion(base.records.keys.filter { records[$0] == nil })
        for side in Side.allCases {
            let before = base.sides[side].slots
            let stays = Set(before.map(\.panel)).intersection(sides[side].slots.map(\.panel))
            let old = before.filter { stays.contains($0.panel) }
            let new = sides[side].slots.filter { stays.contains($0.panel) }
            for (old, new) in zip(old, new) where old != new { changed.insert(new.panel) }
        }
        return changed
    }

    private func hasSame(_ panel: PanelID, as other: ClassPlan) -> Bool {
        guard record(of: panel) == other.record(of: panel) else { return false }
        guard case .pinned(let side) = place(of: panel) else { return true }
        return index(of: panel, on: side) == other.index(of: panel, on: side)
    }

    /// In pinning order, so that later panels find the earlier ones; floating panels from the lowest up.
    private func takeOrder(_ panels: Set<PanelID>) -> [PanelID] {
        let leaders = turns + stack + sheets + meta
        let listed = leaders + leaders.flatMap { tabs[$0] }
        let known = Set(listed)
        return listed.filter(panels.contains) + panels.subtracting(known).sorted()
    }

    private mutating func take(_ panel: PanelID, from mine: ClassPlan) {
        let record = mine.record(of: panel)
        switch record.place {
        case .pinned(let side):
            let index = mine.index(of: panel, on: side)
            pin(
                panel, to: side, index: index, share: index.map { mine.sides[side].slots[$0].share },
                turn: mine.turns.firstIndex(of: panel))
        case .floating:
            if let float = record.float { self.float(panel, at: float) }
        case .stacked(let leader): takeTab(panel, of: leader, from: mine)
        case .sheet(let edge): sheet(panel, record.sheet ?? SheetWish(edge: edge))
        case .meta: collapse(panel)
        case .closed: close(panel)
        }
        update(panel) { $0 = record }
    }

    /// If the leader is closed, the panel goes where its stack is in `mine`.
    private mutating func takeTab(_ panel: PanelID, of leader: PanelID, from mine: ClassPlan) {
        if place(of: leader) != .closed { return stack(panel, with: leader) }
        switch mine.place(of: leader) {
        case .pinned(let side): pin(panel, to: side, index: mine.index(of: leader, on: side))
        case .floating:
            if let float = mine.record(of: leader).float { self.float(panel, at: float) }
        case .meta: collapse(panel)
        case .sheet, .stacked, .closed: close(panel)
        }
    }
}
