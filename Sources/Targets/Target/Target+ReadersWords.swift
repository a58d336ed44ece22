import FoundationEssentials
import JSONTree
import Posts
import Site

/// The part of a request's body that readers see, as text that can be compared.
extension Target {
    /// - Parameter body: as sent or to be sent; at a `site` target an encoded `SiteEntry`.
    /// - Returns: the body itself if it cannot be parsed.
    package func readersWords(in body: [UInt8]) -> String {
        if kindName == .site {
            let entry = try? SiteEntry(encoded: body)
            return entry.map { Target.lines([$0.title, $0.summary, $0.contentHTML]) } ?? ""
        }
        guard let json = try? JSON(reading: body), case .object(let fields) = json else {
            return String(decoding: body, as: UTF8.self)
        }
        return switch kindName {
        case .mastodon: Target.lines(["spoiler_text", "status"].map { json[$0]?.text })
        case .wordpress: Target.lines(["title", "excerpt", "content"].map { json[$0]?.text })
        case .bluesky: Target.lines(BlueskyPost.records(in: body).map { $0["text"]?.text })
        case .articles:
            Target.lines(["title", "description", "textContent"].map { json.at("record", $0)?.text })
        // Fields about the message itself are not part of the post.
        case .webhook, .site:
            Target.lines(
                fields.sorted { $0.key < $1.key }.filter { !["event", "key", "published", "updated"].contains($0.key) }
                    .map {
                        name, value in
                        let list = value.elements?.compactMap(\.text).joined(separator: ", ")
                        return (value.text ?? list).map { "\(name): \($0)" }
                    })
        }
    }

    private static func lines(_ parts: [String?]) -> String {
        parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
