/// Where a user wants the panels: one plan per size class. What is shown of it is computed, by ``frames(of:in:catalogue:)``,
/// and never flows back into it.
package struct Arrangement: Hashable, Sendable {
    package var plans: [SizeClass: ClassPlan]
    /// What a newer program wrote and this one does not know, kept word for word for the next save.
    package var unknown: UnknownParts

    /// The arrangement nobody has touched yet.
    package static func standard(of catalogue: PanelCatalogue) -> Arrangement {
        Arrangement(plans: [:], unknown: UnknownParts())
    }
}

package struct ClassPlan: Hashable, Sendable {}
package struct UnknownParts: Hashable, Sendable {}
