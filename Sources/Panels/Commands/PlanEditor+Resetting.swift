// Resetting a panel, a size class or everything to the default.
extension PanelCommand {
    static let resetting: [any PanelDeed.Type] = [Reset.self]

    package static func reset(_ scope: ResetScope) -> PanelCommand {
        switch scope {
        case .all: PanelCommand(Reset(scope: .all, panel: nil))
        case .sizeClass: PanelCommand(Reset(scope: .class, panel: nil))
        case .panel(let panel): PanelCommand(Reset(scope: .panel, panel: panel))
        }
    }
}

struct Reset: PanelDeed {
    static let word = "reset", doing = "resetting"
    /// Absent for the panel; without a panel, for the window's class.
    let scope: Extent?
    let panel: PanelID?

    enum Extent: String, WordField {
        static let sample = Extent.all
        case all, `class`, panel
    }

    var subject: PanelID? { panel }

    static let ways: [[FieldUse]] = [
        [.needs("panel"), .may("scope", only: ["panel"])], [.may("scope", only: ["all", "class"])],
    ]

    func title(_ name: String) -> String { panel == nil ? "Reset panels" : "Reset \(name)" }

    /// A reset of all size classes concerns more than one plan, so `Arrangement` does it.
    func perform(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?) {
        guard let panel else { return (try editor.resetAll(), nil) }
        return (try editor.reset(panel), panel)
    }
}

extension PlanEditor {
    mutating func reset(_ id: PanelID) throws(Refusal) -> String {
        let panel = try specification(of: id)
        let before = plan
        if case .pinned(let side) = catalogue.defaultPlace(of: id, in: container.sizeClass) {
            var others = plan
            others.part(id)
            guard others.sides[side].slots.count < catalogue.maximum(on: side) else {
                throw Refusal(Words.full(side, of: catalogue), instead: .reset(.sizeClass))
            }
        }
        plan.forget(id)
        addDefaults(for: [id])
        // The pinning order is not part of a panel's place.
        plan.reorderTurns(like: before.turns)
        guard plan != before else { throw Refusal("\(panel.title) is at its default place already.") }
        return "\(panel.title) is at its default place."
    }

    mutating func resetAll() throws(Refusal) -> String {
        let standard = standard
        guard plan != standard else { throw Refusal("Everything is at its default place already.") }
        plan = standard
        return "Everything is at its default place."
    }

    /// The default plans are left-to-right, like all stored plans.
    private mutating func addDefaults(for panels: [PanelID]) {
        guard container.isMirrored else { return plan.addDefaults(for: panels, container.sizeClass, of: catalogue) }
        plan.mirror()
        plan.addDefaults(for: panels, container.sizeClass, of: catalogue.mirrored)
        plan.mirror()
    }

    private var standard: ClassPlan {
        guard container.isMirrored else { return .standard(container.sizeClass, of: catalogue) }
        return ClassPlan.standard(container.sizeClass, of: catalogue.mirrored).mirrored
    }
}
