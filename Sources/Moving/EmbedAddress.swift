import Posts

/// The page of what another site shows inside a post.
enum EmbedAddress {
    /// The page of a video at YouTube or Vimeo.
    /// - Parameter source: the address of a frame or a Flash player, also without a scheme.
    /// - Returns: nil for other addresses.
    static func page(of source: String) -> String? {
        let parts = Parts(source)
        switch parts.host {
        case "youtube.com", "youtube-nocookie.com", "m.youtube.com", "youtu.be": return youTube(parts)
        case "player.vimeo.com", "vimeo.com": return vimeo(parts)
        default: return nil
        }
    }

    /// The address with a scheme; nil if it is not an address of the web.
    static func web(_ source: String) -> String? {
        let source = source.trimmed
        let address = source.hasPrefix("//") ? "https:" + source : source
        let head = address.prefix(8).lowercased()
        guard head.hasPrefix("http://") || head.hasPrefix("https://") else { return nil }
        return address.replacing(" ", with: "%20").replacing("<", with: "%3C").replacing(">", with: "%3E")
    }

    private static func youTube(_ parts: Parts) -> String? {
        let home = "https://www.youtube.com"
        let list = parts.values["list"].map { $0.prefix(while: \.isIDPart) }
        let named = parts.host == "youtu.be" ? parts.names.first : parts.names.dropFirst().first
        let id = (parts.values["v"] ?? named ?? "").prefix(while: \.isIDPart)
        if let list, !list.isEmpty, id.isEmpty || id == "videoseries" || id == "playlist" {
            return "\(home)/playlist?list=\(list)"
        }
        guard !id.isEmpty,
            parts.host == "youtu.be" || ["embed", "v", "e", "watch", "shorts", "live"].contains(parts.names.first)
        else { return nil }
        let start = (parts.values["start"] ?? parts.values["t"] ?? "").prefix { $0.isASCII && $0.isNumber }
        return "\(home)/watch?v=\(id)" + (start.isEmpty || start == "0" ? "" : "&t=\(start)s")
    }

    private static func vimeo(_ parts: Parts) -> String? {
        let number = parts.values["clip_id"] ?? parts.names.last { $0.first?.isNumber == true } ?? ""
        let id = number.prefix { $0.isASCII && $0.isNumber }
        guard !id.isEmpty else { return nil }
        // Of a video that is not listed.
        let key = (parts.values["h"] ?? "").prefix(while: \.isIDPart)
        return "https://vimeo.com/\(id)" + (key.isEmpty ? "" : "/\(key)")
    }

    /// The parts of an address, of which old ones of Flash players have values without a question mark.
    private struct Parts {
        let host: String
        let names: [String]
        let values: [String: String]

        init(_ source: String) {
            var rest = source.trimmed[...]
            for start in ["https:", "http:", "//"] where rest.prefix(start.count).lowercased() == start {
                rest = rest.dropFirst(start.count)
            }
            let address = rest.prefix { $0 != "#" }
            let path = address.prefix { $0 != "?" && $0 != "&" }
            let names = path.split(separator: "/").map(String.init)
            let host = names.first?.lowercased() ?? ""
            self.host = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
            self.names = Array(names.dropFirst())
            let pairs = address[path.endIndex...].split { $0 == "?" || $0 == "&" }.map {
                $0.split(separator: "=", maxSplits: 1).map(String.init)
            }
            values = Dictionary(pairs.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }) { first, _ in first }
        }
    }
}

extension Character {
    fileprivate var isIDPart: Bool { isASCII && (isLetter || isNumber || self == "_" || self == "-") }
}
