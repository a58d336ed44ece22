extension Arrangement {
    /// This arrangement with the plan of one class as `other` has it.
    package func taking(_ sizeClass: SizeClass, from other: Arrangement) -> Arrangement {
        var next = self
        next[sizeClass] = other[sizeClass]
        next.unknown.classFields[sizeClass] = other.unknown.classFields[sizeClass]
        next.unknown.panels[sizeClass] = other.unknown.panels[sizeClass]
        return next
    }
}
