import Posts

/// What a service takes of a picture, as far as it says.
package struct PictureLimits: Hashable, Sendable {
    package var bytesMax: Int?
    package var pixelsMax: Int?
    /// Media types; nil for all.
    package var types: [String]?

    package init(bytesMax: Int? = nil, pixelsMax: Int? = nil, types: [String]? = nil) {
        self.bytesMax = bytesMax
        self.pixelsMax = pixelsMax
        self.types = types
    }

    /// Why a picture would be refused, with the numbers; nil when it fits.
    package func problem(with facts: MediaFacts) -> String? {
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

    /// Whether a picture fits as soon as it is made smaller.
    package func fitsSmaller(_ facts: MediaFacts) -> Bool { facts.isFittable && kindProblem(with: facts) == nil }

    private func kindProblem(with facts: MediaFacts) -> String? {
        guard let types, !types.isEmpty, !types.contains(facts.kind.mediaType) else { return nil }
        return "it is \(facts.kind.mediaType), and \(types.prefix(8).joined(separator: ", ")) are taken"
    }

    private static func millions(_ count: Int) -> String {
        let tenths = (count / 50_000 + 1) / 2
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension MediaFacts {
    /// Whether it can be made smaller: films would lose all but their first picture.
    package var isFittable: Bool { !isAnimated && kind != .gif }
}
