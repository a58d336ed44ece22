import JSONTree

/// Reads the plan of one class from a document, panel by panel.
struct PlanReader {
    let sizeClass: SizeClass
    let catalogue: PanelCatalogue
    var diagnostics: Diagnostics
    private(set) var unknownFields: [String: JSON]?
    private(set) var unknownPanels: [String: JSON]?

    mutating func read(_ document: [String: JSON]) -> ClassPlan {
        var document = document
        let sides = document.removeValue(forKey: "sides")?.fields ?? [:]
        let open = document.removeValue(forKey: "open")?.text
        let isLocked = document.removeValue(forKey: "locked")?.flag ?? false
        var entries = panels(in: document.removeValue(forKey: "panels"))
        unknownFields = document.isEmpty ? nil : document
        var read: [PanelEntry] = []
        var others: [PanelID] = []
        for panel in catalogue.panels {
            switch entries.removeValue(forKey: panel.id.text) {
            case nil: others.append(panel.id)
            case let entry?:
                if let entry = PanelEntry(panel, entry) {
                    read.append(entry)
                } else {
                    others.append(panel.id)
                    diagnostics.say("The \(panel.title) panel's place could not be read. It is at its default.")
                }
            }
        }
        keep(entries)
        var plan = ClassPlan()
        others += place(read.sorted(by: PanelEntry.precedes), in: &plan)
        // Default places come last, where there is room: panels that the user placed go first.
        plan.addDefaults(for: others, sizeClass, of: catalogue)
        for side in Side.allCases {
            let (thickness, fields) = (thickness(of: side, in: sides), sides[side.rawValue]?.fields)
            plan.update(side) {
                $0.thickness = thickness
                $0.isCollapsed = fields?["collapsed"]?.flag ?? false
                $0.isLocked = fields?["locked"]?.flag ?? false
            }
        }
        plan.isLocked = isLocked && sizeClass != .compact
        if let open = open.map({ PanelID($0) }), sizeClass == .compact, catalogue[open] != nil { plan.open = open }
        return plan
    }

    private mutating func panels(in document: JSON?) -> [String: JSON] {
        guard let document else { return [:] }
        if let fields = document.fields { return fields }
        diagnostics.say("The places of the panels could not be read. All are at their default.")
        return [:]
    }

    /// Keeps the entries of unknown panels for a program that knows them.
    private mutating func keep(_ entries: [String: JSON]) {
        guard !entries.isEmpty else { return }
        unknownPanels = entries
        for name in entries.keys.sorted().prefix(20) {
            diagnostics.say(
                "The panel “\(name.prefix(60))” is not known here. Its place is kept for a program that knows it.")
        }
        if entries.count > 20 { diagnostics.say("So are \(entries.count - 20) more.") }
    }

    /// Places the panels in the order of their entries.
    /// - Returns: the panels whose stack was not found.
    private mutating func place(_ entries: [PanelEntry], in plan: inout ClassPlan) -> [PanelID] {
        var places: [PanelID: Place] = [:]
        for entry in entries {
            guard case .pinned(let side) = entry.record.place else { continue }
            guard plan.sides[side].slots.count < catalogue.maximum(on: side) else {
                places[entry.panel.id] = plan.sides[side].slots.last.map { .stacked($0.panel) } ?? .meta
                diagnostics.say("\(Words.full(side, of: catalogue)) \(entry.panel.title) is a tab instead.")
                continue
            }
            plan.pin(entry.panel.id, to: side, share: entry.share)
        }
        plan.reorderTurns(like: entries.sorted { $0.turn < $1.turn }.map(\.panel.id))
        for entry in entries {
            let id = entry.panel.id
            switch places[id] ?? entry.record.place {
            case .pinned, .stacked: break
            case .floating: plan.float(id, at: entry.record.float ?? fresh(entry.panel))
            case .sheet(let edge): plan.sheet(id, entry.record.sheet ?? SheetWish(edge: edge))
            case .meta where id != catalogue.meta: plan.collapse(id)
            case .meta, .closed: plan.close(id)
            }
            let float = plan.record(of: id).float
            plan.update(id) {
                $0 = entry.record
                $0.float = float ?? entry.record.float
            }
        }
        return stack(entries, places, in: &plan)
    }

    /// Tabs come last, after the panels that lead their stacks.
    private mutating func stack(
        _ entries: [PanelEntry], _ places: [PanelID: Place], in plan: inout ClassPlan
    ) -> [PanelID] {
        var lost: [PanelID] = []
        var fronts: [PanelID: PanelID] = [:]
        for entry in entries {
            if let front = entry.front, front != entry.panel.id, catalogue[front] != nil {
                fronts[entry.panel.id] = front
            }
            guard case .stacked(let leader) = places[entry.panel.id] ?? entry.record.place else { continue }
            switch plan.place(of: leader) {
            case .floating, .pinned, .meta: plan.stack(entry.panel.id, with: leader)
            case .sheet, .stacked, .closed:
                lost.append(entry.panel.id)
                diagnostics.say("The stack of the \(entry.panel.title) panel is not there. It is at its default.")
            }
        }
        for entry in entries where plan.leader(of: entry.panel.id) == entry.panel.id {
            plan.setFront(fronts[entry.panel.id], of: entry.panel.id)
        }
        return lost
    }

    /// Near the top left, where a panel floats for the first time.
    private func fresh(_ panel: PanelSpecification) -> Wanted {
        Wanted(size: panel.preferred, anchor: .corner(.topLeft, catalogue.floatOrigin), seenIn: panel.preferred)
    }

    private mutating func thickness(of side: Side, in sides: [String: JSON]) -> Double? {
        guard let entry = sides[side.rawValue] else { return nil }
        if case .object(let fields) = entry {
            guard let thickness = fields["thickness"] else { return nil }
            if let number = thickness.number, number > 0 { return Measure.length(number) }
        }
        diagnostics.say("The thickness of the \(side.rawValue) side could not be read. It follows its panels.")
        return nil
    }
}
