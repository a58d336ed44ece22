/// The form of the addresses that posts had on an old site, as the author states it: `/web/:slug/`.
package struct OldPermalink: Hashable, Sendable {
    package let text: String
    private let pieces: [Piece]

    private enum Piece: Hashable, Sendable {
        case literal(String)
        case placeholder(Placeholder)

        /// Whether posts of one section and day differ in it.
        var isOwn: Bool { if case .placeholder(let placeholder) = self { placeholder.isOwn } else { false } }
    }

    /// What a Markdown file says about its address.
    package enum Placeholder: String, Hashable, Sendable, CaseIterable {
        /// Of the date as the file states it: four digits, two, and two.
        case year, month, day
        /// The `slug` of the front matter, else the name of the file without its date.
        case slug
        /// The words of the title in lower case, with hyphens between them.
        case title
        /// The name of the file without its ending: without its date, and with it. Of an `index.md`, that of its folder.
        case name, filename
        /// The first folder, and all of them, without `content`.
        case section, sections

        fileprivate var isOwn: Bool {
            switch self {
            case .slug, .title, .name, .filename: true
            case .year, .month, .day, .section, .sections: false
            }
        }
    }

    package static let bytesMax = 1000

    /// - Throws: the first rule that `text` breaks.
    package init(_ text: String) throws(OldPermalinkError) {
        guard text.utf8.count <= OldPermalink.bytesMax else { throw .tooLong(text.utf8.count) }
        guard text.hasPrefix("/"), !text.hasPrefix("//") else { throw .badStart(text.beginning) }
        if let brace = text.first(where: { "{}".contains($0) }) { throw .brace(brace) }
        self.text = text
        pieces = try OldPermalink.pieces(of: text)
        guard pieces.contains(where: \.isOwn) else { throw .same(text.beginning) }
        do throws(PostPathError) { _ = try PostPath(filled { _ in "x" } ?? "") } catch { throw .path(error) }
    }

    /// The address with these values.
    /// - Parameter folder: what stands before it, such as `/pt`; or nothing.
    /// - Returns: nil if a value is missing, or if no page can have the address.
    package func path(in folder: String = "", _ value: (Placeholder) -> String?) -> PostPath? {
        filled(value).flatMap { try? PostPath(folder + $0) }
    }

    /// A value may be empty, and nothing is then between two slashes.
    private func filled(_ value: (Placeholder) -> String?) -> String? {
        var filled = ""
        for piece in pieces {
            switch piece {
            case .literal(let text): filled += text
            case .placeholder(let placeholder):
                guard let value = value(placeholder) else { return nil }
                filled += value
            }
        }
        return "/" + filled.split(separator: "/").joined(separator: "/") + (filled.hasSuffix("/") ? "/" : "")
    }

    private static func pieces(of text: String) throws(OldPermalinkError) -> [Piece] {
        var pieces: [Piece] = []
        for (index, part) in text.split(separator: ":", omittingEmptySubsequences: false).enumerated() {
            var rest = part
            if index > 0 {
                let name = part.prefix { $0.isASCII && $0.isLetter }
                guard let placeholder = Placeholder(rawValue: String(name)) else {
                    throw .unknown(String(part.prefix { $0 != "/" }).beginning)
                }
                pieces.append(.placeholder(placeholder))
                rest = part.dropFirst(name.count)
            }
            if !rest.isEmpty { pieces.append(.literal(String(rest))) }
        }
        return pieces
    }
}

/// Why a text is not the form of old addresses.
package enum OldPermalinkError: Error, Equatable, Sendable, CustomStringConvertible {
    case tooLong(Int)
    case badStart(String)
    case brace(Character)
    case unknown(String)
    case same(String)
    case path(PostPathError)

    package var description: String {
        switch self {
        case .tooLong(let bytes):
            "The form of the old addresses has \(bytes) bytes. The limit is \(OldPermalink.bytesMax)."
        case .badStart(let text):
            "The form of the old addresses is “\(text)”. Write it from the first “/” after the host, as in /web/:slug/."
        case .brace(let found):
            "The form of the old addresses has “\(found)”. Write placeholders with a colon: \(OldPermalinkError.known)."
        case .unknown(let name):
            "“:\(name)” is no placeholder of an old address. Use \(OldPermalinkError.known)."
        case .same(let text):
            "All posts would have had the address “\(text)”. Use :slug, :title, :name or :filename in it."
        case .path(let error): error.description
        }
    }

    private static let known = {
        let names = OldPermalink.Placeholder.allCases.map { ":\($0.rawValue)" }
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }()
}

extension String {
    /// At most 60 characters, for a message.
    fileprivate var beginning: String { count > 60 ? prefix(60) + "…" : self }
}
