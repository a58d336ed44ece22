import Pictures
import Posts
import Rendering

/// A picture as one post shows it. A picture that the post shows with two alternative texts is two of these, because
/// services have one text for each upload.
struct ShownPicture: Hashable, Sendable {
    let media: Media
    /// The alternative text from the post, otherwise the picture's own; may be empty.
    let alt: String
    /// Counts the alternative texts of the picture in the post, from 1.
    var number = 1

    /// Different for each in a post: `media:ID`, then `media:ID-2`.
    var address: String { number == 1 ? media.id.address : "\(media.id.address)-\(number)" }

    /// For example “harbour.jpg”, with another alternative text “harbour.jpg” as “two”.
    var name: String { number == 1 || alt.isEmpty ? media.name : "\(media.name) as “\(alt.shortened(to: 60))”" }
    /// For example `“harbour.jpg” (4032 × 3024, 2.1 MB)`.
    var described: String { "\(name) (\(media.facts.sizeText))" }
}

extension Media {
    fileprivate var name: String { "“\(notes.name.isEmpty ? id.address : notes.name.shortened(to: 60))”" }

    /// - Parameter words: those of the post where it shows the picture.
    fileprivate func alt(_ words: String) -> String {
        let said = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return said.isEmpty ? notes.alt : said
    }
}

extension Manuscript {
    /// The stored pictures that the text shows, each once with each of its alternative texts, in the order of the text.
    /// - Throws: if one of them does not exist.
    func pictures(in tree: DocumentTree) throws(FreezeError) -> [ShownPicture] {
        var found: [ShownPicture] = []
        var known: [MediaID: Media] = [:]
        var texts: [MediaID: Set<String>] = [:]
        for (address, words) in tree.images {
            guard let id = MediaID(address: address) else { continue }
            let media = if let media = known[id] { media } else { try picture(id) }
            known[id] = media
            let alt = media.alt(words)
            guard texts[id, default: []].insert(alt).inserted else { continue }
            found.append(ShownPicture(media: media, alt: alt, number: texts[id]?.count ?? 1))
        }
        return found
    }

    func picture(_ id: MediaID) throws(FreezeError) -> Media {
        guard let media = media.first(where: { $0.id == id }) else {
            throw FreezeError(
                "A picture in the text is missing (\(id.address)). Remove it or add it again."
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
    func placed(_ html: String, _ address: (Media) -> String) throws(FreezeError) -> (html: String, pictures: [Media]) {
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

extension Collection<ShownPicture> {
    /// The first three names, for a loss.
    var names: String { map(\.name).listed(upTo: 3) }
}

extension [ShownPicture] {
    /// Each picture once, with the first of its alternative texts.
    var unrepeated: [ShownPicture] { filter { $0.number == 1 } }

    /// SVG drawings, which services refuse.
    var drawings: [ShownPicture] { filter { $0.media.facts.kind == .svg } }

    var withoutDrawings: [ShownPicture] { filter { $0.media.facts.kind != .svg } }

    /// A loss for each drawing.
    func drawingLosses(at service: String) -> [String] {
        drawings.unrepeated.map {
            "\($0.name): not sent, because \(service) does not accept SVG. A PNG of it can be sent."
        }
    }

    /// A warning for each picture without alternative text.
    var missingAltWarnings: [String] {
        filter(\.alt.isEmpty).map {
            "\($0.name) has no description for readers who cannot see it. Add one."
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

/// The pictures of a text by their places in it.
struct PicturePlaces {
    private var byAddress: [String: [String: ShownPicture]] = [:]

    init(_ pictures: [ShownPicture]) {
        for picture in pictures { byAddress[picture.media.id.address, default: [:]][picture.alt] = picture }
    }

    /// - Returns: nil unless one of the pictures stands at `node`.
    func picture(at node: Node) -> ShownPicture? {
        guard case .image(let url) = node.kind, let texts = byAddress[url], let media = texts.first?.value.media else {
            return nil
        }
        return texts[media.alt(node.children.map(\.words).joined())]
    }
}

extension Node {
    fileprivate func collectImages(into found: inout [(String, String)]) {
        if case .image(let url) = kind { found.append((url, children.map(\.words).joined())) }
        for child in children { child.collectImages(into: &found) }
    }

    fileprivate var words: String {
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
