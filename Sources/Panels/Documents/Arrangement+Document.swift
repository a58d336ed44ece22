package import JSONTree

// An arrangement as a document. Each panel has one entry, so that one bad entry costs only one panel:
//
//   {"version": 2,
//    "classes": {"wide": {"panels": {"date": {"place": "pinned", "side": "right", "index": 0, "share": 1, "turn": 2,
//                                             "float": {"size": [400, 400], "corner": "top-left", "distance": [20, 32],
//                                                       "seenIn": [1366, 1024], "overSides": false},
//                                             "home": {"side": "left", "index": 0}, "height": 300,
//                                             "sheet": {"edge": "bottom", "state": "half"}, "front": "queue",
//                                             "locked": true},
//                                    "queue": {"place": "stacked", "stack": "date", "index": 0}},
//                         "sides": {"right": {"thickness": 400, "collapsed": true, "locked": true}},
//                         "open": "date", "locked": true}}}
extension Arrangement {
    /// The version of documents that this program writes.
    static let documentVersion = 2

    package var document: JSON {
        var classes = unknown.classes
        for sizeClass in SizeClass.allCases {
            classes[sizeClass.rawValue] = self[sizeClass].document(
                fields: unknown.classFields[sizeClass] ?? [:], panels: unknown.panels[sizeClass] ?? [:])
        }
        var fields = unknown.fields
        fields["version"] = .number(Self.documentVersion)
        fields["classes"] = .object(classes)
        return .object(fields)
    }
}

extension ClassPlan {
    /// Starts from the fields of other programs, so that they are written back unchanged.
    fileprivate func document(fields: [String: JSON], panels: [String: JSON]) -> JSON {
        var fields = fields
        var entries = panels
        for (panel, record) in records { entries[panel.text] = .object(record.fields) }
        for side in Side.allCases {
            for (index, slot) in sides[side].slots.enumerated() {
                entries[slot.panel.text]?.set("index", .number(index))
                entries[slot.panel.text]?.set("share", .number(slot.share))
            }
        }
        for (turn, panel) in turns.enumerated() { entries[panel.text]?.set("turn", .number(turn)) }
        for (index, panel) in stack.enumerated() { entries[panel.text]?.set("index", .number(index)) }
        for leader in tabs.others.keys {
            for (index, panel) in tabs[leader].enumerated() { entries[panel.text]?.set("index", .number(index)) }
        }
        for (leader, front) in tabs.fronts { entries[leader.text]?.set("front", .text(front.text)) }
        for (index, panel) in sheets.enumerated() { entries[panel.text]?.set("index", .number(index)) }
        for (index, panel) in meta.enumerated() { entries[panel.text]?.set("index", .number(index)) }
        fields["panels"] = .object(entries)
        let sides = Side.allCases.map { ($0.rawValue, self.sides[$0].fields) }.filter { !$0.1.isEmpty }
        fields["sides"] =
            sides.isEmpty ? nil : .object(Dictionary(sides.map { ($0, .object($1)) }) { first, _ in first })
        fields["locked"] = isLocked ? .bool(true) : nil
        fields["open"] = open.map { .text($0.text) }
        return .object(fields)
    }
}

extension SidePlan {
    /// The fields of the side itself; the entries of its panels name the side.
    fileprivate var fields: [String: JSON] {
        var fields: [String: JSON] = [:]
        fields["thickness"] = thickness.map { .number($0) }
        if isCollapsed { fields["collapsed"] = .bool(true) }
        fields["locked"] = isLocked ? .bool(true) : nil
        return fields
    }
}

extension PanelRecord {
    fileprivate var fields: [String: JSON] {
        var fields: [String: JSON] = [:]
        switch place {
        case .floating: fields["place"] = .text("floating")
        case .meta: fields["place"] = .text("meta")
        case .closed: fields["place"] = .text("closed")
        case .pinned(let side):
            fields["place"] = .text("pinned")
            fields["side"] = .text(side.rawValue)
        case .stacked(let leader):
            fields["place"] = .text("stacked")
            fields["stack"] = .text(leader.text)
        case .sheet: fields["place"] = .text("sheet")
        }
        fields["sheet"] = sheet.map { .object($0.fields) }
        fields["float"] = float.map { .object($0.fields) }
        fields["height"] = height.map { .number($0) }
        fields["locked"] = isLocked ? .bool(true) : nil
        switch home {
        case .floating: fields["home"] = .text("floating")
        case .sheet: fields["home"] = .text("sheet")
        case .pinned(let side, let index):
            fields["home"] = .object(["side": .text(side.rawValue), "index": .number(index)])
        case .stacked(let mate): fields["home"] = .object(["stack": .text(mate.text)])
        case nil: break
        }
        return fields
    }
}

extension SheetWish {
    fileprivate var fields: [String: JSON] {
        var fields: [String: JSON] = ["edge": .text(edge.rawValue)]
        fields["state"] = state.map { .text($0) }
        if isModal { fields["isModal"] = .bool(true) }
        return fields
    }
}

extension Wanted {
    fileprivate var fields: [String: JSON] {
        var fields: [String: JSON] = [
            "size": .pair(size.width, size.height), "seenIn": .pair(seenIn.width, seenIn.height),
            "overSides": .bool(isOverSides),
        ]
        switch anchor {
        case .corner(let corner, let distance):
            fields["corner"] = .text(corner.rawValue)
            fields["distance"] = .pair(distance.x, distance.y)
        case .fraction(let fraction), .fractionFromRight(let fraction):
            fields["fraction"] = .pair(fraction.x, fraction.y)
        }
        return fields
    }
}

extension JSON {
    fileprivate mutating func set(_ field: String, _ value: JSON) {
        guard case .object(var fields) = self else { return }
        self = .null  // avoids a copy of the fields
        fields[field] = value
        self = .object(fields)
    }
}
