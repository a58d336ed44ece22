import JSONTree

/// One thing that can be asked of the panels of one plan. The same list serves menu, keys, command line and HTTP.
///
/// Each kind is a ``PanelDeed`` and stands with all that belongs to it in one file: `PlanEditor+Placing.swift` has
/// float, pin and raise. It is made by the function of its name: `.pin("date", .right)`.
package struct PanelCommand: Hashable, Sendable, CustomStringConvertible {
    let deed: any PanelDeed

    init(_ deed: any PanelDeed) { self.deed = deed }

    package var kind: CommandKind { CommandKind(type(of: deed)) }
    package var description: String { "\(deed)" }

    package static func == (one: PanelCommand, other: PanelCommand) -> Bool {
        AnyHashable(one.deed) == AnyHashable(other.deed)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(deed)) }

    /// All deeds there are. A file that has several lists them itself, so that one more of them touches that file only.
    static let deeds: [any PanelDeed.Type] =
        opening + collapsing + placing + dropping + stacking + tabOrder + strips + moving + sizing + sides + sheets
        + flinging + focus + resetting + locking + splitting
}

/// A kind of thing that can be asked of a plan's panels: its word, how it is written, what it does, how it is called.
///
/// `SequenceTests` throws every deed at the engine, with fields of the kinds that it names in `fields`.
protocol PanelDeed: Hashable, Sendable {
    /// The word in menus, documents and on the command line: `pin`.
    static var word: String { get }
    /// As the history calls it, before the panel's title: “pinning”.
    static var doing: String { get }
    /// What its document may have beside the word.
    static var fields: [CommandField] { get }
    /// Menus offer it as `offer` says it, and no page need know it: for deeds that need a panel or nothing to be said.
    static var isInMenus: Bool { get }

    init(_ fields: CommandFields) throws(CommandError)
    /// What `init` reads.
    var document: [String: JSON] { get }
    /// The one panel that it is about, and whose place it may change; nil when there are others, too.
    var panel: PanelID? { get }
    /// As a button offers it.
    /// - Parameter title: of the panel; `panel` when it is about none.
    func offer(_ title: String) -> String
    /// - Returns: what was done, in a sentence, and the panel concerned.
    func carryOut(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?)
    /// What is left of the window's view once it is done.
    /// - Parameter plan: as it is then; nil when nobody knows.
    func viewAfter(_ view: ViewState, of plan: ClassPlan?) -> ViewState
}

extension PanelDeed {
    static var isInMenus: Bool { false }
    /// Whoever arranges wants to see it.
    func viewAfter(_ view: ViewState, of plan: ClassPlan?) -> ViewState { view.uncovered }
}

/// A deed that is said with a word and a panel.
protocol PlainDeed: PanelDeed {
    var id: PanelID { get }
    init(id: PanelID)
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String
}

extension PlainDeed {
    static var fields: [CommandField] { [.panel] }
    init(_ fields: CommandFields) throws(CommandError) { self.init(id: try fields.panel()) }
    var document: [String: JSON] { ["panel": .text(id.text)] }
    var panel: PanelID? { id }

    func carryOut(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?) {
        (try sentence(with: &editor), id)
    }
}

/// A field that the document of a command may have, and what it holds.
enum CommandField: Hashable, Sendable {
    case panel, optionalPanel
    /// Another panel, under this name.
    case other(String)
    case side, optionalSide
    case index
    case frame, optionalFrame
    case edge
    case direction
    case scope
    case flag(String)
    case text(String)
    case optionalText(String)
    case number(String)
    case optionalNumber(String)
    /// One of these words.
    case word(String, [String])
    case optionalWord(String, [String])
}

/// What else can be asked of an arrangement: what concerns its history and its copies.
package enum BookCommand: Hashable, Sendable {
    case arrange(PanelCommand)
    case undo
    case redo
    case saveAs(String)
    case load(String)
}

package enum ResetScope: Hashable, Sendable {
    case all
    case sizeClass
    case panel(PanelID)
}

package enum Direction: String, CaseIterable, Sendable { case left, right, up, down }

/// The word of a command, without what it is applied to.
package struct CommandKind: RawRepresentable, Hashable, CaseIterable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// Nil for a word that no command has.
    package init?(rawValue: String) {
        guard Self.known[rawValue] != nil else { return nil }
        self.rawValue = rawValue
    }

    private init(own rawValue: String) { self.rawValue = rawValue }
    init(_ deed: any PanelDeed.Type) { rawValue = deed.word }

    package static let undo = CommandKind(own: "undo")
    package static let redo = CommandKind(own: "redo")
    package static let saveAs = CommandKind(own: "saveAs")
    package static let load = CommandKind(own: "load")
    /// A whole arrangement from outside.
    package static let write = CommandKind(own: "write")

    package static let allCases: [CommandKind] =
        PanelCommand.deeds.map { CommandKind($0) } + [undo, redo, saveAs, load, write]

    package var description: String { rawValue }

    /// What it is called while it is done; what it is done to follows.
    var doing: String {
        switch Self.known[rawValue] ?? nil {
        case let deed?: deed.doing
        case nil where self == .undo: "undoing"
        case nil where self == .redo: "redoing"
        case nil where self == .saveAs: "saving"
        case nil where self == .load: "loading"
        case nil: "replacing the arrangement"
        }
    }

    /// Nil for what does not arrange panels.
    var deed: (any PanelDeed.Type)? { Self.known[rawValue] ?? nil }

    /// Two deeds with one word would be a mistake of ours: then the program does not start.
    private static let known: [String: (any PanelDeed.Type)?] = {
        let deeds = PanelCommand.deeds.map { ($0.word, Optional($0)) }
        let others = ["undo", "redo", "saveAs", "load", "write"].map { ($0, (any PanelDeed.Type)?.none) }
        return Dictionary(uniqueKeysWithValues: deeds + others)
    }()
}

/// A command that cannot be carried out: why, in the user's words, and the nearest one that can.
package struct Refusal: Error, Hashable, Sendable {
    package let reason: String
    package let alternative: BookCommand?
}

/// What a command has done.
package struct PanelChange: Hashable, Sendable {
    package let arrangement: Arrangement
    /// For screen readers and for the command line: "Date pinned right, second of two."
    package let announcement: String
    package let kind: CommandKind
    /// The panel concerned; after `nextPanel` the one that takes the focus, nil the body.
    package let panel: PanelID?
}
