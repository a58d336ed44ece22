import Panels
import Wire

extension SheetBody {
    init(_ sheet: SheetShown) {
        let (track, layout) = (sheet.track, sheet.track.layout)
        let stops = track.ladder.states.compactMap { state in track.stops.first { $0.state == state } }
        self.init(
            edge: track.edge.rawValue, state: sheet.state.name,
            states: stops.map {
                StateBody(
                    name: $0.state.name, order: $0.state.order, position: $0.location, backdrop: $0.backdrop)
            },
            hiddenPosition: track.hidden, contentMode: layout.contentMode.rawValue, isModal: layout.isModal,
            isRemovable: layout.isRemovable,
            rubberBand: SheetEnd.allCases.filter(layout.rubberBand.contains).map(\.rawValue),
            boundary: layout.isBounded
                ? BoundaryBody(low: track.boundary.lowerBound, high: track.boundary.upperBound) : nil,
            scrolls: stops.map(\.state.name).filter(layout.scrolls.contains), surface: RectangleBody(sheet.surface),
            concealed: sheet.concealed, overflow: track.overflow)
    }
}
