/// Computes what is shown. Pure; linear in the number of panels.
/// - Parameter view: the window's present view of the arrangement.
package func frames(
    of arrangement: Arrangement, in container: Container, catalogue: PanelCatalogue, view: ViewState = .plain
) -> Frames {
    let catalogue = catalogue.fitting(view.natural).seen(in: container)
    let plan = arrangement.plan(in: container).without(view.away)
    return Frames(plan, in: container, of: catalogue).hosting(view, of: plan, in: container, catalogue)
        .locked(by: plan).avoidingKeyboard(in: container, of: catalogue).seen(view, in: container)
        .rounded(to: PixelGrid(scale: container.screen.scale)).divided(view, of: catalogue)
}

extension Frames {
    init(_ plan: ClassPlan, in container: Container, of catalogue: PanelCatalogue) {
        switch container.sizeClass {
        case .compact: self.init(compact: plan, in: container, of: catalogue)
        case .medium, .wide: self.init(Layout(plan, in: container, of: catalogue), plan)
        }
    }

    private init(_ layout: Layout, _ plan: ClassPlan) {
        let catalogue = layout.catalogue
        // One slot per panel of the catalogue, filled from the lists without searching them.
        var shown = catalogue.panels.map { PanelFrame($0, .closed) }
        func show(_ panel: PanelID, _ frame: (PanelSpecification) -> PanelFrame) {
            if let index = catalogue.index(of: panel) { shown[index] = frame(catalogue.panels[index]) }
        }
        var separators: [Separator] = []
        for side in Side.allCases {
            for (index, (slot, frame)) in layout.panels(on: side).enumerated() {
                show(slot.panel) { PanelFrame($0, .pinned, side: side, index: index, frame: frame, z: 1) }
            }
            separators += layout.separators(on: side)
        }
        for (panel, reason) in layout.fit.leaving {
            guard case .pinned(let side) = plan.place(of: panel) else { continue }
            show(panel) { PanelFrame($0, .meta, side: side, reason: reason) }
        }
        for (index, panel) in plan.stack.enumerated() {
            guard let wanted = plan.record(of: panel).float else { continue }
            show(panel) {
                PanelFrame(
                    $0, .floating, frame: layout.frame(of: wanted, $0), z: 2 + index, resize: $0.resizeHandles)
            }
        }
        let sheets = layout.sheets(of: plan)
        for (index, (panel, sheet)) in sheets.shown.enumerated() {
            show(panel) { PanelFrame($0, sheet, .sheet, z: 2 + plan.stack.count + index) }
        }
        for (panel, reason) in sheets.waiting { show(panel) { PanelFrame($0, .meta, reason: reason) } }
        for panel in plan.meta { show(panel) { PanelFrame($0, .meta) } }
        let strips = layout.strips(of: plan)
        for strip in strips {
            for panel in strip.panels { show(panel) { PanelFrame($0, .strip, side: strip.side) } }
        }
        layout.addStacks(of: plan, to: &shown)
        self.init(body: layout.body, panels: shown, separators: separators, strips: strips)
    }

    /// A compact window shows one panel at a time, as a sheet below the body.
    private init(compact plan: ClassPlan, in container: Container, of catalogue: PanelCatalogue) {
        let room = container.room
        var body = room
        var shown = catalogue.panels.map { panel in
            PanelFrame(panel, plan.place(of: panel.id) == .closed ? .closed : .meta)
        }
        if let open = plan.open, let index = catalogue.index(of: open) {
            let panel = catalogue.panels[index]
            let sheet = SheetShown(compact: plan, panel, in: container, of: catalogue)
            // The body ends above the sheet, unless the sheet is modal; a sheet for choosing may cover its minimum.
            if !sheet.isModal {
                let least = room.height - Self.compactHeight(.infinity, in: room.height, of: catalogue)
                body.height = max(least, sheet.visible.y - room.y)
            }
            shown[index] = PanelFrame(panel, sheet, .open, z: 1)
        }
        self.init(body: body, panels: shown, separators: [])
    }

    /// Leaves the body its minimum, or half of a room that is too low for both: at 400 % zoom a page is 256 px high,
    /// and the open panel must be usable.
    static func compactHeight(_ wanted: Double, in height: Double, of catalogue: PanelCatalogue) -> Double {
        let most = max(height - catalogue.bodyMinimum.height, height / 2)
        return max(min(titleBar, most), min(wanted, most))
    }

    /// The height of a title bar.
    static let titleBar = 32.0
}

extension PanelFrame {
    init(
        _ panel: PanelSpecification, _ place: ShownPlace, side: Side? = nil, index: Int? = nil,
        frame: Rectangle? = nil, z: Int? = nil, resize: [ResizeHandle] = [], reason: String? = nil
    ) {
        self.init(
            id: panel.id, title: panel.title, place: place, side: side, index: index, frame: frame, z: z,
            resize: resize, isWanted: frame != nil || reason != nil, reason: reason)
    }
}
