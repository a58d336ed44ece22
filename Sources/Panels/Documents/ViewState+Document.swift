package import JSONTree

// A view as a document: {"maximised": "date", "isExposed": true, "isZen": true}; default values are omitted.
extension ViewState {
    /// Reads any document field by field. Unreadable fields get their default values. Never fails.
    package init(salvaging document: JSON) {
        var fields = document.fields ?? [:]
        maximised = fields.removeValue(forKey: "maximised")?.text.map { PanelID($0) }
        isExposed = fields.removeValue(forKey: "isExposed")?.flag ?? false
        isZen = fields.removeValue(forKey: "isZen")?.flag ?? false
        peek = fields.removeValue(forKey: "peek")?.text.map { PanelID($0) }
        popover = fields.removeValue(forKey: "popover").flatMap { Popover($0) }
        away = fields.removeValue(forKey: "away")?.panels ?? []
        inside = [:]
        for (name, entry) in fields.removeValue(forKey: "inside")?.fields ?? [:] {
            inside[PanelID(name)] = IndexDetail(salvaging: entry)
        }
        natural = [:]
        for (name, entry) in fields.removeValue(forKey: "natural")?.fields ?? [:] {
            natural[PanelID(name)] = entry.pair.map { Size(width: Measure.length($0.0), height: Measure.length($0.1)) }
        }
        unknown = fields
    }

    package var document: JSON {
        var fields = unknown
        fields["maximised"] = maximised.map { .text($0.text) }
        fields["isExposed"] = isExposed ? .bool(true) : nil
        fields["isZen"] = isZen ? .bool(true) : nil
        fields["peek"] = peek.map { .text($0.text) }
        fields["popover"] = popover?.document
        fields["away"] = away.isEmpty ? nil : .list(away.map { .text($0.text) })
        fields["inside"] = inside.isEmpty ? nil : .object(inside.texts { $0.document })
        fields["natural"] = natural.isEmpty ? nil : .object(natural.texts { .pair($0.width, $0.height) })
        return .object(fields)
    }
}

extension Popover {
    fileprivate init?(_ document: JSON) {
        guard let fields = document.fields, let panel = fields["panel"]?.text else { return nil }
        self.init(
            panel: PanelID(panel), anchor: fields["anchor"]?.text ?? "",
            at: fields["frame"].flatMap { Rectangle($0) }.flatMap(Measure.anchor))
    }

    var document: JSON {
        var fields: [String: JSON] = ["panel": .text(panel.text), "anchor": .text(anchor)]
        fields["frame"] = at?.document
        return .object(fields)
    }
}

// The choices in one panel: {"items": ["p1"], "fraction": 0.5, "isFolded": true, "scroll": 120}. It contains only ids
// and small values of the window, never the items' content.
extension IndexDetail {
    init(salvaging document: JSON) {
        self.init()
        let fields = document.fields ?? [:]
        if case .list(let items) = fields["items"] {
            for item in items.compactMap(\.text).prefix(Self.itemsMax) where !item.isEmpty && item.utf8.count <= 200 {
                push(item)
            }
        }
        let limits = IndexRule.fractions
        fraction = fields["fraction"]?.number.map { min(max($0, limits.lowerBound), limits.upperBound) }
        isFolded = fields["isFolded"]?.flag ?? false
        scroll = fields["scroll"]?.number.map(Measure.length)
    }

    var document: JSON {
        var fields: [String: JSON] = [:]
        fields["items"] = items.isEmpty ? nil : .list(items.map { .text($0) })
        fields["fraction"] = fraction.map { .number($0) }
        fields["isFolded"] = isFolded ? .bool(true) : nil
        fields["scroll"] = scroll.map { .number($0) }
        return .object(fields)
    }
}

extension JSON {
    /// Each panel once; values that are not names are skipped.
    fileprivate var panels: [PanelID] {
        guard case .list(let items) = self else { return [] }
        var seen: Set<PanelID> = []
        return items.prefix(100).compactMap { $0.text.map { PanelID($0) } }.filter { seen.insert($0).inserted }
    }
}

extension Dictionary where Key == PanelID {
    fileprivate func texts(_ document: (Value) -> JSON) -> [String: JSON] {
        [String: JSON](uniqueKeysWithValues: map { ($0.text, document($1)) })
    }
}
