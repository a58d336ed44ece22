@testable import Panels

/// A window as a vector describes it, in the product's terms: a catalogue, an arrangement, a container.
struct Scene {
    var specifications: [PanelSpecification] = []
    var maximumPinned = 1
    /// nil: PanelKit protects no body, but a row of panels needs some width.
    var bodyMinimum: Size?
    var pinningWiderThan = 0.0
    var container: Container
    var view = ViewState.plain
    /// The commands so far; the arrangement begins with all panels closed.
    private var arrangement: Arrangement?

    /// As in PanelKit's vectors: one panel per side, unless they say otherwise.
    init(_ size: Size, insets: Insets = .zero) {
        // A fixed class, because these vectors describe one layout for every width.
        container = Container(size: size, insets: insets, sizeClass: .wide)
    }

    var catalogue: PanelCatalogue {
        PanelCatalogue(
            panels: specifications,
            maximumPinned: Dictionary(uniqueKeysWithValues: Side.allCases.map { ($0, maximumPinned) }),
            pinningWiderThan: pinningWiderThan,
            bodyMinimum: bodyMinimum
                ?? Size(width: Double(max(maximumPinned, 1)) * Size.titleStrip.width, height: 0))
    }

    var present: Arrangement {
        get { arrangement ?? .standard(of: catalogue) }
        set { arrangement = newValue }
    }

    var shown: Frames { frames(of: present, in: container, catalogue: catalogue, view: view) }

    mutating func resize(to size: Size) {
        container = Container(size: size, insets: container.insets, sizeClass: .wide)
    }

    /// Adds the panel of PanelKit's sample unless the vector defined it.
    mutating func know(_ panel: PanelID, preferred: Size = Size(width: 320, height: 500)) {
        guard !specifications.contains(where: { $0.id == panel }) else { return }
        specifications.append(PanelSpecification(id: panel, title: panel.text, preferred: preferred))
    }

    mutating func know(_ panel: Fields, id: PanelID? = nil) throws {
        let id = try panel.has("id") || id == nil ? panel.panel("id") : id ?? "panel"
        let preferred = try panel.size("preferred")
        specifications.append(
            PanelSpecification(
                id: id, title: id.text, preferred: preferred, minimum: try panel.optionalSize("minimum"),
                maximum: try panel.optionalSize("maximum"),
                pinned: Size(
                    width: try panel.optional("pinnedWidth") ?? preferred.width,
                    height: try panel.optional("pinnedHeight") ?? preferred.height)))
    }

    func frame(of panel: PanelID) throws -> PanelFrame {
        guard let frame = shown[panel] else {
            throw RowError("there is no panel \(panel)")
        }
        return frame
    }

    @discardableResult mutating func apply(_ command: PanelCommand) throws -> PanelChange {
        do {
            let change = try present.applying(command, in: container, of: catalogue)
            present = change.arrangement
            return change
        } catch { throw RowError("\(command) was refused: \(error.reason)") }
    }

    func begin(_ subject: DragSubject, at pointer: Point) throws -> DragHints {
        do { return try present.beginning(subject, at: pointer, in: container, of: catalogue) } catch {
            throw RowError("the drag could not begin: \(error.reason)")
        }
    }

    /// Compares the visible panels with a vector's `frames`, `content`, `meta`, `states`.
    func expectShown(_ expected: Fields) throws {
        if let frames = try expected.optionalPart("frames") {
            for panel in frames.keys { try frames.expect(frame(of: PanelID(panel)).frame, panel, "panel \(panel)") }
        }
        if expected.has("content") { try expected.expect(shown.body, "content", "the body") }
        if let meta = try expected.optionalPart("meta") {
            for panel in meta.keys {
                let found = try frame(of: PanelID(panel))
                guard let place = try meta.optionalPart(panel) else {
                    guard found.place != .pinned else { throw RowError("\(panel) is pinned, the row says not") }
                    continue
                }
                try place.expect(found.side?.rawValue ?? "none", "side")
                try place.expect(found.index ?? -1, "index")
            }
        }
        if let states = try expected.optionalPart("states") {
            for panel in states.keys {
                try states.part(panel).expect(frame(of: PanelID(panel)).side?.rawValue ?? "none", "side")
            }
        }
    }
}
