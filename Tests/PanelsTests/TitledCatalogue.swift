import Panels

extension PanelCatalogue {
    /// The composer's panels with Title pinned above the text, as a writer may have them: rows and columns at once.
    static let titled: PanelCatalogue = {
        let composer = PanelCatalogue.composer, title = DefaultPlace("title", .pinned(.top))
        var defaults = composer.defaults
        for sizeClass in [SizeClass.wide, .medium] { defaults[sizeClass] = [title] + (defaults[sizeClass] ?? []) }
        return PanelCatalogue(
            panels: composer.panels, maximumPinned: composer.maximumPinned, defaults: defaults, meta: composer.meta,
            floatMargin: 24)
    }()
}
