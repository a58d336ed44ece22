import XML

/// One `item` of RSS or of WordPress's export, unconverted.
package struct WXRItem: Hashable, Sendable {
    package struct Term: Hashable, Sendable, Codable {
        /// `category`, `post_tag`, or a plugin's taxonomy.
        package let domain: String
        package let nicename: String
        package let name: String
    }

    package internal(set) var line = 0
    /// By name: `title`, `wp:post_id`, `content:encoded` and so on.
    package internal(set) var fields: [String: String] = [:]
    package internal(set) var terms: [Term] = []
    /// `dc:subject`, of which an item of RSS may have several.
    package internal(set) var subjects: [String] = []
    /// Whether `guid` is the address of the item, which is so unless the feed says otherwise.
    package internal(set) var isGuidAddress = false
    /// `wp:postmeta`, in order.
    package internal(set) var meta: [Meta] = []
    /// The addresses of `enclosure` elements.
    package internal(set) var enclosures: [String] = []
    package internal(set) var commentCount = 0
    /// Whether a part exceeded the limit and was cut.
    package internal(set) var isCut = false
    /// How many characters were left out or guessed because the file is not XML there.
    package internal(set) var badCharacters = 0

    package struct Meta: Hashable, Sendable {
        package let key, value: String
    }

    package subscript(_ name: String) -> String { fields[name] ?? "" }
}

/// The file's data about the whole blog.
package struct WXRChannel: Hashable, Sendable {
    package internal(set) var fields: [String: String] = [:]
    /// The display names of authors, by login name.
    package internal(set) var authors: [String: String] = [:]
    package var address: String {
        let address = fields["wp:base_blog_url"] ?? fields["wp:base_site_url"] ?? fields["link"] ?? ""
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }
}

/// Reads RSS, and WordPress's export, which is RSS with extensions (WXR 1.0 to 1.2;
/// https://wordpress.org/documentation/article/tools-export-screen/), item by item. It holds one item in memory, however
/// large the file is.
package final class WXRFile {
    private let feed: FeedReader<Listener>

    /// - Parameters:
    ///   - failed: receives the reason for each item that cannot be read.
    ///   - each: receives every item when it ends. If it throws, reading stops.
    package init(
        failed: @escaping (ExportFailure) throws -> Void = { _ in },
        _ each: @escaping (WXRItem, WXRChannel) throws -> Void
    ) throws { feed = try FeedReader(Listener(each), failed: failed) }

    /// - Throws: `ExportFailure` or the error of `each`.
    package func read(_ bytes: [UInt8], isLast: Bool) throws { try feed.read(bytes, isLast: isLast) }

    private final class Listener: FeedListener {
        static let format = "RSS"
        static let item = "item"
        weak var reader: XMLReader?
        private(set) var error: (any Error)?
        private(set) var isOfFormat = false
        private let each: (WXRItem, WXRChannel) throws -> Void
        private var channel = WXRChannel()
        private var item: WXRItem?
        private var attributes: [String: String] = [:]
        private var key = ""
        private var login = ""
        private var path: [String] = []
        /// Bytes of the current item so far.
        private var bytes = 0
        private static let bytesMax = 32_000_000

        init(_ each: @escaping (WXRItem, WXRChannel) throws -> Void) { self.each = each }

        func begin(_ name: String, _ attributes: [String: String], line: Int) {
            path.append(name)
            self.attributes = attributes.mapValues(\.withoutRepairMarks)
            if name == "rss" || name == "rdf:RDF" { isOfFormat = true }
            if name == "item" {
                item = WXRItem()
                item?.line = line
                bytes = 0
            }
        }

        func end(_ name: String) {
            let parent = path.dropLast().last
            defer { path.removeLast() }
            let (text, marks) = (reader?.text ?? []).repairedText
            item?.badCharacters += marks
            if reader?.isCut == true { item?.isCut = true }
            guard name != "item" else { return endItem() }
            guard item != nil else { return endOfChannel(name, text, parent) }
            bytes += text.utf8.count + name.utf8.count + 64
            guard bytes <= Listener.bytesMax else {
                item?.isCut = true
                return
            }
            switch (name, parent) {
            case ("wp:meta_key", "wp:postmeta"): key = text
            case ("wp:meta_value", "wp:postmeta"): item?.meta.append(WXRItem.Meta(key: key, value: text))
            case ("wp:comment", "item"): item?.commentCount += 1
            case ("enclosure", "item"): item?.enclosures += [attributes["url"] ?? ""].filter { !$0.isEmpty }
            case ("category", "item"):
                item?.terms.append(
                    WXRItem.Term(
                        domain: attributes["domain"] ?? "category", nicename: attributes["nicename"] ?? "", name: text))
            case ("dc:subject", "item"): item?.subjects.append(text)
            case (_, "item"):
                item?.fields[name] = text
                if name == "guid" { item?.isGuidAddress = attributes["isPermaLink"]?.lowercased() != "false" }
            default: break
            }
        }

        func restart() -> (line: Int?, around: String) {
            let around = path.prefix { $0 != Listener.item }
            let line = item?.line
            (item, path) = (nil, [])
            return (line, around.map { "<\($0)>" }.joined())
        }

        private func endItem() {
            guard let ended = item, error == nil else { return }
            item = nil
            do { try each(ended, channel) } catch { self.error = error }
        }

        private func endOfChannel(_ name: String, _ text: String, _ parent: String?) {
            switch (name, parent) {
            case ("wp:author_login", _): login = text
            case ("wp:author_display_name", _): if channel.authors.count < 10_000 { channel.authors[login] = text }
            case (_, "channel"): if channel.fields.count < 1000 { channel.fields[name] = text }
            default: break
            }
        }
    }
}
