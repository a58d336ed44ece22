// A view as a document: {"maximised": "date", "isExposed": true, "isZen": true}; what is plain is left out.
extension ViewState {
    /// Reads any document field by field; what cannot be read is plain. Never fails.
    package init(salvaging document: PanelDocument) {
        var fields = document.fields ?? [:]
        maximised = fields.removeValue(forKey: "maximised")?.text.map { PanelID($0) }
        isExposed = fields.removeValue(forKey: "isExposed")?.flag ?? false
        isZen = fields.removeValue(forKey: "isZen")?.flag ?? false
        peek = fields.removeValue(forKey: "peek")?.text.map { PanelID($0) }
        popover = fields.removeValue(forKey: "popover").flatMap { Popover($0) }
        away = fields.removeValue(forKey: "away")?.panels ?? []
        unknown = fields
    }

    package var document: PanelDocument {
        var fields = unknown
        fields["maximised"] = maximised.map { .text($0.text) }
        fields["isExposed"] = isExposed ? .bool(true) : nil
        fields["isZen"] = isZen ? .bool(true) : nil
        fields["peek"] = peek.map { .text($0.text) }
        fields["popover"] = popover?.document
        fields["away"] = away.isEmpty ? nil : .list(away.map { .text($0.text) })
        return .object(fields)
    }
}

extension Popover {
    fileprivate init?(_ document: PanelDocument) {
        guard let fields = document.fields, let panel = fields["panel"]?.text else { return nil }
        self.init(
            panel: PanelID(panel), anchor: fields["anchor"]?.text ?? "",
            at: fields["frame"].flatMap { Rectangle($0) }.flatMap(Measure.anchor))
    }

    var document: PanelDocument {
        var fields: [String: PanelDocument] = ["panel": .text(panel.text), "anchor": .text(anchor)]
        fields["frame"] = at?.document
        return .object(fields)
    }
}

extension PanelDocument {
    /// Each panel once; what is no name is left out.
    fileprivate var panels: [PanelID] {
        guard case .list(let items) = self else { return [] }
        var seen: Set<PanelID> = []
        return items.prefix(100).compactMap { $0.text.map { PanelID($0) } }.filter { seen.insert($0).inserted }
    }
}
