import JSONTree

@testable import Panels

// Saving and reading documents.
extension VectorChecks {
    /// PanelKit saves an origin as a fraction of the container; our document has corner, distance and container
    /// instead.
    func stateEncode(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        var scene = Scene(try given.size("container"))
        try pin(try given.part("pinned"), in: &scene)
        let floating = try given.part("floating")
        scene.know(try floating.panel("id"))
        try scene.apply(.float(try floating.panel("id"), frame: try floating.frame("frame")))
        let saved = Arrangement.salvaging(scene.present.document, of: scene.catalogue).arrangement.wide
        let states = try expected.part("states")
        for panel in states.keys {
            let state = try states.part(panel)
            switch saved.place(of: PanelID(panel)) {
            case .pinned(let side):
                let metadata = try state.part("pinnedMetadata")
                try metadata.expect(["left": 0, "right": 1, "top": 2, "bottom": 3][side.rawValue] ?? -1, "side")
                try metadata.expect(saved.index(of: PanelID(panel), on: side) ?? -1, "index")
            case .floating:
                guard let wanted = saved.record(of: PanelID(panel)).float else { throw RowError("nothing is saved") }
                let origin = wanted.frame(in: wanted.seenIn).origin
                let position: [Double] = try state.part("floatingState").get("relativePosition")
                let fraction = [origin.x / wanted.seenIn.width, origin.y / wanted.seenIn.height]
                guard position.count == 2, zip(position, fraction).allSatisfy({ abs($0 - $1) < 1e-9 }) else {
                    throw RowError("\(panel) is saved at \(fraction), the row says \(position)")
                }
            case .sheet, .stacked, .meta, .closed: throw RowError("\(panel) is saved as closed")
            }
        }
    }

    func stateRestore(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        var scene = Scene(try given.size("container"))
        scene.maximumPinned = try given.optional("maximumPinnedPerSide") ?? 1
        for panel in try given.list("panels") { try scene.know(panel) }
        let states: [String: Any] = try given.get("states")
        for panel in states.keys.sorted() { scene.know(PanelID(panel)) }
        let salvage = Arrangement.salvaging(
            .object(["version": .number(1), "panels": try JSON(any: states)]), of: scene.catalogue)
        scene.present = salvage.arrangement
        try scene.expectShown(expected)
        for (key, side) in [("pinnedLeft", Side.left), ("pinnedRight", .right)] where expected.has(key) {
            try expected.expect(scene.shown.panels.count { $0.place == .pinned && $0.side == side }, key)
        }
        guard let result: String = try expected.optional("result") else { return }
        for claim in try RestoreClaim.all(in: result) { try claim.check(scene, salvage) }
    }

    func restore(_ row: VectorRow, _ given: Fields, _ expected: Fields) throws {
        if given.has("version") { return try newer(given, expected) }
        if given.has("frame") { return try badNumber(given, expected) }
        if given.has("saved") { return try newPanel(given, expected) }
        if given.has("rightIndices") { return try indices(given, expected) }
        if given.has("everything") { return try everythingHidden(given, expected) }
        let panels: [String: Any] = try given.get("panels")
        var document = Scene.composer.document
        for (panel, entry) in panels { try document.setEntry(of: panel, toEntry: entry) }
        for panel in PanelCatalogue.composer.panels where panels[panel.id.text] == nil {
            document.removeEntry(of: panel.id.text)
        }
        let salvage = Arrangement.salvaging(document, of: .composer)
        let defaults = Arrangement.standard(of: .composer)
        try expected.expect(salvage.diagnostics.count, "diagnostics")
        if let result: String = try expected.optional("result") {
            guard result == "default arrangement", salvage.arrangement == defaults else {
                throw RowError("the arrangement is another one, the row says \(result)")
            }
        }
        if let restored: [String] = try expected.optional("restored") {
            for panel in restored { try expectSame(panel, salvage.arrangement, Scene.composer) }
        }
        if let defaulted: [String] = try expected.optional("defaulted") {
            for panel in defaulted {
                guard salvage.diagnostics.contains(where: { $0.lowercased().contains("the \(panel) panel") }) else {
                    throw RowError("nothing is said about \(panel)")
                }
                guard salvage.arrangement.wide.place(of: PanelID(panel)) == defaults.wide.place(of: PanelID(panel))
                else { throw RowError("\(panel) is not at its default place") }
            }
        }
        if let kept: [String] = try expected.optional("keptUnknown") {
            for panel in kept {
                let entry = salvage.arrangement.document.entry(of: panel)
                guard let entry, try panels[panel].map({ try JSON(any: $0) }) == entry else {
                    throw RowError("\(panel) is kept as \(String(describing: entry))")
                }
            }
        }
    }

    private func newer(_ given: Fields, _ expected: Fields) throws {
        // The row counts from another version: only the distance of the document's version matters.
        let ahead: Double = try given.get("version") - given.get("current")
        let version = Double(Arrangement.documentVersion) + ahead
        let salvage = Arrangement.salvaging(
            .object(["version": .number(version), "classes": .text("of another world")]), of: .composer)
        try expected.expect(salvage.diagnostics.count, "diagnostics")
        try expected.expect("default shown, stored document not overwritten", "result")
        guard salvage.isNewer, salvage.arrangement == .standard(of: .composer) else {
            throw RowError("a newer document was not left alone")
        }
    }

    private func badNumber(_ given: Fields, _ expected: Fields) throws {
        let frame = try given.get("frame", as: [Any].self).map { try JSON(any: $0) }
        guard frame.count == 4 else { throw RowError("a frame has four numbers") }
        let float = JSON.object([
            "corner": .text("top-left"), "distance": .list(Array(frame[..<2])), "size": .list(Array(frame[2...])),
        ])
        var document = Scene.composer.document
        document.setEntry(of: "date", to: .object(["place": .text("floating"), "float": float]))
        let salvage = Arrangement.salvaging(document, of: .composer)
        try expected.expect(salvage.diagnostics.count, "diagnostics")
        try expected.expect("default place", "result")
        guard salvage.arrangement.wide.place(of: "date") == .pinned(.right) else {
            throw RowError("the panel is not at its default place")
        }
    }

    private func newPanel(_ given: Fields, _ expected: Fields) throws {
        let saved: [String] = try given.get("saved")
        let known: [String] = try given.get("known")
        let catalogue = PanelCatalogue(
            panels: known.map {
                PanelSpecification(id: PanelID($0), title: $0, preferred: Size(width: 300, height: 300))
            }, maximumPinned: [.right: 9],
            defaults: [.wide: saved.map { DefaultPlace(PanelID($0), .pinned(.right)) }])
        var document = Arrangement.standard(of: catalogue).document
        for panel in known where !saved.contains(panel) { document.removeEntry(of: panel) }
        let salvage = Arrangement.salvaging(document, of: catalogue)
        for panel in known where !saved.contains(panel) {
            try expected.expect("its default place; not forced open if closed by default", panel)
            guard salvage.arrangement.wide.place(of: PanelID(panel)) == .closed, salvage.diagnostics.isEmpty else {
                throw RowError("\(panel) was forced open")
            }
        }
    }

    private func indices(_ given: Fields, _ expected: Fields) throws {
        let indices: [Int] = try given.get("rightIndices")
        var scene = Scene(Size(width: 1366, height: 1024))
        scene.maximumPinned = indices.count
        var document = JSON.object(["classes": .object(["wide": .object(["panels": .object([:])])])])
        for (number, index) in indices.enumerated() {
            scene.know(PanelID("panel \(number)"))
            document.setEntry(
                of: "panel \(number)",
                to: .object(["place": .text("pinned"), "side": .text("right"), "index": .number(index)]))
        }
        scene.present = Arrangement.salvaging(document, of: scene.catalogue).arrangement
        try expected.expect(scene.shown.panels.compactMap(\.index), "rightIndices")
    }

    /// No field of a document can hide the body.
    private func everythingHidden(_ given: Fields, _ expected: Fields) throws {
        let isVisible: Bool = try given.get("bodyVisible")
        guard try given.get("everything", as: String.self) == "hidden" else {
            throw RowError("“everything” is not hidden")
        }
        var document = Scene.composer.document
        for panel in PanelCatalogue.composer.panels {
            document.setEntry(of: panel.id.text, to: .object(["place": .text("closed")]))
        }
        if case .object(var fields) = document {
            fields["bodyVisible"] = .bool(isVisible)
            document = .object(fields)
        }
        let arrangement = Arrangement.salvaging(document, of: .composer).arrangement
        let container = Container(size: Size(width: 1366, height: 1024))
        let body = frames(of: arrangement, in: container, catalogue: .composer).body
        try expected.expect(body.width >= 320 && body.height >= 200, "bodyVisible")
    }

    private func expectSame(_ panel: String, _ one: Arrangement, _ other: Arrangement) throws {
        guard PanelCatalogue.composer[PanelID(panel)] != nil,
            one.wide.place(of: PanelID(panel)) == other.wide.place(of: PanelID(panel))
        else {
            throw RowError("\(panel) was not restored")
        }
    }
}

/// The claims of a `state-restore` row, clause by clause.
private enum RestoreClaim {
    case pinned(PanelID?, Side, index: Int)
    case isDefault(PanelID)
    case restored(PanelID)
    case allRestored
    case namesAreFine
    case thicknessIsSaved
    case floats(PanelID)
    case frame([Double])
    case closed

    static func all(in result: String) throws -> [RestoreClaim] {
        if let numbers = frame(result) { return [.frame(numbers)] }
        return try result.split(separator: ";").map { try RestoreClaim(String($0)) }
    }

    private init(_ clause: String) throws {
        let words = clause.split(separator: " ").map(String.init)
        switch words {
        case ["string", "ids", "are", "normal"]: self = .namesAreFine
        case ["thickness", "is", "saved", "for", "the", "side"]: self = .thicknessIsSaved
        case ["both", "restored"]: self = .allRestored
        case ["ties", "by", "id"]: self = .allRestored
        case ["panel", "closed,", "default", "size"]: self = .closed
        default: self = try Self.other(words, clause)
        }
    }

    private static func other(_ words: [String], _ clause: String) throws -> RestoreClaim {
        if words.count == 4, words[0] == "pinned", words[2] == "index", let side = Side(rawValue: words[1]),
            let index = Int(words[3])
        {
            return .pinned(nil, side, index: index)
        }
        guard words.count >= 3, words[0] == "panel" else { throw RowError("unknown: “\(clause)”") }
        let panel = PanelID(words[1])
        switch words[2...].joined(separator: " ") {
        case "to its default place with a diagnostic": return .isDefault(panel)
        case "restored": return .restored(panel)
        case let rest where rest.hasPrefix("floats or stacks with") && rest.hasSuffix("with a diagnostic"):
            return .floats(panel)
        default: throw RowError("unknown: “\(clause)”")
        }
    }

    private static func frame(_ result: String) -> [Double]? {
        guard result.hasPrefix("["), result.hasSuffix("]") else { return nil }
        let numbers = result.dropFirst().dropLast().split { $0 == "," || $0 == " " }.compactMap { Double($0) }
        return numbers.count == 4 ? numbers : nil
    }

    func check(_ scene: Scene, _ salvage: Salvage) throws {
        let plan = scene.present.wide
        switch self {
        case .pinned(_, let side, let index):
            let found = scene.shown.panels.first { $0.place == .pinned }
            guard found?.side == side, found?.index == index else { throw RowError("no panel is \(side) \(index)") }
        case .isDefault(let panel):
            guard plan.place(of: panel) == scene.catalogue.defaultPlace(of: panel, in: .wide),
                salvage.diagnostics.contains(where: { $0.contains("The \(panel) panel") })
            else { throw RowError("\(panel) is not at its default place with a diagnostic") }
        case .restored(let panel):
            guard try scene.frame(of: panel).frame != nil else { throw RowError("\(panel) is not restored") }
        case .allRestored:
            let floating = scene.shown.panels.filter { $0.place == .floating }
            guard floating.count == scene.catalogue.panels.count, salvage.diagnostics.isEmpty,
                plan.stack == plan.stack.sorted()
            else { throw RowError("restored are \(floating.map(\.id)), in the order \(plan.stack)") }
        case .namesAreFine:
            guard salvage.diagnostics.isEmpty, scene.shown.panels.allSatisfy({ $0.frame != nil }) else {
                throw RowError("\(salvage.diagnostics)")
            }
        case .thicknessIsSaved: try checkThickness(scene)
        case .floats(let panel):
            guard [.floating, .stacked].contains(try scene.frame(of: panel).place), salvage.diagnostics.count == 1
            else {
                throw RowError("\(panel) neither floats nor is a tab, with a diagnostic: \(salvage.diagnostics)")
            }
        case .frame(let frame):
            try Fields(["frame": frame], "result").expect(scene.shown.panels.first?.frame, "frame", "the panel")
        case .closed:
            guard let panel = scene.catalogue.panels.first, plan.record(of: panel.id) == PanelRecord() else {
                throw RowError("the panel is not closed with its default size")
            }
        }
    }

    /// The side has the saved thickness, whichever panel is first on it.
    private func checkThickness(_ scene: Scene) throws {
        var scene = scene
        guard let separator = scene.shown.separators.first, case .thickness(let side) = separator.id else {
            throw RowError("nothing is pinned")
        }
        let first = scene.shown.panels.filter { $0.side == side }.min { ($0.index ?? 0) < ($1.index ?? 0) }
        guard let first else { throw RowError("no panel is pinned on the \(side) side") }
        scene.present[.wide].update(side) { $0.thickness = separator.value + 30 }
        scene.present = Arrangement.salvaging(scene.present.document, of: scene.catalogue).arrangement
        try scene.apply(.pin(first.id, side, index: 1))
        guard scene.shown.separators.first?.value == separator.value + 30 else {
            throw RowError("the thickness follows a panel")
        }
    }
}

extension Scene {
    /// The composer's own arrangement, with places other than the defaults.
    static let composer: Arrangement = {
        let container = Container(size: Size(width: 1366, height: 1024))
        let start = Arrangement.standard(of: .composer)
        let commands: [PanelCommand] = [.pin("title", .bottom), .float("date"), .pin("tags", .top)]
        return commands.reduce(start) { arrangement, command in
            (try? arrangement.applying(command, in: container, of: .composer).arrangement) ?? arrangement
        }
    }()
}
