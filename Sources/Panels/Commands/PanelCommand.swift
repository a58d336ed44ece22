/// A command for the panels of one plan. Menus, keys, command line and HTTP share the same list.
///
/// Each kind is a ``PanelDeed``, defined in one file with everything that belongs to it: `PlanEditor+Placing.swift` has
/// float, pin and raise. The function with its name makes it: `.pin("date", .right)`.
package struct PanelCommand: Hashable, Sendable, CustomStringConvertible {
    let deed: any PanelDeed

    init(_ deed: any PanelDeed) { self.deed = deed }

    package var kind: CommandKind { CommandKind(type(of: deed)) }
    package var description: String { "\(deed)" }

    package static func == (one: PanelCommand, other: PanelCommand) -> Bool {
        AnyHashable(one.deed) == AnyHashable(other.deed)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(deed)) }

    /// All deeds. A file with several deeds lists them itself, so that adding one touches only that file.
    static let deeds: [any PanelDeed.Type] =
        opening + collapsing + placing + dropping + stacking + tabOrder + strips + moving + sizing + sides + sheets
        + focus + resetting + locking + splitting
}

/// A kind of panel command: its word, its document, its effect and its names.
///
/// `SequenceTests` runs every deed with random values for its fields.
protocol PanelDeed: Deed {
    /// The name in the history, before the panel's title: “pinning”.
    static var doing: String { get }
    /// Whether menus offer it with the text of `offer`, without code in the page; for deeds that need only a panel or
    /// nothing.
    static var isInMenus: Bool { get }

    /// The only panel whose place it may change; nil if there can be others.
    var subject: PanelID? { get }
    /// The text of a button: “Pin Date right”.
    /// - Parameter name: the title of its subject; `panel` if it has none.
    func title(_ name: String) -> String
    /// - Returns: a sentence about the result, and the panel concerned.
    func perform(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?)
    /// The window's view after the deed.
    /// - Parameter plan: the plan after the deed.
    func viewAfter(_ view: ViewState, of plan: ClassPlan) -> ViewState
}

extension PanelDeed {
    static var isInMenus: Bool { false }
    var command: ArrangementCommand { .arrange(PanelCommand(self)) }
    /// The user wants to see the effect of a command, so nothing may cover it.
    func viewAfter(_ view: ViewState, of plan: ClassPlan) -> ViewState { view.uncovered }
}

/// A deed about one panel.
protocol SinglePanelDeed: PanelDeed {
    var panel: PanelID { get }
    /// - Returns: a sentence about the result.
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String
}

extension SinglePanelDeed {
    var subject: PanelID? { panel }

    func perform(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?) {
        (try sentence(with: &editor), panel)
    }
}

/// A deed with only a word and a panel.
protocol PlainDeed: SinglePanelDeed {
    init(panel: PanelID)
}

/// A command for an arrangement, including its history and its copies.
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

/// A command's word, without its arguments.
package struct CommandKind: RawRepresentable, Hashable, CaseIterable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// nil for an unknown word.
    package init?(rawValue: String) {
        guard Self.deeds[rawValue] != nil || Self.others[rawValue] != nil else { return nil }
        self.rawValue = rawValue
    }

    private init(own rawValue: String) { self.rawValue = rawValue }
    init(_ deed: any PanelDeed.Type) { rawValue = deed.word }

    package static let undo = CommandKind(own: "undo")
    package static let redo = CommandKind(own: "redo")
    package static let saveAs = CommandKind(own: "saveAs")
    package static let load = CommandKind(own: "load")
    /// A client wrote a whole arrangement.
    package static let write = CommandKind(own: "write")

    package static let allCases: [CommandKind] =
        PanelCommand.deeds.map { CommandKind($0) } + [undo, redo, saveAs, load, write]

    package var description: String { rawValue }

    /// The verb for messages, before its object.
    var doing: String { deed?.doing ?? Self.others[rawValue] ?? rawValue }

    /// nil for a command that does not arrange panels.
    var deed: (any PanelDeed.Type)? { Self.deeds[rawValue] }

    /// The start fails on duplicate words, because they are a programming error.
    private static let deeds = Dictionary(uniqueKeysWithValues: PanelCommand.deeds.map { ($0.word, $0) })
    /// The verbs of the other commands.
    private static let others = [
        "undo": "undoing", "redo": "redoing", "saveAs": "saving", "load": "loading",
        "write": "replacing the arrangement",
    ]
}

/// Why a command cannot be carried out, in the user's words, and the nearest possible one.
package struct Refusal: Error, Hashable, Sendable {
    package let reason: String
    package let alternative: BookCommand?
}

/// The result of a command.
package struct PanelChange: Hashable, Sendable {
    package let arrangement: Arrangement
    /// For screen readers and the command line: "Date pinned right, second of two."
    package let announcement: String
    package let kind: CommandKind
    /// The panel concerned; after `nextPanel` the one that gets the focus, or nil for the body.
    package let panel: PanelID?
}
