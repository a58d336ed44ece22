/// A kind of thing that can be asked of a window's look at its arrangement, with all that belongs to it, as a
/// ``PanelDeed`` is one of the arrangement: one more of them touches its own file only.
protocol ViewDeed: Hashable, Sendable {
    static var word: String { get }
    init(_ fields: CommandFields) throws(CommandError)
    /// What `init` reads, without the word.
    var document: [String: PanelDocument] { get }
    func look(_ view: ViewState, at scene: ViewScene) throws(Refusal) -> ViewChange
}

/// What a look is a look at.
struct ViewScene {
    /// As it is shown without any look.
    let shown: Frames
    let catalogue: PanelCatalogue

    func specification(of panel: PanelID) throws(Refusal) -> PanelSpecification {
        if let found = catalogue[panel] { return found }
        let known = catalogue.panels.prefix(20).map(\.id.text).joined(separator: ", ")
        throw Refusal("There is no panel “\(panel.text.prefix(60))”. There are \(known).")
    }
}

/// Any of them.
package struct AnyViewDeed: Hashable, Sendable, CustomStringConvertible {
    let deed: any ViewDeed

    init(_ deed: any ViewDeed) { self.deed = deed }

    /// Nil for a word that none of them has.
    init?(word: String, _ fields: CommandFields) throws(CommandError) {
        guard let kind = Self.known[word] else { return nil }
        deed = try kind.init(fields)
    }

    var word: String { type(of: deed).word }
    package var description: String { "\(deed)" }

    package static func == (one: AnyViewDeed, other: AnyViewDeed) -> Bool {
        AnyHashable(one.deed) == AnyHashable(other.deed)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(deed)) }

    /// A file that has several lists them itself.
    static let deeds: [any ViewDeed.Type] = ViewState.choosing + ViewState.measuring
    private static let known = Dictionary(uniqueKeysWithValues: deeds.map { ($0.word, $0) })
}
