import JSONTree

@testable import Panels

/// A row in the product's terms: a program with panels, a window, a stored document, and what happens then. Rows of all
/// other forms are converted into plays; those of `Vectors/plays.json` are written as plays.
///
///     {"program": {"panels": [{"id": "date", "preferred": [320, 500]}], "maximumPinned": 2},
///      "window": {"container": [1024, 768]},
///      "document": {"version": 2, "classes": {}},
///      "steps": [{"command": "pin", "panel": "date", "side": "right"}, {"window": {"container": [800, 600]}}]}
///
/// Documents and commands have the form that HTTP, command line and page share; `Stage` lists the other fields.
struct Play {
    var program: [String: JSON] = [:]
    var window: [String: JSON]
    var document: JSON?
    var steps: [JSON] = []
    /// The panel whose `frame` a row means; nil for the first pinned one.
    var about: PanelID?

    init(_ size: Size, insets: JSON? = nil) {
        window = ["container": .pair(size.width, size.height)]
        window["insets"] = insets
    }

    /// A window of the composer, with the panels of this project.
    init(composerIn size: Size) {
        self.init(size)
        program = ["name": "composer"]
    }

    init(_ row: Given) throws {
        (program, window) = (try row.program, try row.window)
        (document, steps, about) = (try row.document, try row.steps, try row.about)
    }

    func stage() throws -> Stage {
        var stage = try Stage(self)
        for step in steps { try stage.take(step) }
        return stage
    }

    /// - Returns: see `Stage.told`.
    func told() throws -> [String: JSON] { try stage().told(about: about) }

    func claim(_ expected: [String: JSON]) throws -> Claim { Claim(told: try told(), expected: expected) }

    /// The play with one more command.
    func then(_ word: String, _ panel: PanelID? = nil, _ fields: [String: JSON?] = [:]) -> Play {
        var next = self
        next.add(word, panel, fields)
        return next
    }

    /// Adds a command, which may be refused if it has the field `mayBeRefused`.
    mutating func add(_ word: String, _ panel: PanelID? = nil, _ fields: [String: JSON?] = [:]) {
        let own = ["command": .text(word), "panel": panel.map { JSON.text($0.text) }]
        steps.append(.object(fields.merging(own) { $1 }.compactMapValues(\.self)))
    }

    mutating func resize(to size: Size) {
        let window = window.merging(["container": .pair(size.width, size.height)]) { $1 }
        steps.append(["window": .object(window)])
    }

    /// Adds a panel to the program.
    mutating func know(_ id: PanelID?, _ panel: [String: JSON]) {
        let named = id.map { ["id": JSON.text($0.text)].merging(panel) { $1 } }
        program["panels"] = .list((program["panels"]?.elements ?? []) + [.object(named ?? panel)])
    }

    /// Adds a panel that prefers the size of `frame`, and floats it there.
    mutating func float(_ panel: PanelID, at frame: Rectangle, _ fields: [String: JSON] = [:]) {
        know(panel, fields.merging(["preferred": .pair(frame.width, frame.height)]) { $1 })
        add("float", panel, ["frame": frame.document])
    }

    /// Pins panels that a row describes by side and, optionally, id, index and thickness. Their side takes them all.
    mutating func pin(_ pinned: [Given]) throws {
        var counts: [Side: Int] = [:]
        for panel in pinned {
            let side: Side = try panel.side
            let id = try panel.id ?? PanelID("pinned \(side)")
            if let length = try panel.thickness ?? panel.width ?? panel.height as Double? {
                know(id, ["preferred": .pair(length, length)])
            }
            add("pin", id, ["side": .text(side.rawValue), "index": try panel.index])
            counts[side, default: 0] += 1
        }
        makeRoom(for: counts.values.max() ?? 1)
    }

    mutating func makeRoom(for count: Int) {
        program["maximumPinned"] = .number(max(program["maximumPinned"]?.integer ?? 1, count))
    }
}
