import Posts

/// Splits HTML into tags and texts.
///
/// It is as tolerant as browsers, except that it swallows nothing. Whatever is not a tag is text, and so is a word that only
/// looks like one: in `Vector<int>` no element begins, because HTML knows none of that name and nothing ends it. An element
/// that is left open contains nothing, so that what follows is read as if it were not there.
struct HTMLScanner {
    enum Token: Equatable {
        case text(String)
        case open(HTMLTag)
        case close(String)
        case comment(String)
        /// A comment without an end. Browsers show nothing of the rest.
        case unendedComment(String)
    }

    private let bytes: [UInt8]
    private let pieces: [HTMLPiece]
    /// Of the next piece.
    private var index = 0
    /// Where the present piece goes on, if a part of it was read.
    private var resumption = 0

    /// - Parameter isCode: whether it is the content of an element for code. There a tag without its other half is text,
    ///   whatever its name.
    init(_ html: String, isCode: Bool = false) {
        bytes = Array(html.utf8)
        pieces = HTMLPieces(bytes, isCode: isCode).all
    }

    var position: Int { index < pieces.count ? max(pieces[index].range.lowerBound, resumption) : bytes.count }

    /// - Returns: nil at the end.
    mutating func next() -> Token? {
        guard index < pieces.count else { return nil }
        let (piece, start) = (pieces[index], position)
        index += 1
        switch piece.kind {
        case .text: return .text(slice(start..<piece.range.upperBound))
        case .close: return .close(piece.name)
        case .comment(let content): return .comment(slice(content))
        case .unendedComment(let content): return .unendedComment(slice(content))
        case .open: return .open(tag(piece))
        }
    }

    private func tag(_ piece: HTMLPiece) -> HTMLTag {
        var reader = HTMLTagReader(bytes, from: piece.range.lowerBound + 1 + piece.name.utf8.count)
        var attributes: [String: String] = [:]
        while let attribute = reader.next() {
            let name = slice(attribute.name).lowercased()
            if attributes[name] == nil { attributes[name] = slice(attribute.value) }
        }
        return HTMLTag(
            name: piece.name, attributes: attributes, start: piece.range.lowerBound, end: piece.partner)
    }

    func slice(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Whether nothing but blanks follows before the next block or line break.
    var isAtEndOfBlock: Bool {
        for piece in pieces[index...] {
            if piece.isTag, piece.name == "br" || HTMLElements.blocks.contains(piece.name) { return true }
            switch piece.kind {
            case .text: guard bytes[piece.range].allSatisfy(\.isHTMLSpace) else { return false }
            case .open: return false
            case .close, .comment, .unendedComment: break
            }
        }
        return true
    }

    /// The source between the tags of an element, whose opening tag was the last token. Moves behind the closing tag.
    /// - Returns: nil, without moving, if the element is left open.
    mutating func content(of tag: HTMLTag) -> String? {
        guard let end = tag.end else { return nil }
        let content = slice(position..<pieces[end].range.lowerBound)
        index = end + 1
        return content
    }

    /// The source of an element with its tags; of one that is left open, its opening tag.
    mutating func whole(_ tag: HTMLTag) -> String {
        if let end = tag.end { index = end + 1 }
        return slice(tag.start..<position)
    }

    /// The source up to the next block, or the next tag of that name.
    mutating func contentOfBlock(upTo name: String) -> String {
        let start = position
        while index < pieces.count {
            let piece = pieces[index]
            if piece.isTag, piece.name == name || HTMLElements.blocks.contains(piece.name) { break }
            index += 1
        }
        return slice(start..<position)
    }

    /// The index of the piece that was read last.
    var lastPiece: Int { index - 1 }

    /// The next token, without moving.
    var peek: Token? {
        var copy = self
        return copy.next()
    }

    /// Where the content of an element ends; nil for one that is left open.
    func end(of tag: HTMLTag) -> Int? { tag.end.map { pieces[$0].range.lowerBound } }

    /// Where the first element of these names begins in an element whose opening tag was the last token.
    func start(of names: Set<String>, in tag: HTMLTag) -> Int? {
        guard let end = tag.end, index < end else { return nil }
        return pieces[index..<end].first { $0.isTag && names.contains($0.name) }?.range.lowerBound
    }

    mutating func rewind() { (index, resumption) = (0, 0) }

    /// Goes on at a byte that was passed already.
    mutating func resume(at byte: Int) {
        while index > 0, pieces[index - 1].range.upperBound > byte { index -= 1 }
        resumption = byte
    }
}

struct HTMLTag: Equatable {
    let name: String
    /// As written, with their character references.
    let attributes: [String: String]
    /// The position of its first byte.
    let start: Int
    /// The piece that ends the element; nil for one that is left open or has no end.
    fileprivate(set) var end: Int?

    /// Whether it is an element without a closing tag.
    var isVoid: Bool { HTMLElements.voids.contains(name) }

    /// The words of its class.
    var classes: [String] { (attributes["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init) }
}

extension String {
    /// The text of HTML, with its character references.
    /// - Parameter lineBreak: what stands for `br` and before a `p`.
    func withoutTags(lineBreak: String) -> String {
        var (scanner, text) = (HTMLScanner(self), "")
        while let token = scanner.next() {
            switch token {
            case .text(let words): text += words
            case .open(let tag) where tag.name == "br" || tag.name == "p": text += lineBreak
            case .open, .close, .comment, .unendedComment: break
            }
        }
        return text
    }
}

extension UInt8 {
    var isHTMLSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
