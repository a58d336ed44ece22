// Right to left. What is kept is kept as for people who read from the left; a window in which one reads from the right
// sees it in a mirror. So one arrangement serves both, and each has its index where it begins to read. Frames, commands and words are about
// what is seen: the mirror stands between them and what is kept, here and nowhere else.
extension Arrangement {
    /// The plan for a container, as it is seen there.
    func plan(in container: Container) -> ClassPlan {
        let plan = self[container.sizeClass]
        return container.isMirrored ? plan.mirrored : plan
    }

    mutating func setPlan(_ plan: ClassPlan, in container: Container) {
        self[container.sizeClass] = container.isMirrored ? plan.mirrored : plan
    }

    func editor(in container: Container, of catalogue: PanelCatalogue) -> PlanEditor {
        PlanEditor(plan: plan(in: container), container: container, catalogue: catalogue.seen(in: container))
    }
}

extension Container {
    package var isMirrored: Bool { screen.direction == .rightToLeft }
}

extension ClassPlan {
    /// Left is right, and rows begin at the other end. In a mirror again it is what it was.
    var mirrored: ClassPlan {
        var plan = self
        plan.mirror()
        return plan
    }
}

extension PanelRecord {
    var mirrored: PanelRecord {
        var record = self
        record.place = place.mirrored
        record.float = float?.mirrored
        if case .pinned(let side, let index)? = home { record.home = .pinned(side.mirrored, index: index) }
        if let sheet { record.sheet?.edge = sheet.edge.mirrored }
        return record
    }
}

extension Place {
    var mirrored: Place {
        switch self {
        case .pinned(let side): .pinned(side.mirrored)
        case .sheet(let edge): .sheet(edge.mirrored)
        case .floating, .stacked, .meta, .closed: self
        }
    }
}

extension Side {
    var mirrored: Side {
        switch self {
        case .left: .right
        case .right: .left
        case .top, .bottom: self
        }
    }
}

extension Wanted {
    var mirrored: Wanted {
        let anchor: Anchor =
            switch anchor {
            case .corner(let corner, let distance):
                .corner(Corner(isRight: !corner.isRight, isBottom: corner.isBottom), distance)
            case .fraction(let fraction): .fractionFromRight(fraction)
            case .fractionFromRight(let fraction): .fraction(fraction)
            }
        return Wanted(size: size, anchor: anchor, seenIn: seenIn, isOverSides: isOverSides)
    }
}

extension PanelCatalogue {
    /// As a container's people see it: home is where they begin to read.
    func seen(in container: Container) -> PanelCatalogue { container.isMirrored ? mirrored : self }

    var mirrored: PanelCatalogue {
        let limits = maximumPinned.map { ($0.key.mirrored, $0.value) }
        return PanelCatalogue(
            panels: panels.map(\.mirrored), maximumPinned: Dictionary(limits) { first, _ in first },
            pinningWiderThan: pinningWiderThan, bodyMinimum: bodyMinimum,
            defaults: defaults.mapValues { lines in lines.map { DefaultPlace($0.panel, $0.place.mirrored) } },
            meta: meta, floatMargin: floatMargin)
    }
}

extension PanelSpecification {
    fileprivate var mirrored: PanelSpecification {
        var mirrored = PanelSpecification(
            id: id, title: title, preferred: preferred, minimum: minimum, maximum: maximum, pinned: pinned,
            canFloat: canFloat, allowedSides: Set(allowedSides.map(\.mirrored)), home: home?.mirrored,
            adjustsForKeyboard: adjustsForKeyboard, sheets: sheets.mapValues { $0.turned(to: $0.edge.mirrored) },
            index: index, fitsContent: fitsContent)
        mirrored.natural = natural
        return mirrored
    }
}
