import JSONTree

/// Where a user wants the panels: one plan per size class. What is shown of it is computed, by
/// ``frames(of:in:catalogue:)``, and never flows back into it.
package struct Arrangement: Hashable, Sendable {
    private(set) var compact, medium, wide: ClassPlan
    /// What a newer program wrote and this one does not know, kept word for word for the next save.
    var unknown = UnknownParts()

    /// The arrangement nobody has touched yet.
    package static func standard(of catalogue: PanelCatalogue) -> Arrangement {
        Arrangement(
            compact: .standard(.compact, of: catalogue), medium: .standard(.medium, of: catalogue),
            wide: .standard(.wide, of: catalogue))
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

/// Parts of a document that this program cannot read but must not lose.
struct UnknownParts: Hashable, Sendable {
    var fields: [String: JSON] = [:]
    var classes: [String: JSON] = [:]
    /// By the name of a known class: its unknown fields, and its unknown panels.
    var classFields: [SizeClass: [String: JSON]] = [:]
    var panels: [SizeClass: [String: JSON]] = [:]
}
