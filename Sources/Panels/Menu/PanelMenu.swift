/// The items of one panel's menu, in display order.
///
/// The engine tries each item's command on a copy of the arrangement. A menu therefore offers exactly what the engine
/// accepts, and a disabled item has the reason of the refusal. One menu tries about thirty commands, too many for every
/// change of a window; a page requests it when the menu opens.
package struct PanelMenu: Hashable, Sendable {
    package let sections: [MenuSection]
    /// The panels that “Stack with…” lists.
    package let mates: MenuSection
}

package struct MenuSection: Hashable, Sendable {
    package let title: String
    /// Displayed as one row of icons.
    package let isRow: Bool
    package let items: [MenuItem]
}

package struct MenuItem: Hashable, Sendable {
    /// Unique in the menu; a page chooses the icon by it, such as `pin.left`.
    package let id: String
    package let title: String
    /// Nil for the item that opens the list of mates.
    package let command: ArrangementCommand?
    /// Nil for an item that has no on and off.
    package let isChecked: Bool?
    /// Why the item is disabled; nil if it is enabled.
    package let reason: String?
}

extension Arrangement {
    /// - Parameter view: the window's view of the arrangement.
    /// - Throws: a refusal if the panel is not on screen.
    package func menu(
        of panel: PanelID, in container: Container, of catalogue: PanelCatalogue, view: ViewState = .plain
    ) throws(Refusal) -> PanelMenu {
        let shown = frames(of: self, in: container, catalogue: catalogue, view: view)
        do {
            let found = try shown.onScreen(panel)
            return PanelMenuMaker(self, found, in: container, of: catalogue, view, shown).menu
        } catch { throw checking(error, in: container, of: catalogue) }
    }
}

extension ViewState {
    /// Rewords the refusal “is not open” for a panel that is visible only temporarily: the reason says what to do first.
    package func explaining(
        _ refusal: Refusal, of arrangement: Arrangement, in container: Container, _ catalogue: PanelCatalogue
    ) -> Refusal {
        let shown = frames(of: arrangement, in: container, catalogue: catalogue, view: self)
        let guest = shown.panels.first { $0.isGuest && Words.notOpen($0.title) == refusal.reason }
        guard let guest else { return refusal }
        return Refusal(
            reason: guest.place == .inside
                ? "\(guest.title) is in Meta. Take it out first."
                : "\(guest.title) is shown for a while only. Pin it or let it float first.",
            alternative: refusal.alternative)
    }
}

extension PanelFrame {
    /// Shown temporarily outside of its place in the arrangement: beside its strip, at a button, or in Meta.
    var isGuest: Bool { frame != nil && [.strip, .popover, .inside].contains(place) }
}
