/// A sheet as shown in a window.
package struct SheetShown: Hashable, Sendable {
    package let track: SheetTrack
    /// The state shown, which may be less than the wanted one.
    package let state: SheetState

    package var edge: Side { track.edge }
    package var isModal: Bool { track.layout.isModal }
    /// The location of its moving edge.
    package var location: Double { track.location(of: state) }
    package var surface: Rectangle { track.surface(at: location) }
    package var visible: Rectangle { track.visible(at: location) }
    /// The length of the surface beyond the edge; scrolled content needs this much extra space at its end.
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
    /// In a compact window the text and the sheet share the room. So a sheet has the whole width, and states that leave
    /// the text too little are not offered, unless one chooses in it.
    init(
        compact panel: PanelSpecification, height: Double?, isModal: Bool, in container: Container,
        of catalogue: PanelCatalogue
    ) {
        var layout = catalogue.sheetLayout(
            of: panel, on: .bottom, in: container, height: height, isModal: isModal)
        if !layout.isModal { layout.span = .whole }
        let room = container.room
        let mayCover = layout.isModal || panel.isForChoosing
        let most = mayCover ? room.height : Frames.compactHeight(.infinity, in: room.height, of: catalogue)
        // Half a device pixel, the largest rounding error of a location.
        let rounding = container.screen.scale.map { 0.5 / $0 } ?? 1e-9
        self = SheetTrack(layout, in: container.sheetSpace).keeping { _, visible in
            visible.height <= most + rounding && visible.height >= min(Size.titleStrip.height, room.height / 2)
                && visible.width >= min(Size.titleStrip.width, room.width)
        }
    }
}

extension Container {
    /// Sheets avoid toolbars and the on-screen keyboard, as all panels do.
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
