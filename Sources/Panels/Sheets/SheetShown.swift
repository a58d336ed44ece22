/// A sheet as it stands in a window.
package struct SheetShown: Hashable, Sendable {
    package let track: SheetTrack
    /// What is shown, which may be less than is wanted.
    package let state: SheetState

    package var edge: Side { track.edge }
    package var isModal: Bool { track.layout.isModal }
    /// Where its moving edge is.
    package var location: Double { track.location(of: state) }
    package var surface: Rectangle { track.surface(at: location) }
    package var visible: Rectangle { track.visible(at: location) }
    /// How much of the surface lies beyond the edge: what scrolls in it needs so much more room at its end.
    package var concealed: Double { track.layout.contentMode == .fixed ? track.offset(of: location) : 0 }
}

extension SheetShown {
    /// The open panel of a compact window.
    init(compact plan: ClassPlan, _ panel: PanelSpecification, in container: Container, of catalogue: PanelCatalogue) {
        let record = plan.record(of: panel.id)
        let track = SheetTrack(
            compact: panel, height: record.height, isModal: record.sheet?.isModal ?? false, in: container, of: catalogue
        )
        self.init(track: track, state: track.state(named: record.sheet?.state))
    }
}

extension SheetTrack {
    /// In a compact window the text and the sheet divide the room, so a sheet takes the whole width, and what leaves the
    /// text too little is not offered; where a panel's own layout has nothing else, the standard one is taken.
    init(
        compact panel: PanelSpecification, height: Double?, isModal: Bool, in container: Container,
        of catalogue: PanelCatalogue
    ) {
        var layout = catalogue.sheetLayout(
            of: panel, on: .bottom, in: container, height: height, isModal: isModal)
        if !layout.isModal { layout.span = .whole }
        let room = container.room
        let most = layout.isModal ? room.height : Frames.compactHeight(.infinity, in: room.height, of: catalogue)
        // Half a device pixel, by which a place may have been rounded.
        let rounding = container.screen.scale.map { 0.5 / $0 } ?? 1e-9
        let track = SheetTrack(layout, in: container.sheetSpace).keeping { _, visible in
            visible.height <= most + rounding && visible.height >= min(Size.titleStrip.height, room.height / 2)
                && visible.width >= min(Size.titleStrip.width, room.width)
        }
        if track.ladder.mostExpanded != .hidden || panel.sheets[.compact] == nil {
            self = track
        } else {
            let standard = catalogue.standardSheetLayout(
                of: panel, on: .bottom, in: container, height: height, isModal: isModal)
            self.init(standard, in: container.sheetSpace)
        }
    }
}

extension Container {
    /// Sheets keep clear of toolbars and of the screen keyboard, as everything does.
    var sheetSpace: SheetSpace {
        var space = SheetSpace(bounds: room, grid: PixelGrid(scale: screen.scale))
        space.isMirrored = isMirrored
        return space
    }
}

extension PanelFrame {
    init(_ panel: PanelSpecification, _ sheet: SheetShown, _ place: ShownPlace, z: Int) {
        self.init(panel, place, side: place == .sheet ? sheet.edge : nil, frame: sheet.visible, z: z)
        self.sheet = sheet
    }
}
