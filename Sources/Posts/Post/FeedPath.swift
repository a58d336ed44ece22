/// A further path at which a site has its feed, for readers who subscribed to that of an old site: `/index.xml`, or
/// `/feed/`, which is the file `feed/index.xml`.
package struct FeedPath: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    /// In the site's folder.
    package let file: String
    /// The page that would have the same address; nil for a path that ends in the name of a file.
    package let page: String?
    package var description: String { text }
    /// Whether it is the JSON Feed there, and not the one in Atom.
    package var isJSON: Bool { file.hasSuffix(".json") }

    package static let countMax = 20
    package static let bytesMax = 200
    private static let namesMax = 8

    /// - Throws: the first rule that `text` breaks.
    package init(_ text: String) throws(FeedPathError) {
        guard text.utf8.count <= FeedPath.bytesMax else { throw .tooLong(text.utf8.count) }
        guard text.hasPrefix("/") else { throw .badStart(text) }
        let isFolder = text.hasSuffix("/")
        let names = (isFolder ? text.dropLast() : text[...]).dropFirst()
            .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= FeedPath.namesMax else { throw .tooManyNames(text) }
        for name in names {
            guard name.utf8.first != UInt8(ascii: "."), !name.isEmpty else { throw .badName(text) }
            if let found = name.unicodeScalars.first(where: { !FeedPath.allows($0) }) {
                throw .badCharacter(text.withVisibleControls(), found.named)
            }
        }
        guard isFolder || FeedPath.endings.contains(where: { text.hasSuffix($0) }) else { throw .badEnding(text) }
        let first = names.first ?? ""
        guard !PostPath.reserved.contains(first), !FeedPath.own.contains(first), !first.hasPrefix("sitemap") else {
            throw .reserved(text, first)
        }
        self.text = text
        let path = names.joined(separator: "/")
        file = isFolder ? path + "/index.xml" : path
        page = isFolder ? path + "/index.html" : nil
    }

    /// The paths of a list, of which no two are one file, and none is a file where another needs a folder.
    /// - Throws: the first rule that one of them, or the list, breaks.
    package static func all(_ texts: [String]) throws(FeedPathError) -> [FeedPath] {
        guard texts.count <= countMax else { throw .tooMany(texts.count) }
        var paths: [FeedPath] = []
        for text in texts {
            let path = try FeedPath(text)
            if let other = paths.first(where: { $0.meets(path) }) { throw .clash(other.text, text) }
            paths.append(path)
        }
        return paths
    }

    private func meets(_ other: FeedPath) -> Bool {
        file == other.file || file.hasPrefix(other.file + "/") || other.file.hasPrefix(file + "/")
    }

    private static func allows(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "-_.~".unicodeScalars.contains(scalar))
    }

    private static let endings = [".xml", ".atom", ".rss", ".rdf", ".json"]
    /// First names that a site uses itself, besides those that no post may have.
    private static let own: Set = ["media", "archive", "index.htm"]
}

/// Why a text is not the path of a feed.
package enum FeedPathError: Error, Equatable, Sendable, CustomStringConvertible {
    case tooLong(Int)
    case badStart(String)
    case tooManyNames(String)
    case badName(String)
    case badCharacter(String, String)
    case badEnding(String)
    case reserved(String, String)
    case tooMany(Int)
    case clash(String, String)

    package var description: String {
        switch self {
        case .tooLong(let bytes): "A path of a feed has \(bytes) bytes. The limit is \(FeedPath.bytesMax)."
        case .badStart(let text):
            "The path “\(text)” of a feed is no path. Write it from the first “/” after the site's address, as in /index.xml."
        case .tooManyNames(let text): "The path “\(text)” of a feed has more than eight parts between its “/”."
        case .badName(let text): "A part of the path “\(text)” of a feed is empty or begins with “.”."
        case .badCharacter(let text, let found):
            "The path “\(text)” of a feed contains \(found). Use a–z, A–Z, 0–9, “-”, “_”, “.” and “~”."
        case .badEnding(let text):
            "The path “\(text)” of a feed needs to end with “/”, .xml, .atom, .rss, .rdf or .json."
        case .reserved(let text, let name):
            "No further feed can be at “\(text)”, because the site needs “/\(name)” itself."
        case .tooMany(let count): "There are \(count) paths of feeds. The limit is \(FeedPath.countMax)."
        case .clash(let one, let other):
            "The feeds “\(one)” and “\(other)” are one file, or one is a file where the other needs a folder. Keep one."
        }
    }
}
