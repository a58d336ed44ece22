package import JSONTree

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
    package static var words: [String] { deeds.map { $0.word } }
    private static let known = Dictionary(uniqueKeysWithValues: deeds.map { ($0.word, $0) })
}

// In the form that HTTP, command line and page share: {"command": "maximise", "panel": "date"}.
extension ViewCommand {
    /// - Returns: nil if the document's word is not that of a view command.
    package init?(_ document: JSON) throws(CommandError) {
        guard let fields = CommandFields(document), let word = document.fields?["command"]?.text,
            let kind = Self.known[word]
        else { return nil }
        self.init(try kind.init(fields))
    }

    package var document: JSON { deed.wholeDocument }
}
