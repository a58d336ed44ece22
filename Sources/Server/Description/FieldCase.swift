import JSONTree
import Panels

/// A dependency between the fields of a request: where one field has one of these words, other fields are required.
struct FieldCase: Sendable {
    let field: String
    let words: [String]
    /// The fields required in addition to `field`.
    let required: [String: Bound]
    /// Optional fields and their constraints.
    let optional: [String: Bound]

    init(_ field: String, _ words: [String], _ required: [String: Bound] = [:], optional: [String: Bound] = [:]) {
        self.field = field
        self.words = words
        self.required = required
        self.optional = optional
    }

    /// One of several alternative schemas.
    var schema: JSON {
        var properties = required.mapValues { JSON.object($0.words) }
        for (name, bound) in optional { properties[name] = .object(bound.words).orNull }
        properties[field] = .object(FieldCase.choice(words).words)
        return .object([
            "type": .text("object"),
            "properties": .object(properties), "required": .texts([field] + required.keys.sorted()),
        ])
    }

    /// By type. `DescriptionTests` compares each case with the daemon, and the words with the existing commands.
    static let table: [String: [FieldCase]] = ["PanelCommandBody": commands, "DragBody": drags]

    private static let text = Bound(words: ["type": .text("string")])
    private static let number = Bound(words: ["type": .text("number")])
    private static let side = choice(Side.allCases.map(\.rawValue))
    private static let edge = choice(ResizeHandle.allCases.map(\.rawValue))
    private static let frame = Bound(
        words: [
            "type": .text("object"), "required": .texts(["x", "y", "width", "height"]),
            "properties": .object(
                Dictionary(uniqueKeysWithValues: ["x", "y", "width", "height"].map { ($0, JSON.object(number.words)) })),
        ])
    private static let separator = Bound(
        words: ["type": .text("string"), "pattern": .text("^(left|right|top|bottom)(/[1-9][0-9]{0,3})?$")])
    private static let name = Bound(words: Bound.arrangementName.words.merging(text.words) { one, _ in one })
    private static let panel = Bound(
        words: ["type": .text("string"), "minLength": .number(1), "maxLength": .number(60)])

    private static func choice(_ words: [String]) -> Bound {
        Bound(words: ["type": .text("string"), "enum": .texts(words)])
    }

    private static func commands(
        _ words: String..., of required: [String: Bound] = [:], optional: [String: Bound] = [:]
    ) -> FieldCase { FieldCase("command", words, required, optional: optional) }

    private static let commands = [
        commands(
            "closeAllPinned", "closeAllFloating", "nextPanel", "previousPanel", "undo", "redo", "detach", "attach",
            "useEverywhere", "maximise", "expose", "zen", "peek", "popover"),
        commands(
            "open", "close", "collapse", "restore", "takeOut", "float", "raise", "tab", "popOut", "return", "back",
            "divide", "fold", of: ["panel": text]),
        commands("pin", of: ["panel": text, "side": side]),
        commands("drop", of: ["panel": text, "frame": frame]),
        commands("fling", of: ["panel": text, "location": number]),
        commands("stack", of: ["panel": text, "with": text]),
        commands("unstack", of: ["panel": text], optional: ["side": side]),
        commands("collapseSide", "expandSide", "thickness", of: ["side": side]),
        commands("move", of: ["panel": text], optional: ["direction": choice(Direction.allCases.map(\.rawValue))]),
        commands("resize", of: ["panel": text], optional: ["edge": edge]),
        commands("share", "scroll", of: ["panel": text, "value": number]),
        commands("sheet", of: ["panel": text, "edge": side]),
        commands("detent", of: ["panel": text, "state": text]),
        commands("reset", optional: ["scope": choice(["all", "class"])]),
        commands("reset", of: ["scope": choice(["panel"]), "panel": text]),
        commands("lock", "unlock", optional: ["side": side]),
        commands(
            "splitter", of: ["separator": separator, "move": choice(SplitterMove.allCases.map(\.rawValue))]),
        commands("saveAs", of: ["name": name]), commands("load", of: ["name": text]),
        commands("show", "push", of: ["panel": text, "item": text]),
        commands("naturalSize", of: ["panel": text, "width": number, "height": number]),
    ]

    private static let drags = [
        FieldCase("kind", ["move", "tab"], ["panel": panel]),
        FieldCase("kind", ["resize"], ["panel": panel, "edge": edge]),
    ]
}
