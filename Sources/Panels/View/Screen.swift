package import JSONTree

/// What a window reports about its screen, besides its size.
package struct Screen: Hashable, Sendable {
    /// Device pixels per CSS pixel; nil if unknown.
    package var scale: Double?
    package var direction: WritingDirection
    /// The frame of the on-screen keyboard in the container; nil while it is closed.
    package var keyboard: Rectangle?
    /// The insets for a notch or rounded corners.
    package var safeArea: Insets

    /// Impossible numbers count as missing.
    package init(
        scale: Double? = nil, direction: WritingDirection = .leftToRight, keyboard: Rectangle? = nil,
        safeArea: Insets = .zero
    ) {
        self.scale = scale.flatMap { $0.isFinite && $0 >= 0.1 && $0 <= 16 ? $0 : nil }
        self.direction = direction
        self.keyboard = keyboard.flatMap(Measure.rectangle)
        self.safeArea = Insets(
            top: Measure.length(safeArea.top), left: Measure.length(safeArea.left),
            bottom: Measure.length(safeArea.bottom), right: Measure.length(safeArea.right))
    }

    package static let plain = Screen()
}

package enum WritingDirection: String, CaseIterable, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
}

// A screen as a document: {"scale": 2, "direction": "rtl", "keyboard": {…}, "safeArea": {"top": 44}}.
extension Screen {
    /// Reads any document field by field. Unreadable fields count as missing. Never fails.
    package init(salvaging document: JSON) {
        let fields = document.fields ?? [:]
        let edges = fields["safeArea"]?.fields ?? [:]
        func edge(_ name: String) -> Double { edges[name]?.number ?? 0 }
        self.init(
            scale: fields["scale"]?.number,
            direction: fields["direction"]?.text.flatMap(WritingDirection.init) ?? .leftToRight,
            keyboard: fields["keyboard"].flatMap { Rectangle($0) },
            safeArea: Insets(top: edge("top"), left: edge("left"), bottom: edge("bottom"), right: edge("right")))
    }

    package var document: JSON {
        var fields: [String: JSON] = [:]
        fields["scale"] = scale.map { .number($0) }
        fields["direction"] = direction == .leftToRight ? nil : .text(direction.rawValue)
        fields["keyboard"] = keyboard?.document
        let edges = [
            ("top", safeArea.top), ("left", safeArea.left), ("bottom", safeArea.bottom), ("right", safeArea.right),
        ].filter { $0.1 > 0 }
        if !edges.isEmpty {
            fields["safeArea"] = .object(Dictionary(edges.map { ($0, .number($1)) }) { first, _ in first })
        }
        return .object(fields)
    }
}
