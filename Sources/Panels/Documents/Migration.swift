import JSONTree

/// Migrates a document from one version to the next. A released migration is never edited, and calls no code that may
/// change.
enum Migration {
    /// The first migrates version 1 to 2, and so on.
    static let all: [@Sendable ([String: JSON]) -> [String: JSON]] = [fromPanelKit]

    static func migrated(_ fields: [String: JSON], from version: Int) -> [String: JSON] {
        all.dropFirst(version - 1).reduce(fields) { fields, migrate in migrate(fields) }
    }

    /// Version 1 is PanelKit's own format with its table of panel states under `panels`, so that an app's saved
    /// arrangement can be imported:
    ///
    ///     {"version": 1, "panels": {"1": {"pinnedMetadata": {"side": 0, "index": 0, "date": 532555376.97}},
    ///                               "2": {"floatingState": {"relativePosition": [0.4, 0.4], "zIndex": 0},
    ///                                     "floatingSize": [320, 500]}}}
    ///
    /// It has no size classes: the medium and the wide plan both start from it. PanelKit writes the date of pinning but
    /// never reads it; as here, the order on the side counts after a restore.
    @Sendable private static func fromPanelKit(_ fields: [String: JSON]) -> [String: JSON] {
        var fields = fields
        guard case .object(let panels)? = fields.removeValue(forKey: "panels") else { return fields }
        let plan = JSON.object(["panels": .object(panels.mapValues(fromPanelState))])
        fields["classes"] = .object(["medium": plan, "wide": plan])
        return fields
    }

    /// Pinned wins over floating, as in PanelKit. Invalid parts stay, so that the reader can report them.
    private static func fromPanelState(_ state: JSON) -> JSON {
        guard case .object(let state) = state else { return state }
        var entry: [String: JSON] = ["place": .text("closed")]
        var float: [String: JSON] = [:]
        if let size = state["floatingSize"], size != .null { float["size"] = size }
        if case .object(let floating)? = state["floatingState"] {
            entry["place"] = .text("floating")
            entry["index"] = floating["zIndex"]
            float["fraction"] = floating["relativePosition"] ?? .null
        }
        if case .object(let pinned)? = state["pinnedMetadata"] {
            entry["place"] = .text("pinned")
            entry["index"] = pinned["index"]
            entry["side"] = sideName(pinned["side"]) ?? .null
        }
        if !float.isEmpty {
            if float["fraction"] == nil { float["fraction"] = .list([.number(0), .number(0)]) }
            entry["float"] = .object(float)
        }
        return .object(entry)
    }

    private static func sideName(_ side: JSON?) -> JSON? {
        switch side {
        case .number(0): .text("left")
        case .number(1): .text("right")
        case .number(2): .text("top")
        case .number(3): .text("bottom")
        case .some, .none: nil
        }
    }
}
