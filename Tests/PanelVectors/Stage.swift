import JSONTree

@testable import Panels

/// Performs a play as the server does: it decodes a command, performs it on the stored arrangement, and stores the
/// document that the next command starts from.
struct Stage {
    private let program: [String: JSON]
    private let named: [PanelID]
    private(set) var catalogue: PanelCatalogue
    private(set) var container: Container
    private(set) var book: ArrangementBook
    private let salvage: Salvage?
    private var view = ViewState.plain
    /// The panel of the last command, its refusal, and the command that a view command asks for.
    private var last: PanelID?
    private var refusal: String?
    private var follows: JSON?

    init(_ play: Play) throws {
        program = play.program
        named = play.steps.compactMap { ($0["panel"] ?? $0.at("drag", "panel"))?.text.map { PanelID($0) } }
        catalogue = try Self.catalogue(program, named)
        container = try Self.container(play.window)
        salvage = play.document.map { [catalogue] in Arrangement.salvaging($0, of: catalogue) }
        book = ArrangementBook(revision: 0, present: salvage?.arrangement ?? .standard(of: catalogue))
    }

    var shown: Frames { frames(of: book.present, in: container, catalogue: catalogue, view: view) }

    /// - Parameter step: a command; `{"window": {…}}`; `{"panels": […]}`, of another version of the program; or
    ///   `{"drag": {"panel": …, "x": …, "y": …}}`, which raises the panel and, if it is pinned, lets it go where it comes
    ///   free.
    mutating func take(_ step: JSON) throws {
        if let window = step["window"]?.fields {
            container = try Self.container(window)
            return
        }
        if let panels = step["panels"] {
            catalogue = try Self.catalogue(program.merging(["panels": panels]) { $1 }, named)
            return
        }
        if let drag = step["drag"]?.fields { return try free(Given(drag, "drag")) }
        (last, refusal) = (step["panel"]?.text.map { PanelID($0) }, nil)
        do { try perform(step) } catch let error as Refusal {
            guard step["mayBeRefused"] == true else { throw RowError("\(step) was refused: \(error.reason)") }
            refusal = error.reason
        }
    }

    private mutating func perform(_ document: JSON) throws {
        let command: BookCommand
        switch try ArrangementCommand(.object((document.fields ?? [:]).filter { $0.key != "mayBeRefused" })) {
        case .view(let look):
            let change = try view.applying(look, to: book.present, in: container, of: catalogue)
            view = change.view
            follows = change.follows.flatMap { ArrangementCommand.arrange($0).document["command"] }
            return
        case .book(let arranging): command = arranging
        case .detach, .attach, .useEverywhere: throw RowError("\(document) is about a window")
        }
        // Seconds apart, so that each command is one step of the history.
        let time = Int64(book.revision) * 1000
        let next = try book.performing(command, by: "w1", at: time, in: container, of: catalogue).book
        view = view.after(command, of: next.present, in: container)
        let stored = try JSON(reading: JSONCoding.encode(next.present.document))
        book = ArrangementBook(
            revision: next.revision, present: Arrangement.salvaging(stored, of: catalogue).arrangement, past: next.past,
            future: next.future, named: next.named)
        guard book == next else { throw RowError("\(document) leaves another arrangement than is read again") }
    }

    private mutating func free(_ drag: Given) throws {
        let panel: PanelID = try drag.panel
        guard let shown = shown[panel], let frame = shown.frame else { throw RowError("\(panel) is not shown") }
        if shown.place == .floating, shown.z != self.shown.panels.compactMap(\.z).max() {
            try take(["command": "raise", "panel": .text(panel.text)])
        }
        let pointer = Point(x: try drag.x ?? frame.x + 1, y: try drag.y ?? frame.y + 1)
        let hints = try book.present.beginning(.move(panel), at: pointer, in: container, of: catalogue)
        guard let freed = hints.freed else { return }
        let isOver = JSON.bool(!hints.bounds.contains(freed))
        try take(["command": "float", "panel": .text(panel.text), "frame": freed.document, "overSides": isOver])
    }
}

// What the product tells after a play.
extension Stage {
    /// In the rows' words; every name ends with “?”, because a row says only what it is about.
    /// - Parameter about: the panel whose `frame` the row means; nil for the first pinned one.
    func told(about: PanelID? = nil) -> [String: JSON] {
        let (shown, plan) = (shown, book.present.wide)
        let pinned = shown.panels.filter { $0.place == .pinned }
        let order = shown.panels.sorted { ($0.z ?? 0) < ($1.z ?? 0) }
        let subject = about.map { shown[$0] } ?? pinned.first ?? shown.panels.first
        let away = shown.panels.filter { $0.place == .meta && $0.isWanted && $0.reason != nil }
        func each(_ value: (PanelFrame) -> JSON?) -> JSON {
            .object(of: shown.panels.map { ("\($0.id)?", value($0) ?? .null) })
        }
        func count(_ side: Side) -> JSON { .number(pinned.count { $0.side == side }) }
        let all: [String: JSON] = [
            "frames?": each { $0.frame?.row }, "places?": each { .text($0.place.rawValue) },
            "isShown?": each { .bool($0.frame != nil) },
            "states?": each { ["side": .text($0.side?.rawValue ?? "none")] },
            "meta?": each { $0.place == .pinned ? ["side": Self.side($0), "index": .number($0.index ?? -1)] : nil },
            "wanted?": each { Self.text(plan.place(of: $0.id)) }, "content?": shown.body.row,
            "bodyWidth?": .number(shown.body.width),
            "bodyVisible?": .bool(shown.body.width >= 320 && shown.body.height >= 200),
            "arePinned?": .list(shown.panels.map { .bool($0.place == .pinned) }),
            "numberPinned?": .number(pinned.count),
            "pinnedLeft?": count(.left), "pinnedRight?": count(.right), "pinned?": Self.names(pinned),
            "closed?": Self.names(shown.panels.filter { $0.place == .closed }), "leftForMeta?": Self.names(away),
            "order?": Self.names(order), "orderAndPlaces?": .texts(order.map { "\($0.id) \($0.place)" }),
            "indices?": .list(pinned.map { .number($0.index ?? -1) }), "index?": .number(pinned.first?.index ?? -1),
            "frame?": subject?.frame?.row ?? .null, "place?": .text(subject?.place.rawValue ?? "none"),
            "side?": subject.map(Self.side) ?? .null, "isResizable?": .bool(subject?.resize.isEmpty == false),
            "separators?": .object(of: shown.separators.map { ("\($0.id)?", .number($0.value)) }),
            "isExposed?": .bool(view.shown(in: shown).isExposed), "follows?": follows ?? .null,
        ]
        return all.merging(stored) { $1 }.merging(ofLast(shown)) { $1 }
    }

    private static func names(_ panels: [PanelFrame]) -> JSON { .texts(panels.map(\.id.text)) }
    private static func side(_ panel: PanelFrame) -> JSON { .text(panel.side?.rawValue ?? "none") }

    private static func text(_ place: Place) -> JSON {
        if case .pinned(let side) = place { .text("pinned \(side.rawValue)") } else { .text("\(place)") }
    }

    /// About the stored document, and the one with which the play began.
    private var stored: [String: JSON] {
        let entries = book.present.document.at("classes", "wide", "panels")?.fields ?? [:]
        return [
            "document?": book.present.document, "entries?": .object(of: entries.map { ("\($0)?", $1) }),
            "changes?": .number(book.revision), "diagnostics?": .number(salvage?.diagnostics.count ?? 0),
            "diagnosis?": .text(salvage?.diagnostics.joined(separator: "\n") ?? ""),
            "isNewer?": .bool(salvage?.isNewer ?? false),
        ]
    }

    /// About the last command and its panel.
    private func ofLast(_ shown: Frames) -> [String: JSON] {
        var told: [String: JSON] = ["refused?": refusal.map { .text($0) } ?? .null]
        guard let panel = last.flatMap({ shown[$0] }) else { return told }
        let place = panel.place.rawValue
        told["result?"] = .text(
            panel.place == .pinned ? "\(place):\(Self.side(panel).text ?? ""):\(panel.index ?? -1)" : place)
        guard let float = book.present.wide.record(of: panel.id).float else { return told }
        told["floatingSize?"] = .pair(float.size.width, float.size.height)
        if case .corner(let corner, _) = float.anchor {
            told["corner?"] = [corner.isRight ? "right" : "left", corner.isBottom ? "bottom" : "top"]
        }
        return told
    }
}

// Reading the program and the window.
extension Stage {
    /// `{"name": "composer"}`, or `panels`, `maximumPinned` per side, `pinningWiderThan`, `bodyMinimum`, and `defaults`, the
    /// sides where panels stand at first. A panel that only a step names is that of PanelKit's sample. PanelKit protects
    /// no body, but a row of panels needs some width.
    private static func catalogue(_ program: [String: JSON], _ named: [PanelID]) throws -> PanelCatalogue {
        let program = Given(program, "program")
        if try program.name as String? == "composer" { return .composer }
        let maximum = try program.maximumPinned ?? 1
        let defaults: [String: Side] = try program.defaults ?? [:]
        let catalogue = PanelCatalogue(
            panels: try program.list("panels").map(specification)
                + named.map { PanelSpecification(id: $0, title: $0.text, preferred: .sample) },
            maximumPinned: Dictionary(uniqueKeysWithValues: Side.allCases.map { ($0, maximum) }),
            pinningWiderThan: try program.pinningWiderThan ?? 0,
            bodyMinimum: try program.bodyMinimum
                ?? Size(width: Double(max(maximum, 1)) * Size.titleStrip.width, height: 0),
            defaults: [.wide: defaults.sorted { $0.key < $1.key }.map { DefaultPlace(PanelID($0), .pinned($1)) }])
        try program.expectAllRead()
        return catalogue
    }

    static func specification(_ panel: Given) throws -> PanelSpecification {
        let (id, preferred): (PanelID, Size) = (try panel.id ?? "panel", try panel.preferred)
        return PanelSpecification(
            id: id, title: id.text, preferred: preferred, minimum: try panel.minimum, maximum: try panel.maximum,
            pinned: Size(
                width: try panel.pinnedWidth ?? preferred.width, height: try panel.pinnedHeight ?? preferred.height),
            adjustsForKeyboard: try panel.adjustsForKeyboard ?? false)
    }

    /// `container`, `insets`, `class` (wide, unless the row says so), `scale` and `keyboard`.
    private static func container(_ window: [String: JSON]) throws -> Container {
        let window = Given(window, "window")
        let container = Container(
            size: try window.container, insets: try window.insets ?? .zero, sizeClass: try window.get("class") ?? .wide,
            screen: Screen(scale: try window.scale, keyboard: try window.keyboard))
        try window.expectAllRead()
        return container
    }
}

extension Size {
    /// Of the panels of PanelKit's sample.
    static let sample = Size(width: 320, height: 500)
}
