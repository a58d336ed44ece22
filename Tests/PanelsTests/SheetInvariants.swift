@testable import Panels

/// Properties of sheets in every container.
enum SheetInvariants {
    static func violation(of shown: Frames, in container: Container, _ catalogue: PanelCatalogue) -> String? {
        for panel in shown.panels {
            if (panel.place == .open || panel.place == .sheet) != (panel.sheet != nil) {
                return "\(panel.id) is \(panel.place) and its sheet \(String(describing: panel.sheet))"
            }
            guard let sheet = panel.sheet, let frame = panel.frame else { continue }
            if let violation = violation(of: sheet, frame, in: container) { return "\(panel.id): \(violation)" }
        }
        let sheets = shown.panels.filter { $0.place == .sheet }
        let edges = sheets.compactMap { $0.sheet?.edge }
        if Set(edges).count != edges.count { return "two sheets come from one edge" }
        for back in sheets {
            guard let frame = back.frame, let z = back.z else { continue }
            // The title is where reading begins.
            let start = container.isMirrored ? frame.maxX - 44 : frame.x
            let title = Rectangle(x: start, y: frame.y, width: 44, height: 24)
            let front = sheets.first { other in
                guard let over = other.frame, (other.z ?? 0) > z else { return false }
                return over.maxX > title.x && over.x < title.maxX && over.maxY > title.y && over.y < title.maxY
            }
            if let front { return "\(front.id) covers the title of \(back.id)" }
        }
        return bodyViolation(shown.body, sheets.filter { $0.sheet?.isModal == false }.compactMap(\.frame), catalogue)
    }

    private static func violation(of sheet: SheetShown, _ frame: Rectangle, in container: Container) -> String? {
        guard sheet.track.stops.contains(where: { $0.state == sheet.state }) else { return "\(sheet.state) is no stop" }
        guard sheet.visible == frame, container.room.contains(frame.insetBy(1e-6)) else {
            return "\(frame) is not inside \(container.room)"
        }
        guard sheet.concealed >= 0, sheet.surface.width >= 0, sheet.surface.height >= 0 else { return "it is nowhere" }
        return nil
    }

    /// Some rectangle of the minimum size is uncovered. The candidates begin at edges of the body and of the sheets.
    private static func bodyViolation(_ body: Rectangle, _ sheets: [Rectangle], _ catalogue: PanelCatalogue) -> String?
    {
        guard !sheets.isEmpty else { return nil }
        let least = Size(
            width: min(body.width, catalogue.bodyMinimum.width) - 1e-6,
            height: min(body.height, catalogue.bodyMinimum.height) - 1e-6)
        let lefts = [body.x] + sheets.map(\.maxX)
        let tops = [body.y] + sheets.map(\.maxY)
        for x in lefts {
            for y in tops {
                let place = Rectangle(x: x, y: y, width: least.width, height: least.height)
                let isClear = sheets.allSatisfy { sheet in
                    sheet.maxX <= place.x || sheet.x >= place.maxX || sheet.maxY <= place.y || sheet.y >= place.maxY
                }
                if isClear, body.insetBy(-1e-6).contains(place) { return nil }
            }
        }
        return "nothing of the body \(body) is left beside \(sheets)"
    }
}

extension Rectangle {
    /// Sums of coordinates may differ in their last bits.
    fileprivate func insetBy(_ margin: Double) -> Rectangle {
        Rectangle(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
    }
}
