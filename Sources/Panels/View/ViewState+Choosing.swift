// A window's choices in panels with an index: show, push, back, divide, fold, scroll.
extension ViewState {
    static let choosing: [any ViewDeed.Type] = [
        ShowItem.self, PushItem.self, GoBack.self, Divide.self, FoldIndex.self, ScrollIndex.self,
    ]

    /// The choices in a panel; the default if there are none.
    package func inside(_ panel: PanelID) -> IndexDetail { inside[panel] ?? .plain }

    /// Drops items that no longer exist, so that nothing stale is shown.
    /// - Returns: the view without them, and the dropped items.
    package func dropping(from panel: PanelID, where isGone: (String) -> Bool) -> (view: ViewState, gone: [String]) {
        var (next, chosen) = (self, inside(panel))
        let gone = chosen.drop(where: isGone)
        next.inside[panel] = chosen == .plain ? nil : chosen
        return (next, gone)
    }

    /// The view of a reopened window: the one from its page, otherwise the stored one, otherwise the default.
    package static func restored(fromPage page: ViewState?, kept: ViewState?) -> ViewState { page ?? kept ?? .plain }

    fileprivate func choosing(
        in panel: PanelSpecification, _ announcement: String, _ change: (inout IndexDetail) -> Void
    ) -> ViewChange {
        var (next, chosen) = (self, inside(panel.id))
        change(&chosen)
        next.inside[panel.id] = chosen == .plain ? nil : chosen
        return ViewChange(view: next, announcement: announcement, panel: panel.id)
    }
}

extension ViewCommand {
    package static func show(_ panel: PanelID, _ item: String, title: String? = nil) -> ViewCommand {
        ViewCommand(ShowItem(panel: panel, item: item, title: title))
    }

    package static func push(_ panel: PanelID, _ item: String, title: String? = nil) -> ViewCommand {
        ViewCommand(PushItem(panel: panel, item: item, title: title))
    }

    package static func back(_ panel: PanelID) -> ViewCommand { ViewCommand(GoBack(panel: panel)) }

    /// Sets the detail's part of the length; nil for the rule's.
    package static func divide(_ panel: PanelID, _ fraction: Double?) -> ViewCommand {
        ViewCommand(Divide(panel: panel, value: fraction))
    }

    /// Toggles whether the index is beneath the detail although there is room for both. A narrow panel has no choice.
    package static func fold(_ panel: PanelID) -> ViewCommand { ViewCommand(FoldIndex(panel: panel)) }

    /// Stores the scroll position of the index, so that a reopened window shows the same rows.
    package static func scroll(_ panel: PanelID, _ position: Double) -> ViewCommand {
        ViewCommand(ScrollIndex(panel: panel, value: position))
    }
}

extension ViewScene {
    fileprivate func indexed(_ panel: PanelID) throws(Refusal) -> (PanelSpecification, IndexRule) {
        let found = try specification(of: panel)
        guard let rule = found.index else { throw Refusal("\(found.title) has no index to choose from.") }
        return (found, rule)
    }

    /// Checks that the item can be shown. Meta shows only panels that it contains.
    fileprivate func checked(_ item: String, in panel: PanelSpecification) throws(Refusal) -> String {
        guard !item.isEmpty, item.utf8.count <= 200 else {
            throw Refusal("The name of an item has 1 to 200 characters.")
        }
        guard panel.id == catalogue.meta else { return item }
        let shownPanel = try specification(of: PanelID(item))
        guard shown.panels.contains(where: { $0.id == shownPanel.id && $0.place == .meta }) else {
            throw Refusal("\(shownPanel.title) is not in \(panel.title).")
        }
        return item
    }

    /// “Posts shows “Breakfast”.”
    fileprivate func sentence(_ panel: PanelSpecification, shows item: String, title: String?) -> String {
        let known = panel.id == catalogue.meta ? catalogue[PanelID(item)]?.title : title.map { "“\($0.prefix(80))”" }
        return "\(panel.title) shows \(known ?? "what was chosen")."
    }
}

/// A view deed about an item of a panel's index.
private protocol ItemDeed: ViewDeed {
    var panel: PanelID { get }
    var item: String { get }
    var title: String? { get }
}

struct ShowItem: ItemDeed {
    static let word = "show"
    let panel: PanelID
    let item: String
    let title: String?

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        let (panel, _) = try scene.indexed(panel)
        let item = try scene.checked(item, in: panel)
        guard view.inside(panel.id).items != [item] else { throw Refusal("\(panel.title) shows that already.") }
        return view.choosing(in: panel, scene.sentence(panel, shows: item, title: title)) { $0.show(item) }
    }
}

struct PushItem: ItemDeed {
    static let word = "push"
    let panel: PanelID
    let item: String
    let title: String?

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        let (panel, _) = try scene.indexed(panel)
        let item = try scene.checked(item, in: panel)
        guard view.inside(panel.id).items.last != item else { throw Refusal("\(panel.title) shows that already.") }
        return view.choosing(in: panel, scene.sentence(panel, shows: item, title: title)) { $0.push(item) }
    }
}

struct GoBack: ViewDeed {
    static let word = "back"
    let panel: PanelID

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        let (panel, _) = try scene.indexed(panel)
        let items = view.inside(panel.id).items
        guard !items.isEmpty else { throw Refusal("\(panel.title) shows its list already.") }
        let words = items.count == 1 ? "The list of \(panel.title)." : "\(panel.title) is one step back."
        return view.choosing(in: panel, words) { $0.back() }
    }
}

struct Divide: ViewDeed {
    static let word = "divide"
    let panel: PanelID
    /// The detail's part of the length; absent for the rule's.
    let value: Double?

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        let (panel, rule) = try scene.indexed(panel)
        guard value?.isFinite != false else { throw Refusal("That is no part of a length. Use 0.2 to 0.8.") }
        let limits = IndexRule.fractions
        let wanted = value.map { min(max($0, limits.lowerBound), limits.upperBound) }
        guard wanted != view.inside(panel.id).fraction else {
            throw Refusal("\(panel.title) is divided like that already.")
        }
        let part = Words.pixels((wanted ?? rule.fraction) * 100)
        return view.choosing(in: panel, "\(panel.title) gives the list \(100 - part) %, what is chosen \(part) %.") {
            $0.fraction = wanted
        }
    }
}

struct FoldIndex: ViewDeed {
    static let word = "fold"
    let panel: PanelID

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        let (panel, _) = try scene.indexed(panel)
        let folds = !view.inside(panel.id).isFolded
        let words = folds ? "beneath what is chosen" : "beside what is chosen"
        return view.choosing(in: panel, "The list of \(panel.title) is \(words).") { $0.isFolded = folds }
    }
}

struct ScrollIndex: ViewDeed {
    static let word = "scroll"
    let panel: PanelID
    let value: Double

    /// Scrolling needs no announcement.
    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        let (panel, _) = try scene.indexed(panel)
        let position = Measure.length(value)
        return view.choosing(in: panel, "") { $0.scroll = position == 0 ? nil : position }
    }
}
