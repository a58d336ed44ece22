import JSONTree

/// One panel's entry in a document, parsed and checked.
struct PanelEntry {
    let panel: PanelSpecification
    let record: PanelRecord
    /// Its place on its side, in the floating order or in Meta, and in the pinning order. Saved numbers only sort, so
    /// gaps, duplicates and absurd values are harmless.
    let index, turn: Double
    let share: Double
    /// The front tab of the stack that it leads.
    let front: PanelID?

    /// Equal numbers sort by name.
    static func precedes(_ one: PanelEntry, _ other: PanelEntry) -> Bool {
        (one.index, one.panel.id) < (other.index, other.panel.id)
    }

    /// nil if any part is invalid; then the whole panel goes to its default place.
    init?(_ panel: PanelSpecification, _ document: JSON) {
        guard let fields = document.fields, let place = Place(fields) else { return nil }
        do {
            self.panel = panel
            record = PanelRecord(
                place: place, float: try fields["float"].map { try Wanted($0, of: panel) },
                home: try fields["home"].map { try PanelRecord.Home($0) },
                height: try fields.number("height").map(Measure.length),
                sheet: try fields["sheet"].map { try SheetWish($0) }, isLocked: fields["locked"]?.flag ?? false)
            index = try fields.number("index") ?? .infinity
            turn = try fields.number("turn") ?? .infinity
            share = min(max(try fields.number("share") ?? 1, 0.001), Measure.limit)
            front = fields["front"]?.text.map { PanelID($0) }
        } catch {
            return nil
        }
    }
}

extension Place {
    fileprivate init?(_ fields: [String: JSON]) {
        switch fields["place"]?.text {
        case "floating": self = .floating
        case "sheet":
            guard let edge = fields["sheet"]?.fields?["edge"]?.text.flatMap(Side.init) else { return nil }
            self = .sheet(edge)
        case "meta": self = .meta
        case "closed": self = .closed
        case "stacked":
            guard let leader = fields["stack"]?.text else { return nil }
            self = .stacked(PanelID(leader))
        case "pinned":
            guard let side = fields["side"]?.text.flatMap(Side.init) else { return nil }
            self = .pinned(side)
        default: return nil
        }
    }
}

extension PanelRecord.Home {
    fileprivate init(_ document: JSON) throws(Unreadable) {
        switch document.text {
        case "floating":
            self = .floating
            return
        case "sheet":
            self = .sheet
            return
        default: break
        }
        if let mate = document.fields?["stack"]?.text {
            self = .stacked(with: PanelID(mate))
            return
        }
        guard let fields = document.fields, let side = fields["side"]?.text.flatMap(Side.init),
            let index = fields["index"]?.number
        else { throw Unreadable() }
        self = .pinned(side, index: Int(exactly: min(max(index, 0), Measure.limit).rounded()) ?? 0)
    }
}

extension SheetWish {
    fileprivate init(_ document: JSON) throws(Unreadable) {
        guard let fields = document.fields, let edge = fields["edge"]?.text.flatMap(Side.init) else {
            throw Unreadable()
        }
        let state = fields["state"]?.text.map { String($0.prefix(60)) }
        self.init(edge: edge, state: state, isModal: fields["isModal"]?.flag ?? false)
    }
}

extension Wanted {
    /// A missing size means the panel's preferred one: PanelKit saves none for a panel that was not resized.
    fileprivate init(_ document: JSON, of panel: PanelSpecification) throws(Unreadable) {
        guard let fields = document.fields else { throw Unreadable() }
        let size = try fields.pair("size").map { Size(width: $0.0, height: $0.1) } ?? panel.preferred
        let seenIn = try fields.pair("seenIn").map { Size(width: $0.0, height: $0.1) } ?? size
        guard size.width > 0, size.height > 0 else { throw Unreadable() }
        self.init(
            size: Size(width: Measure.length(size.width), height: Measure.length(size.height)),
            anchor: try Anchor(fields),
            seenIn: Size(width: Measure.length(seenIn.width), height: Measure.length(seenIn.height)),
            isOverSides: fields["overSides"]?.flag ?? false)
    }
}

extension Wanted.Anchor {
    fileprivate init(_ fields: [String: JSON]) throws(Unreadable) {
        if let fraction = try fields.pair("fraction") {
            // A fraction beyond a thousand screens is clamped.
            self = .fraction(Point(x: min(max(fraction.0, -1000), 1000), y: min(max(fraction.1, -1000), 1000)))
            return
        }
        guard let corner = fields["corner"]?.text.flatMap(Wanted.Corner.init),
            let distance = try fields.pair("distance")
        else { throw Unreadable() }
        self = .corner(
            corner, Point(x: Measure.coordinate(distance.0) ?? 0, y: Measure.coordinate(distance.1) ?? 0))
    }
}

/// An entry contains an invalid part.
private struct Unreadable: Error {}

extension [String: JSON] {
    /// nil if the field is missing.
    fileprivate func number(_ field: String) throws(Unreadable) -> Double? {
        guard let value = self[field] else { return nil }
        guard let number = value.number else { throw Unreadable() }
        return number
    }

    fileprivate func pair(_ field: String) throws(Unreadable) -> (Double, Double)? {
        guard let value = self[field] else { return nil }
        guard let pair = value.pair else { throw Unreadable() }
        return pair
    }
}
