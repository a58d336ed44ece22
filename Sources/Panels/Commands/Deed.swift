/// A command with everything that belongs to it: its word, its fields and its effect.
///
/// The stored properties are the fields of its document: `Pin(panel: "date", side: .right)` is `{"command": "pin",
/// "panel": "date", "side": "right"}`. HTTP, its description, `galley panel do` with its help and its completion ask the
/// type (`CommandForm`), so a deed is written in one file.
protocol Deed: Codable, Hashable, Sendable {
    /// The word in menus, documents and on the command line: `pin`.
    static var word: String { get }
    /// The command that this deed is.
    var command: ArrangementCommand { get }
    /// The fields that depend on each other: each list has those that can be said together. The others are free.
    static var ways: [[FieldUse]] { get }
}

extension Deed {
    static var ways: [[FieldUse]] { [[]] }
}

/// A field that may or must be said in one of several ways to say a command.
struct FieldUse: Sendable {
    let name: String
    let isNeeded: Bool
    /// The words that it can then have; nil for all.
    let words: [String]?

    static func needs(_ name: String) -> FieldUse { FieldUse(name: name, isNeeded: true, words: nil) }
    static func may(_ name: String, only words: [String]? = nil) -> FieldUse {
        FieldUse(name: name, isNeeded: false, words: words)
    }
}

/// A type that a field of a command can have.
protocol DeedField: Codable {
    static var form: CommandForm.Value { get }
    static var sample: Self { get }
}

extension String: DeedField {
    static var form: CommandForm.Value { .text }
    static var sample: String { "date" }
}

extension PanelID: DeedField {
    static var form: CommandForm.Value { .panel }
    static var sample: PanelID { "date" }
}

extension Double: DeedField {
    static var form: CommandForm.Value { .number }
    static var sample: Double { 1 }
}

extension Bool: DeedField {
    static var form: CommandForm.Value { .flag }
    static var sample: Bool { true }
}

extension Rectangle: DeedField {
    static var form: CommandForm.Value { .frame }
    static var sample: Rectangle { Rectangle(x: 1, y: 2, width: 30, height: 40) }
}

/// A field with one of a few words.
protocol WordField: DeedField, RawRepresentable<String>, CaseIterable {}

extension WordField {
    static var form: CommandForm.Value { .word(allCases.map(\.rawValue)) }
}

extension Side: WordField {
    static var sample: Side { .right }
}

extension Direction: WordField {
    static var sample: Direction { .up }
}

extension ResizeHandle: WordField {
    static var sample: ResizeHandle { .bottom }
}

/// A place among the panels of a side, or among the tabs of a stack. It counts from 0; a place beyond an end is that end.
struct PanelIndex: DeedField, Hashable, Sendable {
    static let form = CommandForm.Value.index, sample = PanelIndex(0)
    let value: Int

    init(_ value: Int) { self.value = value }

    /// Clamps absurd numbers to a range that Int can hold; the engine clamps them to the side.
    init(from decoder: any Decoder) throws {
        let number = try decoder.singleValueContainer().decode(Double.self)
        guard number == number.rounded() else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not whole"))
        }
        value = Int(min(max(number, -Measure.limit), Measure.limit))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// The name of a sheet's state, such as `half`. A panel may have states of its own.
struct SheetStateName: DeedField, RawRepresentable, Hashable, Sendable {
    static let form = CommandForm.Value.name(["tip", "half", "full"]), sample = SheetStateName(rawValue: "half")
    let rawValue: String
}
