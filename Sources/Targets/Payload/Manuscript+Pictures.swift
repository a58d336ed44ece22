import Copyfitting
import Pictures
import Posts
import Rendering

/// A picture as one post shows it.
struct ShownPicture: Hashable, Sendable {
    let media: Media
    /// The alternative text from the post, otherwise the picture's own; may be empty.
    let alt: String

    /// For example “harbour.jpg”.
    var name: String { media.name }
    /// For example `“harbour.jpg” (4032 × 3024, 2.1 MB)`.
    var described: String { "\(name) (\(media.facts.sizeText))" }
}

extension Media {
    fileprivate var name: String { "“\(notes.name.isEmpty ? id.address : notes.name.shortened(to: 60))”" }
}

extension Manuscript {
    /// The stored pictures that the text shows, each once, in the order of the text.
    /// - Throws: if one of them does not exist.
    func pictures(in tree: DocumentTree) throws(FreezeError) -> [ShownPicture] {
        var found: [ShownPicture] = []
        for (address, words) in tree.images {
            guard let id = MediaID(address: address), !found.contains(where: { $0.media.id == id }) else { continue }
            let media = try picture(id)
            let said = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            found.append(ShownPicture(media: media, alt: said.isEmpty ? media.notes.alt : said))
        }
        return found
    }

    func picture(_ id: MediaID) throws(FreezeError) -> Media {
        guard let media = media.first(where: { $0.id == id }) else {
            throw FreezeError(
                "The text shows the picture \(id.address), which Galley does not have. Add it, or remove it "
                    + "from the text."
            )
        }
        return media
    }

    /// Replaces SVG drawings in `html` by their alternative text.
    /// - Returns: the HTML and the drawings, each once.
    func withoutDrawings(_ html: String) throws(FreezeError) -> (html: String, drawings: [ShownPicture]) {
        var drawings: [ShownPicture] = []
        let result = replacingPictures(in: html) { id, alt in
            guard let media = media.first(where: { $0.id == id }), media.facts.kind == .svg else { return nil }
            if !drawings.contains(where: { $0.media.id == id }) {
                drawings.append(ShownPicture(media: media, alt: alt))
            }
            return alt.isEmpty ? media.notes.alt.htmlTextEscaped : alt
        }
        return (result, drawings)
    }

    /// Replaces the addresses of pictures in `html` by those at the target.
    /// - Returns: the HTML and the pictures, each once.
    func placed(
        _ html: String, _ address: (Media) -> String
    ) throws(FreezeError) -> (html: String, pictures: [Media]) {
        var used: [Media] = []
        do {
            let placed = try placingPictures(in: html) { id in
                let media = try picture(id)
                if !used.contains(media) { used.append(media) }
                return PicturePlace(media, address: address(media))
            }
            return (placed, used)
        } catch {
            throw error as? FreezeError ?? FreezeError("\(error)")
        }
    }
}

extension [ShownPicture] {
    /// SVG drawings, which services refuse.
    var drawings: [ShownPicture] { filter { $0.media.facts.kind == .svg } }

    var withoutDrawings: [ShownPicture] { filter { $0.media.facts.kind != .svg } }

    /// A loss for each drawing.
    func drawingLosses(at service: String) -> [String] {
        drawings.map { "\($0.name): not sent, because \(service) does not accept SVG. A PNG of it can be sent." }
    }

    /// A warning for each picture without alternative text.
    var missingAltWarnings: [String] {
        filter(\.alt.isEmpty).map {
            "\($0.name) has no alternative text for readers who cannot see it. Describe it."
        }
    }
}

extension DocumentTree {
    /// The addresses of all images with their alternative texts, in the order of the text.
    fileprivate var images: [(address: String, words: String)] {
        var found: [(String, String)] = []
        for block in blocks { block.collectImages(into: &found) }
        return found
    }

    /// The same text without the images that are attached separately.
    func without(_ pictures: [ShownPicture]) -> DocumentTree {
        guard !pictures.isEmpty else { return self }
        let addresses = Set(pictures.map(\.media.id.address))
        return DocumentTree(blocks: blocks.map { $0.without(addresses) }, diagnostics: diagnostics)
    }
}

extension Node {
    fileprivate func collectImages(into found: inout [(String, String)]) {
        if case .image(let url) = kind { found.append((url, children.map(\.words).joined())) }
        for child in children { child.collectImages(into: &found) }
    }

    private var words: String {
        switch kind {
        case .text(let text), .code(let text): text
        case .softBreak, .lineBreak: " "
        default: children.map(\.words).joined()
        }
    }

    fileprivate func without(_ addresses: Set<String>) -> Node {
        let kept = children.filter { child in
            if case .image(let url) = child.kind { !addresses.contains(url) } else { true }
        }
        return Node(kind, lines: lines, children: kept.map { $0.without(addresses) })
    }
}
