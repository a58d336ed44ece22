import Posts

/// A service's limits for pictures, as far as it reports them.
package struct PictureLimits: Hashable, Sendable {
    package var bytesMax: Int?
    package var pixelsMax: Int?
    /// The accepted media types; nil for all.
    package var types: [String]?

    package init(bytesMax: Int? = nil, pixelsMax: Int? = nil, types: [String]? = nil) {
        self.bytesMax = bytesMax
        self.pixelsMax = pixelsMax
        self.types = types
    }

    /// Why the service would reject a picture, with the numbers; nil if it fits.
    /// - Parameter canFit: whether Galley makes pictures smaller for it.
    package func problem(with facts: MediaFacts, canFit: Bool = false) -> String? {
        if canFit, fitsSmaller(facts) { return nil }
        if let problem = kindProblem(with: facts) { return problem }
        if let bytesMax, facts.bytes > bytesMax {
            return "it has \(ByteCount(facts.bytes).text), and \(ByteCount(bytesMax).text) are taken"
        }
        let pixels = facts.width.multipliedReportingOverflow(by: facts.height).partialValue
        if let pixelsMax, pixels > pixelsMax {
            return "it has \(Self.millions(pixels)) million pixels, and \(Self.millions(pixelsMax)) million are taken"
        }
        return nil
    }

    /// Whether a smaller version of the picture would fit.
    package func fitsSmaller(_ facts: MediaFacts) -> Bool { facts.isFittable && kindProblem(with: facts) == nil }

    private func kindProblem(with facts: MediaFacts) -> String? {
        if facts.kind == .svg { return "it is an SVG drawing, and services take none" }
        guard let types, !types.isEmpty, !types.contains(facts.kind.mediaType) else { return nil }
        return "it is \(facts.kind.mediaType), and \(types.prefix(8).joined(separator: ", ")) are taken"
    }

    private static func millions(_ count: Int) -> String {
        let tenths = (count / 50_000 + 1) / 2
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension MediaFacts {
    /// Whether Galley can make it smaller. Animations would lose all but their first frame.
    package var isFittable: Bool { !isAnimated && kind != .gif && kind != .svg }
}
