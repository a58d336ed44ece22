// How sheets behave, for every panel.
extension PanelCatalogue {
    /// The panel's layout as a sheet from that edge of this window.
    /// - Parameter body: where the text is, beside the pinned panels that a sheet covers; nil for a compact window.
    func sheetLayout(
        of panel: PanelSpecification, on edge: Side, in container: Container, beside body: Rectangle? = nil,
        height: Double? = nil, isModal: Bool = false
    ) -> SheetLayout {
        let standard: SheetLayout =
            container.sizeClass == .compact
            ? .compact(panel, in: container, height: height, isModal: isModal, of: self)
            : .overlay(panel, on: edge, in: container, beside: body, bodyMinimum: bodyMinimum)
        return isModal ? standard.modal : standard
    }
}

extension SheetLayout {
    /// A modal sheet darkens the background in every state. A fling can close it.
    fileprivate var modal: SheetLayout {
        var modal = self
        modal.detents = detents.map { SheetDetent($0.state, $0.anchor, backdrop: max($0.backdrop, Self.dark)) }
        modal.isModal = true
        modal.isRemovable = true
        return modal
    }

    /// In a compact window the text is above the sheet. The sheet is as high as the panel wants or the user set, or
    /// half of the room if that is too much. It leaves the body its minimum; full, one for choosing leaves a strip of it.
    fileprivate static func compact(
        _ panel: PanelSpecification, in container: Container, height: Double?, isModal: Bool,
        of catalogue: PanelCatalogue
    ) -> SheetLayout {
        let room = container.room.height
        let most =
            if isModal { max(room - gap, room / 2) } else if panel.isForChoosing { max(room - strip, room / 2) } else {
                Frames.compactHeight(.infinity, in: room, of: catalogue)
            }
        let wanted = Frames.compactHeight(height ?? panel.preferred.height, in: room, of: catalogue)
        let wantsAll = wanted > most - apart
        let half: SheetAnchor =
            wantsAll
            ? .inset(.fractional(0.5), from: .bottom, of: .safeArea)
            : .intrinsic(content: wanted, offset: .absolute(0), of: .safeArea)
        let halfHeight = wantsAll ? room / 2 : wanted
        var detents = [SheetDetent(.full, .inset(.absolute(most), from: .bottom, of: .safeArea))]
        // Of the lower two, the first height stays.
        let hasHalf =
            halfHeight <= most - apart && halfHeight >= min(panel.preferred.height, tipHeight + apart)
        if hasHalf { detents.append(SheetDetent(.half, half)) }
        if (hasHalf ? halfHeight : most) >= tipHeight + apart {
            detents.append(SheetDetent(.tip, .inset(.absolute(tipHeight), from: .bottom, of: .safeArea)))
        }
        var layout = SheetLayout(
            edge: .bottom, initial: wantsAll ? SheetState.full.name : SheetState.half.name, detents: detents)
        layout.behave()
        return layout
    }

    /// In other windows a sheet covers the rest. It is as long as its content needs. From the left or right it covers all
    /// of the panels pinned there, and leaves the body its minimum; from the bottom or top it is as wide as a phone.
    fileprivate static func overlay(
        _ panel: PanelSpecification, on edge: Side, in container: Container, beside body: Rectangle?, bodyMinimum: Size
    ) -> SheetLayout {
        let room = edge.isColumn ? container.room.width : container.room.height
        let most = room - (edge.isColumn ? max(bodyMinimum.width, gap) : gap)
        let longest = max(edge.isColumn ? panel.maximum.width : panel.maximum.height, tipLength + apart)
        let preferred = max(edge.isColumn ? panel.preferred.width : panel.preferred.height, tipLength + apart)
        let wanted = max(preferred, min(covered(on: edge, in: container.room, beside: body), longest))
        let full: SheetAnchor =
            longest < most
            ? .adaptive(content: longest, offset: .absolute(0), of: .safeArea, within: .safeArea)
            : .inset(.absolute(room - most), from: edge.opposite, of: .safeArea)
        let half: SheetAnchor =
            wanted < room / 2
            ? .intrinsic(content: wanted, offset: .absolute(0), of: .safeArea)
            : .inset(.fractional(0.5), from: edge, of: .safeArea)
        var detents = [SheetDetent(.full, full, backdrop: dark)]
        if min(wanted, room / 2) <= min(longest, most) - apart { detents.append(SheetDetent(.half, half)) }
        if min(longest, most) >= tipLength + apart {
            detents.append(SheetDetent(.tip, .inset(.absolute(tipLength), from: edge, of: .safeArea)))
        }
        var layout = SheetLayout(
            edge: edge, initial: detents.count > 2 ? SheetState.half.name : SheetState.full.name, detents: detents)
        layout.behave()
        layout.span = edge.isColumn ? .whole : span(in: container)
        // The title of a sheet from the top is above its content: with a fixed length it would be out of sight.
        layout.contentMode = edge == .bottom ? .fixed : .fitToBounds
        return layout
    }

    /// The width of the panels pinned to the left or right.
    private static func covered(on edge: Side, in room: Rectangle, beside body: Rectangle?) -> Double {
        guard let body, edge.isColumn else { return 0 }
        return edge.isFar ? room.maxX - body.maxX : body.x - room.x
    }

    /// On tablets and desktops the width of a phone, with a leading margin; on a phone in landscape narrower still
    /// (FloatingPanel's samples, golden row `fp.ctl.sizeToLayout`).
    package static func span(in container: Container) -> SheetSpan {
        if container.sizeClass == .compact { return .whole }
        let isLow = container.size.height < lowBelow && container.size.width > container.size.height
        return .wide(isLow ? 291 : 375, leading: 8)
    }

    private mutating func behave() {
        isRemovable = true
        isBounded = true
        rubberBand = [edge.isFar ? .low : .high]
        scrolls = detents.first.map { [$0.state.name] } ?? []
    }

    /// The minimum distance of a full sheet from the far edge; what one for choosing leaves of the text; and the distance
    /// below which two places count as one, because a finger would hardly tell them apart.
    private static let gap = 18.0, strip = 16.0, apart = 96.0
    /// The length of a tip: in a compact window the title bar with its grabber, otherwise FloatingPanel's value.
    private static let tipHeight = 56.0, tipLength = 69.0
    private static let dark = 0.3
    private static let lowBelow = 480.0
}
