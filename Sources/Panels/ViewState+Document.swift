// A view as a document: {"maximised": "date", "isExposed": true, "isZen": true}; what is plain is left out.
extension ViewState {
    /// Reads any document field by field; what cannot be read is plain. Never fails.
    package init(salvaging document: PanelDocument) {
        var fields = document.fields ?? [:]
        maximised = fields.removeValue(forKey: "maximised")?.text.map { PanelID($0) }
        isExposed = fields.removeValue(forKey: "isExposed")?.flag ?? false
        isZen = fields.removeValue(forKey: "isZen")?.flag ?? false
        unknown = fields
    }

    package var document: PanelDocument {
        var fields = unknown
        fields["maximised"] = maximised.map { .text($0.text) }
        fields["isExposed"] = isExposed ? .bool(true) : nil
        fields["isZen"] = isZen ? .bool(true) : nil
        return .object(fields)
    }
}
