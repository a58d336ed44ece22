import JSONTree

@testable import Panels

// Rules that need no arrangement.
extension Reading {
    func defaults() throws -> [Claim] {
        let panel = try Stage.specification(given)
        // The page owns labels.
        _ = wanted.all("closeTitle", "popTitle", "modalCloseTitle")
        let insets = Container(size: .sample).insets
        return [
            Claim(
                told: [
                    "minimum": .pair(panel.minimum.width, panel.minimum.height),
                    "maximum": .pair(panel.maximum.width, panel.maximum.height),
                    "pinnedWidth": .number(panel.pinned.width), "pinnedHeight": .number(panel.pinned.height),
                    "resizable": .bool(panel.isResizable), "maximumPinnedPerSide": 1,
                    "shouldAdjustForKeyboard?": .bool(panel.adjustsForKeyboard),
                    "dragInsets": [
                        .number(insets.top), .number(insets.left), .number(insets.bottom), .number(insets.right),
                    ],
                ], expected: wanted.all().filter { !$0.key.hasSuffix("Title") })
        ]
    }

    func sizeClass() throws -> [Claim] {
        let ends: Size = try given.breakpoints
        let rule = SizeClassRule(mediumFrom: ends.width, wideFrom: ends.height, hysteresis: try given.hysteresis)
        let classes = try (given.widths as [Double]).reduce(into: [SizeClass]()) {
            $0.append(SizeClass.of(width: $1, after: $0.last, rule: rule))
        }
        return answer(["classes": .texts(classes.map(\.rawValue))])
    }

    func splitterKey() throws -> [Claim] {
        let orientation: String = try given.orientation
        guard ["vertical", "horizontal"].contains(orientation) else { throw unknown(orientation) }
        let (low, high, value): (Double, Double, Double) = (
            try given.valueMin, try given.valueMax, try given.ariaValueNow
        )
        guard low <= high else { throw RowError("valueMax \(high) is below valueMin \(low)") }
        let (step, remembered): (Double, Double?) = (try given.step, try given.remembered)
        let (back, forth) = orientation == "vertical" ? ("ArrowLeft", "ArrowRight") : ("ArrowUp", "ArrowDown")
        let moves: [String: SplitterMove] = [
            back: .less, forth: .more, "Home": .least, "End": .most, "Enter": .toggle,
        ]
        // Any other key leaves the splitter.
        let next = moves[try given.key]?.value(after: value, in: low...high, step: step, remembered: remembered)
        return answer(["ariaValueNow": .number(next ?? value)])
    }

    func rounding() throws -> [Claim] {
        let grid = PixelGrid(scale: try given.displayScale as Double)
        guard let one: Double = try given.a else { return answer(["rounded": .number(grid.rounded(try given.value))]) }
        let other: Double = try given.b
        return answer(["equalAtScale": .bool(grid.isEqual(one, other)), "exactlyEqual": .bool(one == other)])
    }

    /// An index and its detail: `split`, `collapse`, `expand`, `show`, and `traits` with steps.
    func indexDetail() throws -> [Claim] {
        let (size, axis, fraction): (Size, IndexRule.Axis, Double) = (
            try given.container, try given.direction, try given.detailFraction
        )
        // These rows state whether there is room for both; the rule decides the size of a class.
        var isCompact = false
        var state = IndexDetail()
        state.isFolded = try given.startCollapsed
        for step in try given.steps as [[String]] {
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
        let length = axis == .horizontal ? size.width : size.height
        let rule = IndexRule(axis: axis, fraction: fraction, splitFrom: isCompact ? length + 1 : length)
        let shown = state.frames(in: Rectangle(.zero, size), by: rule)
        // In a navigation controller's terms: its root is the placeholder, and the index is on top of it if there is no
        // room beside it.
        let detail = (shown.isCollapsed ? shown.detail ?? shown.index : shown.detail)?.row ?? .null
        let words: [IndexDetail.Seen: String] = [.placeholder: "root", .index: "index"]
        return answer([
            "collapsed": .bool(shown.isCollapsed), "navigationBarHidden": .bool(shown.items.isEmpty),
            "stack": .texts(["root"] + (shown.isCollapsed ? ["index"] : []) + shown.items),
            "visibleDetail": .text(words[shown.seen] ?? shown.items.last ?? ""),
            "frames": shown.isCollapsed ? ["detail": detail] : ["detail": detail, "index": shown.index?.row ?? .null],
        ])
    }

    func traits() throws -> [Claim] {
        guard let cases: [[String]] = try given.cases else { return try indexDetail() }
        let compact = [
            "width compact": "w", "height compact": "h", "both compact": "wh", "width and height compact": "wh",
        ]
        let regular = ["regular": "", "both regular": "", "width regular": "", "height regular": ""]
        let collapses = try cases.map { line in
            guard line.count == 2, let axis = IndexRule.Axis(rawValue: line[0]),
                let short = compact[line[1]] ?? regular[line[1]]
            else { throw RowError("unknown case \(line)") }
            let size = Size(width: short.contains("w") ? 375 : 812, height: short.contains("h") ? 375 : 812)
            let shown = IndexDetail.plain.frames(in: Rectangle(.zero, size), by: IndexRule(axis: axis, splitFrom: 600))
            return JSON.bool(shown.isCollapsed)
        }
        return answer(["collapses": .list(collapses)])
    }
}
