// Right-to-left windows. The stored arrangement is always left-to-right; a right-to-left window shows its mirror image.
// So one arrangement serves both, and each has its index where reading starts. Frames, commands and words describe what
// is seen. Only this file converts between the two.
extension Arrangement {
    /// The plan for a container, as seen there.
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
    var isMirrored: Bool { screen.direction == .rightToLeft }
}

extension ClassPlan {
    /// Swaps left and right and reverses the rows. Mirroring twice gives the original.
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
    /// The catalogue as seen in a container: panels open on the side where reading starts.
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
        var mirrored = self
        mirrored.home = home?.mirrored
        return mirrored
    }
}
