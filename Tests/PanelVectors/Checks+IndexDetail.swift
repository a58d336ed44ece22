@testable import Panels

// An index and its detail: the vectors of IndexDetailViewController.
extension VectorChecks {
    /// `split`, `collapse`, `expand`, `show`, and `traits` with steps.
    func indexDetail(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        let room = Rectangle(.zero, try given.size("container"))
        let axis = try axis(given.get("direction"))
        let fraction: Double = try given.get("detailFraction")
        // These rows state whether there is room for both; the rule decides the size of a class.
        var isCompact = false
        var state = IndexDetail()
        state.isFolded = try given.get("startCollapsed")
        for step in try given.get("steps", as: [[String]].self) {
            switch (step.first, step.dropFirst().first) {
            case ("show", let item?): state.show(item)
            case ("push", let item?): state.push(item)
            case ("back", nil): state.back()
            case ("collapse", nil): state.isFolded = true
            // Upstream, the app requests this when there is room again; here, the room is enough.
            case ("expand", nil): (state.isFolded, isCompact) = (false, false)
            case ("trait", "compact"): isCompact = true
            case ("trait", "regular"): isCompact = false
            case ("fraction", let part?): state.fraction = Double(part)
            default: throw RowError("unknown step \(step)")
            }
        }
        let length = IndexRule(axis: axis, fraction: fraction, splitFrom: 0).length(of: room.size)
        let rule = IndexRule(axis: axis, fraction: fraction, splitFrom: isCompact ? length + 1 : length)
        try expect(state.frames(in: room, by: rule), expected)
    }

    /// In a navigation controller's terms: its root is the placeholder, and the index is on top of it if there is no
    /// room beside it.
    private func expect(_ shown: IndexFrames, _ expected: Fields) throws {
        try expected.expect(shown.isCollapsed, "collapsed")
        try expected.expect(["root"] + (shown.isCollapsed ? ["index"] : []) + shown.items, "stack")
        let words: [IndexDetail.Seen: String] = [.placeholder: "root", .index: "index"]
        let item = shown.items.last ?? ""
        try expected.expect(words[shown.seen] ?? item, "visibleDetail")
        try expected.expect(shown.items.isEmpty, "navigationBarHidden")
        let frames = try expected.part("frames")
        if shown.isCollapsed {
            guard !frames.has("index") else { throw RowError("the row shows the index beside the detail") }
            try frames.expect(shown.detail ?? shown.index, "detail", "what is seen")
        } else {
            try frames.expect(shown.index, "index", "the index")
            try frames.expect(shown.detail, "detail", "the detail")
        }
    }

    func traits(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        guard given.has("cases") else { return try indexDetail(row, given, expected) }
        let collapses = try given.get("cases", as: [[String]].self).map { line in
            guard line.count == 2 else { throw RowError("a case has a direction and a class") }
            let rule = IndexRule(axis: try axis(line[0]), splitFrom: 600)
            let size = try size(of: line[1])
            return IndexDetail.plain.frames(in: Rectangle(.zero, size), by: rule).isCollapsed
        }
        try expected.expect(collapses, "collapses")
    }

    private func axis(_ word: String) throws -> IndexRule.Axis {
        guard let axis = IndexRule.Axis(rawValue: word) else { throw RowError("unknown direction “\(word)”") }
        return axis
    }

    private func size(of classes: String) throws -> Size {
        switch classes {
        case "width compact": Size(width: 375, height: 812)
        case "height compact": Size(width: 812, height: 375)
        case "both compact", "width and height compact": Size(width: 375, height: 375)
        case "regular", "both regular", "width regular", "height regular": Size(width: 1024, height: 768)
        default: throw RowError("unknown class “\(classes)”")
        }
    }
}
