// Sentences about sheets.
extension Words {
    static func behind(_ front: String) -> String { "It is behind \(front)." }

    static func noRoomForSheet(_ catalogue: PanelCatalogue) -> String {
        let least = catalogue.bodyMinimum
        return
            "There is no room for it: the text keeps at least \(pixels(least.width)) by \(pixels(least.height)) px."
    }

    /// "half height", "full width".
    static func extent(_ state: SheetState, on edge: Side) -> String {
        "\(state.name == SheetState.tip.name ? "low" : state.name) \(edge.isColumn ? "width" : "height")"
    }

    static func sheet(_ panel: PanelSpecification, _ sheet: SheetShown) -> String {
        let kind = sheet.isModal ? "a sheet over everything" : "a sheet \(at(sheet.edge))"
        return "\(panel.title) is \(kind), \(extent(sheet.state, on: sheet.edge))."
    }

    static func oneAxis(_ panel: PanelSpecification, _ edge: Side) -> String {
        "\(panel.title) is a sheet: only its \(edge.isColumn ? "width" : "height") changes."
    }

    static func noState(_ name: String, _ track: SheetTrack) -> String {
        "A sheet has no state “\(name.prefix(60))” here. There are \(states(track))."
    }

    private static func states(_ track: SheetTrack) -> String {
        let names = track.ladder.states.reversed().map(\.name)
        guard let last = names.last else { return "none" }
        return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
    }
}
