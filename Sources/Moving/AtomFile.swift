import Posts
import XML

/// One `entry` of an Atom feed, unconverted.
package struct AtomEntry: Hashable, Sendable {
    package internal(set) var line = 0
    /// By name: `id`, `published`, `updated`, `blogger:status` and so on, each the first of its name.
    package internal(set) var fields: [String: String] = [:]
    /// `title`, `summary` and `content` as HTML, whatever their type.
    package internal(set) var texts: [String: String] = [:]
    /// The page of the entry, from `link` with `rel="alternate"`.
    package internal(set) var address = ""
    package internal(set) var enclosures: [String] = []
    package internal(set) var categories: [Category] = []
    package internal(set) var author: String?
    /// The address from which relative ones in each of `texts` begin (`xml:base`).
    package internal(set) var bases: [String: String] = [:]
    /// Where the content is, if the feed does not contain it.
    package internal(set) var contentAddress: String?
    /// Whether a part exceeded the limit and was cut.
    package internal(set) var isCut = false
    /// How many characters were left out or guessed because the file is not XML there.
    package internal(set) var badCharacters = 0

    package struct Category: Hashable, Sendable {
        package let scheme, term: String
        package let label: String?
    }

    package subscript(_ name: String) -> String { fields[name] ?? "" }
}

/// The feed's data about the whole blog.
package struct AtomFeedFacts: Hashable, Sendable {
    package internal(set) var id = ""
    /// The site's address, from `link` with `rel="alternate"`.
    package internal(set) var address = ""
    package internal(set) var language: String?
}

/// Reads an Atom feed (RFC 4287) entry by entry, also the one that Blogger exports. It holds one entry in memory.
package final class AtomFile {
    private let feed: FeedReader<Listener>

    /// - Parameters:
    ///   - failed: receives the reason for each entry that cannot be read.
    ///   - each: receives every entry when it ends. If it throws, reading stops.
    package init(
        failed: @escaping (ExportFailure) throws -> Void = { _ in },
        _ each: @escaping (AtomEntry, AtomFeedFacts) throws -> Void
    ) throws { feed = try FeedReader(Listener(each), failed: failed) }

    /// - Throws: `ExportFailure` or the error of `each`.
    package func read(_ bytes: [UInt8], isLast: Bool) throws { try feed.read(bytes, isLast: isLast) }

    private final class Listener: FeedListener {
        static let format = "Atom"
        static let item = "entry"
        weak var reader: XMLReader?
        private(set) var error: (any Error)?
        private(set) var isOfFormat = false
        private let each: (AtomEntry, AtomFeedFacts) throws -> Void
        private var feed = AtomFeedFacts()
        private var entry: AtomEntry?
        private var path: [String] = []
        /// The attributes of the whole feed.
        private var root: [String: String] = [:]
        /// `xml:base` of each open element, resolved against those around it; empty for none.
        private var bases: [String] = []
        private var type = ""
        /// The XHTML inside the current text; nil elsewhere.
        private var markup: XHTMLMarkup?
        /// Bytes of the current entry so far.
        private var bytes = 0
        private static let bytesMax = 32_000_000
        private static let texts = ["title", "summary", "content"]

        init(_ each: @escaping (AtomEntry, AtomFeedFacts) throws -> Void) { self.each = each }

        private var text: String { (reader?.text ?? []).repairedText.words }

        func begin(_ name: String, _ written: [String: String], line: Int) {
            let attributes = written.mapValues(\.withoutRepairMarks)
            if path.isEmpty { root = attributes }
            path.append(name)
            bases.append(base(attributes))
            guard markup == nil else {
                noteDamage()
                markup?.begin(name, attributes, base: bases.last, after: text)
                return
            }
            if path.count == 1, name == "feed" {
                isOfFormat = true
                feed.language = attributes["xml:lang"]
            }
            switch (name, parent) {
            case ("entry", _) where entry == nil:
                entry = AtomEntry()
                entry?.line = line
                bytes = 0
            case ("link", "entry"): add(link: attributes)
            case ("link", "feed") where (attributes["rel"] ?? "alternate") == "alternate":
                feed.address = (attributes["href"] ?? "").resolved(against: bases.last)
            case ("category", "entry"):
                entry?.categories.append(
                    AtomEntry.Category(
                        scheme: attributes["scheme"] ?? "", term: attributes["term"] ?? "", label: attributes["label"]))
                grow(by: attributes)
            case (_, "entry") where Listener.texts.contains(name):
                type = attributes["type"] ?? "text"
                if let address = attributes["src"] { entry?.contentAddress = address.resolved(against: bases.last) }
                if let base = bases.last, !base.isEmpty { entry?.bases[name] = base }
                if type == "xhtml" { markup = XHTMLMarkup(depth: path.count) }
            default: break
            }
        }

        private var parent: String? { path.dropLast().last }

        /// https://www.w3.org/TR/xmlbase/
        private func base(_ attributes: [String: String]) -> String {
            let around = bases.last ?? ""
            guard let own = attributes["xml:base"], own.utf8.count <= Listener.baseMax else { return around }
            return own.resolved(against: around)
        }

        private static let baseMax = 2000

        private func add(link: [String: String]) {
            let address = (link["href"] ?? "").resolved(against: bases.last)
            switch link["rel"] ?? "alternate" {
            case "alternate": if entry?.address == "" { entry?.address = address }
            case "enclosure" where !address.isEmpty: entry?.enclosures.append(address)
            default: break
            }
            grow(by: link)
        }

        func end(_ name: String) {
            defer {
                path.removeLast()
                bases.removeLast()
            }
            noteDamage()
            if let open = markup, path.count > open.depth {
                markup?.end(name, after: text)
                return
            }
            guard name != "entry" else { return endEntry() }
            guard entry != nil else {
                if name == "id", parent == "feed" { feed.id = text }
                return
            }
            let whole = markup.map { $0.html + text.htmlTextEscaped } ?? text
            markup = nil
            grow(by: [name: whole])
            guard bytes <= Listener.bytesMax else { return }
            switch (name, parent) {
            case ("name", "author"): if entry?.author == nil { entry?.author = whole }
            case ("app:draft", _): entry?.fields[name] = whole
            case (_, "entry") where Listener.texts.contains(name):
                entry?.texts[name] = ["html", "xhtml", "text/html"].contains(type) ? whole : whole.htmlTextEscaped
            case (_, "entry"): if entry?.fields[name] == nil { entry?.fields[name] = whole }
            default: break
            }
        }

        func restart() -> (line: Int?, around: String) {
            let attributes = root.map { " \($0.key)=\"\($0.value.htmlEscaped)\"" }.sorted().joined()
            let around = path.prefix { $0 != Listener.item }.enumerated().map { index, name in
                "<\(name)\(index == 0 ? attributes : "")>"
            }
            let line = entry?.line
            (entry, markup, path, bases) = (nil, nil, [], [])
            return (line, around.joined())
        }

        private func noteDamage() {
            entry?.badCharacters += (reader?.text ?? []).repairedText.marks
            if reader?.isCut == true || markup?.isCut == true { entry?.isCut = true }
        }

        /// Counts what the entry holds. Beyond the limit it takes up no more.
        private func grow(by parts: [String: String]) {
            for (name, text) in parts { bytes += name.utf8.count + text.utf8.count + 64 }
            if bytes > Listener.bytesMax { entry?.isCut = true }
        }

        private func endEntry() {
            guard let ended = entry, error == nil else { return }
            entry = nil
            do { try each(ended, feed) } catch { self.error = error }
        }
    }
}

/// XHTML on its way back to markup.
private struct XHTMLMarkup {
    /// How deep the element is whose content it is.
    let depth: Int
    private(set) var html = ""
    private(set) var isCut = false
    private static let bytesMax = XMLReader.textBytesMax

    /// - Parameter base: the address from which relative ones begin.
    mutating func begin(_ name: String, _ attributes: [String: String], base: String?, after text: String) {
        add(text.htmlTextEscaped + "<" + local(name))
        for (name, found) in attributes.sorted(by: { $0.key < $1.key }) where !name.hasPrefix("xml") {
            let value = name == "href" || name == "src" ? found.resolved(against: base) : found
            add(" \(name)=\"\(value.htmlEscaped)\"")
        }
        add(">")
    }

    mutating func end(_ name: String, after text: String) {
        let isVoid = HTMLTag(name: local(name), attributes: [:], start: 0).isVoid
        add(text.htmlTextEscaped + (isVoid ? "" : "</\(local(name))>"))
    }

    private mutating func add(_ part: String) {
        if html.utf8.count + part.utf8.count <= XHTMLMarkup.bytesMax { html += part } else { isCut = true }
    }

    private func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }
}
