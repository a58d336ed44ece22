import JSONTree
import Site

/// The part of a request's body that readers see, as text that can be compared.
extension Target {
    /// - Parameter body: as sent or to be sent; at a `site` target an encoded `SiteEntry`.
    /// - Returns: the body itself if it cannot be parsed.
    package func readersWords(in body: [UInt8]) -> String {
        switch kind {
        case .site:
            let entry = try? SiteEntry(encoded: body)
            return entry.map { Target.lines([$0.title, $0.summary, $0.contentHTML]) } ?? ""
        case .http(let kind):
            guard let fields = (try? JSON(reading: body))?.fields else { return String(decoding: body, as: UTF8.self) }
            return Target.lines(kind.copies.readersTexts(in: fields, body))
        }
    }

    private static func lines(_ parts: [String?]) -> String {
        parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
