/// The path of a page, from the root of its site: `/2014/12/12/old.html` or `/deep/er/path/`.
///
/// A post may have one of its own, and imported posts keep their former ones whole. As in Hugo, a path that ends in
/// `.html` is a file, and any other is a folder with an `index.html` and ends in `/`. `.htm` counts as `.html`.
package struct PostPath: Hashable, Sendable, CustomStringConvertible {
    /// The names between the slashes, in Unicode's normal form C, not percent-encoded.
    package let names: [String]
    package let isFolder: Bool

    package static let namesMax = 8
    /// In UTF-8.
    package static let nameBytesMax = 200
    /// A “%” may be written as three characters.
    package static let charactersMax = 2000

    /// - Parameter text: percent-encoded or not, with or without the first `/`.
    /// - Throws: the first rule that `text` breaks.
    package init(_ text: String) throws(PostPathError) {
        guard text.utf8.count <= 4 * PostPath.charactersMax else { throw .tooLong }
        guard !text.contains("://") else { throw .wholeAddress(text.beginning) }
        var names: [String] = []
        // By bytes: some characters would join with a “/” to one. Decoded one by one, so that an encoded “/” does not divide.
        let slash = UInt8(ascii: "/")
        for name in text.utf8.dropFirst(text.utf8.first == slash ? 1 : 0).split(
            separator: slash, omittingEmptySubsequences: false)
        {
            if let found = name.first(where: { "?#\\".utf8.contains($0) }) {
                throw .badCharacter("“\(Unicode.Scalar(found))”")
            }
            names.append(String(Substring(name)).percentRead.composed)
        }
        var isFolder = names.last?.isEmpty == true
        if isFolder { names.removeLast() }
        if let last = names.last, !isFolder, ["index.html", "index.htm"].contains(last) {
            names.removeLast()
            isFolder = true
        }
        guard let first = names.first, let last = names.last else { throw .frontPage }
        guard names.count <= PostPath.namesMax else { throw .tooManyNames(names.count) }
        for name in names { try PostPath.check(name) }
        guard !PostPath.reserved.contains(first), first != "media" else { throw .reserved(first) }
        let ending = last.lastIndex(of: ".").map { last[last.index(after: $0)...].lowercased() }
        if !isFolder, let ending, PostPath.fileEndings.contains(ending) { throw .otherFile(last) }
        self.names = names
        self.isFolder = isFolder || !(ending == "html" || ending == "htm")
        // Files are found by characters, so none may join with a “/”.
        guard names == "/\(names.joined(separator: "/"))/".split(separator: "/").map(String.init) else { throw .joins }
        guard self.text.unicodeScalars.count <= PostPath.charactersMax else { throw .tooLong }
    }

    /// A path that is kept already, as `text` writes it. An earlier version may have had other rules, but none that let a
    /// path leave its site.
    /// - Returns: nil for text that no version has kept.
    package init?(kept text: String) {
        let slash = UInt8(ascii: "/")
        guard text.utf8.first == slash else { return nil }
        var names = text.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
            .map { String(Substring($0)).percentRead }
        isFolder = names.last?.isEmpty == true
        if isFolder { names.removeLast() }
        let isWrong = names.contains {
            $0.isEmpty || $0 == "." || $0 == ".." || $0.utf8.contains { $0 == slash || $0 == 0 }
        }
        guard !names.isEmpty, !isWrong else { return nil }
        self.names = names
    }

    /// The only spelling under which the path is stored and compared. Making a path from it gives the same path.
    package var text: String {
        // By bytes: a “%” may join with what follows it.
        let encoded = names.map {
            String(decoding: $0.utf8.flatMap { $0 == 0x25 ? [0x25, 0x32, 0x35] : [$0] }, as: UTF8.self)
        }
        return "/" + encoded.joined(separator: "/") + (isFolder ? "/" : "")
    }
    package var description: String { text }

    /// The last name without `.html`, which an imported post takes as its slug.
    package var slugText: String {
        let last = names[names.count - 1]
        return [".html", ".htm"].first { !isFolder && last.hasSuffix($0) }.map { String(last.dropLast($0.count)) }
            ?? last
    }

    /// The first names of addresses that a site uses itself.
    package static let reserved: Set<String> = [
        "tags", "page", "index.html", "404.html", "feed.xml", "feed.json", "sitemap.xml", "style.css",
        "favicon.svg", "robots.txt",
    ]

    /// The endings of feeds and of files that pages show.
    private static let fileEndings: Set<String> = [
        "xml", "json", "rss", "atom", "css", "js", "txt", "pdf", "zip", "ico", "svg", "png", "jpg", "jpeg", "gif",
        "webp",
    ]

    private static func check(_ name: String) throws(PostPathError) {
        guard !name.isEmpty else { throw .emptyName }
        guard name.utf8.first != UInt8(ascii: ".") else { throw .hidden(name.beginning) }
        guard name.utf8.first != UInt8(ascii: ":") else { throw .placeholder(name.beginning) }
        guard name.utf8.count <= nameBytesMax else { throw .longName(name.beginning, bytes: name.utf8.count) }
        for scalar in name.unicodeScalars {
            let isBad =
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
                case .format: !scalar.isZeroWidthJoiner
                default: "/\\?#".unicodeScalars.contains(scalar)
                }
            if isBad { throw .badCharacter(scalar.named) }
        }
    }
}

/// Why a text is not the path of a page.
package enum PostPathError: Error, Equatable, Sendable, CustomStringConvertible {
    case frontPage, emptyName, tooLong, joins
    case wholeAddress(String)
    case tooManyNames(Int)
    case longName(String, bytes: Int)
    case hidden(String)
    case placeholder(String)
    case badCharacter(String)
    case reserved(String)
    case otherFile(String)

    package var description: String {
        switch self {
        case .frontPage: "The path is that of the front page. Write another, such as /2019/hello/."
        case .emptyName: "The path has nothing between two “/”. Write it as in /2019/hello/."
        case .tooLong: "The path has more than \(PostPath.charactersMax) characters. Choose a shorter one."
        case .joins: "A part of the path begins or ends with a sign that joins with “/”. Remove it."
        case .wholeAddress(let text):
            "The path is a whole address, “\(text)”. Write it from the first “/” after the host."
        case .tooManyNames(let count):
            "The path has \(count) parts between its “/”. The limit is \(PostPath.namesMax)."
        case .longName(let name, let bytes):
            "The part “\(name)” of the path has \(bytes) bytes. The limit is \(PostPath.nameBytesMax)."
        case .hidden(let name):
            "The part “\(name)” of the path begins with “.”, and web servers hide such names. Choose another."
        case .placeholder(let name): "The part “\(name)” of the path stands for another text. Write that text."
        case .badCharacter(let found): "The path contains \(found), which no page of a site can have. Remove it."
        case .reserved(let name): "The path begins with “\(name)”, which the site needs itself. Choose another."
        case .otherFile(let name):
            "The path ends in “\(name)”, the name of a feed or a file. End the path of a page with “/” or “.html”."
        }
    }
}

extension String {
    /// At most 60 characters, for a message.
    fileprivate var beginning: String { count > 60 ? prefix(60) + "…" : self }
}
