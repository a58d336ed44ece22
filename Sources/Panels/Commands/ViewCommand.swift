/// A command for one window's view of its arrangement.
///
/// Each kind is a ``ViewDeed``, defined in one file with everything that belongs to it: `ViewState+Covering.swift` has
/// maximise, expose and zen. The function with its name makes it: `.maximise("date")`.
package struct ViewCommand: Hashable, Sendable, CustomStringConvertible {
    let deed: any ViewDeed

    init(_ deed: any ViewDeed) { self.deed = deed }

    package var description: String { "\(deed)" }

    package static func == (one: ViewCommand, other: ViewCommand) -> Bool {
        AnyHashable(one.deed) == AnyHashable(other.deed)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(deed)) }

    /// All view deeds. A file with several lists them itself.
    static let deeds: [any ViewDeed.Type] =
        ViewState.covering + ViewState.visiting + ViewState.choosing + ViewState.measuring
}
