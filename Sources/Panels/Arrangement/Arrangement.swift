import JSONTree

/// Where the user wants the panels: one plan per size class. ``frames(of:in:catalogue:)`` computes what is shown from
/// it and never changes it.
package struct Arrangement: Hashable, Sendable {
    private(set) var compact, medium, wide: ClassPlan
    /// Data of a newer program that this one does not know, kept unchanged for the next save.
    var unknown = UnknownParts()

    /// The default arrangement.
    package static func standard(of catalogue: PanelCatalogue) -> Arrangement {
        Arrangement(
            compact: .standard(.compact, of: catalogue), medium: .standard(.medium, of: catalogue),
            wide: .standard(.wide, of: catalogue))
    }

    /// - Returns: nil if the catalogue offers none.
    package static func offered(by catalogue: PanelCatalogue) -> (name: String, arrangement: Arrangement)? {
        guard let offered = catalogue.offered else { return nil }
        func plan(_ sizeClass: SizeClass) -> ClassPlan {
            .standing(at: offered.places[sizeClass] ?? [], sizeClass, of: catalogue)
        }
        return (
            offered.name, Arrangement(compact: plan(.compact), medium: plan(.medium), wide: plan(.wide))
        )
    }

    subscript(sizeClass: SizeClass) -> ClassPlan {
        get {
            switch sizeClass {
            case .compact: compact
            case .medium: medium
            case .wide: wide
            }
        }
        set {
            switch sizeClass {
            case .compact: compact = newValue
            case .medium: medium = newValue
            case .wide: wide = newValue
            }
        }
    }
}

/// Parts of a document that this program cannot read but must keep.
struct UnknownParts: Hashable, Sendable {
    var fields: [String: JSON] = [:]
    var classes: [String: JSON] = [:]
    /// For each known class, its unknown fields and its unknown panels.
    var classFields: [SizeClass: [String: JSON]] = [:]
    var panels: [SizeClass: [String: JSON]] = [:]
}
