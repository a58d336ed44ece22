import XML

/// Reads an SVG drawing and accepts it only if everything in it is known to be harmless.
///
/// A web server that sends a site's files knows nothing of Galley, so nothing but the file itself can keep a script in it
/// from running. Hence an allow-list: elements that draw, references within the drawing, embedded pictures, and links that
/// a reader may follow. What editors add in their own namespaces is ignored by browsers and allowed.
///
/// A browser must read the same elements and attributes as Galley, so the file may have no entities: browsers know those
/// of some document types by name, and expat leaves them out. What is checked is what is kept: without `SVGDocumentType`,
/// and without what a browser that does not know it would pass over, too: HTML in a `<switch>` in which a drawing stands
/// beside it (draw.io), and fonts from elsewhere (Excalidraw).
/// - SeeAlso: https://www.w3.org/TR/SVG2/
enum SVGReading {
    static let bytesMax = 4_000_000
    private static let pieceBytes = 1 << 16

    static func picture(_ source: inout PictureSource) throws(PictureError) -> Picture {
        guard source.size <= bytesMax else { throw .largeDrawing(bytes: source.size) }
        var parts = try parts(of: &source)
        var listener = try read(parts, of: &source, isDropping: true)
        if listener.fault == nil, !listener.dropped.isEmpty {
            parts = parts.without(listener.dropped)
            // What is kept is checked by itself.
            listener = try read(parts, of: &source, isDropping: false)
        }
        if let fault = listener.fault { throw .unsafeDrawing(line: fault.line, fault.words) }
        guard let size = listener.size else { throw .noPicture }
        return Picture(kind: .svg, width: size.width, height: size.height, parts: parts)
    }

    private static func read(
        _ parts: PictureParts, of source: inout PictureSource, isDropping: Bool
    ) throws(PictureError) -> Listener {
        let listener = Listener(isDropping: isDropping)
        do {
            let reader = try XMLReader(listener, .withNamespaces)
            listener.reader = reader
            for part in parts.list { try read(part, of: &source, by: reader) }
            try reader.read([], isLast: true)
        } catch let error as PictureError {
            throw error
        } catch let error as XMLFailure {
            throw .unsafeDrawing(line: error.line, error.words)
        } catch {
            throw .damaged(.svg, "\(error)")
        }
        return listener
    }

    /// The file without its document type, of which the line breaks stay, so that errors name the author's lines.
    private static func parts(of source: inout PictureSource) throws(PictureError) -> PictureParts {
        let head = try source.bytes(at: 0, count: min(pieceBytes, source.size))
        var parts = PictureParts()
        guard let type = SVGDocumentType.range(in: head) else {
            parts.append(0..<source.size)
            return parts
        }
        parts.append(0..<type.lowerBound)
        parts.append(head[type].filter { $0 == UInt8(ascii: "\n") })
        parts.append(type.upperBound..<source.size)
        return parts
    }

    private static func read(_ part: Picture.Part, of source: inout PictureSource, by reader: XMLReader) throws {
        switch part {
        case .bytes(let bytes): try reader.read(bytes, isLast: false)
        case .range(let range):
            for offset in stride(from: range.lowerBound, to: range.upperBound, by: pieceBytes) {
                let count = min(pieceBytes, range.upperBound - offset)
                try reader.read(try source.bytes(at: offset, count: count), isLast: false)
            }
        }
    }

    private final class Listener: XMLListener {
        /// An element that is open.
        private struct Open {
            let name: SVGName
            let start: Int
            let line: Int
            /// Whether it is left out, because it is HTML for which something else stands beside it.
            var isDropped = false
            var dropped = 0
            var kept = 0
        }

        weak var reader: XMLReader?
        private(set) var size: (width: Int, height: Int)?
        /// The first thing that is not allowed.
        private(set) var fault: (line: Int, words: String)?
        /// What can be left out, in order.
        private(set) var dropped: [Range<Int>] = []
        private let isDropping: Bool
        private var open: [Open] = []
        private var line = 1

        init(isDropping: Bool) { self.isDropping = isDropping }

        func begin(_ name: String, _ attributes: [String: String], line: Int) {
            self.line = line
            let name = SVGName(name)
            let parent = open.last
            open.append(Open(name: name, start: reader?.place.lowerBound ?? 0, line: line))
            if parent == nil {
                guard name.isSVG, name.local == "svg" else {
                    return refuse("Its first element is not <svg> with SVG’s xmlns.")
                }
                size = SVGSize.pixels(attributes)
            }
            guard parent?.isDropped != true, !(isDropping && name.isHTML && parent?.name.isSwitch == true) else {
                open[open.count - 1].isDropped = true
                return
            }
            guard name.isAllowedElement else { return refuse("It contains <\(name.shown)>.") }
            if parent?.name.isStyle == true { refuse("Its <style> contains <\(name.shown)>.") }
            for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
                let key = SVGName(key)
                if !name.allows(key, value) {
                    refuse("<\(name.shown)> has \(key.shown)=“\(value.prefix(80))”.")
                }
            }
        }

        func end(_ name: String) {
            guard let element = open.popLast() else { return }
            let range = element.start..<max(element.start, reader?.place.upperBound ?? 0)
            if element.name.isStyle, !element.isDropped { endStyle(element, range) }
            if element.name.isSwitch, element.dropped > 0, element.kept == 0 {
                line = element.line
                refuse("Its <switch> has HTML and nothing in its place.")
            }
            guard !open.isEmpty else { return }
            guard element.isDropped, !open[open.count - 1].isDropped else {
                open[open.count - 1].kept += 1
                return
            }
            open[open.count - 1].dropped += 1
            dropped.append(range)
        }

        private func endStyle(_ element: Open, _ range: Range<Int>) {
            let text = String(decoding: reader?.text ?? [], as: UTF8.self)
            guard !SVGStyle.isSafe(text) else { return }
            guard isDropping, SVGStyle.isFontsOnly(text) else {
                return refuse("Its <style> has an @import, a reference to another file or a backslash.")
            }
            dropped.append(range)
        }

        func instruction(_ name: String, line: Int) {
            self.line = line
            refuse("It contains the instruction <?\(name.prefix(40))?>.")
        }

        private func refuse(_ words: String) {
            if fault == nil { fault = (line, words) }
        }
    }
}

/// The document type of the W3C, which many programs write above a drawing and no browser needs.
private enum SVGDocumentType {
    private static let start = Array("<!DOCTYPE".utf8)
    private static let name = "-//W3C//DTD SVG "

    /// - Returns: where it is; nil for every other document type, which the reader of XML then refuses. It may be in a comment,
    ///   and it may end elsewhere: the file is read without these bytes, so that they decide nothing.
    static func range(in head: [UInt8]) -> Range<Int>? {
        guard let begin = head.span.firstIndex(of: start.span),
            let end = head[begin...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let words = String(decoding: head[begin..<end], as: UTF8.self)
        return words.contains(name) && !words.contains("[") ? begin..<(end + 1) : nil
    }
}

/// The name of an element or attribute with its namespace.
private struct SVGName {
    /// Empty for an attribute without a prefix.
    let namespace: Substring
    let local: Substring

    private static let svg = "http://www.w3.org/2000/svg"
    static let xml = "http://www.w3.org/XML/1998/namespace"

    /// - Parameter text: `NAMESPACE|NAME`, as expat reports it.
    init(_ text: String) {
        let separator = text.lastIndex(of: "|")
        namespace = separator.map { text[..<$0] } ?? ""
        local = separator.map { text[text.index(after: $0)...] } ?? text[...]
    }

    var isSVG: Bool { namespace == SVGName.svg }
    var isStyle: Bool { isSVG && local == "style" }
    var isSwitch: Bool { isSVG && local == "switch" }
    /// What shows HTML inside of a drawing.
    var isHTML: Bool { isSVG && local == "foreignObject" }
    var shown: String { String(local.prefix(40)) }

    var isAllowedElement: Bool {
        isSVG ? SVGName.elements.contains(local) : SVGName.inert.contains { namespace.hasPrefix($0) }
    }

    /// What drawing programs use for their own data. Browsers know none of it.
    private static let inert = [
        "http://www.inkscape.org/namespaces/", "http://sodipodi.sourceforge.net/DTD/",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://creativecommons.org/ns#", "http://web.resource.org/cc/",
        "http://purl.org/dc/elements/1.1/", "http://www.serif.com/", "http://www.bohemiancoding.com/sketch/ns",
        "http://ns.adobe.com/", "http://www.figma.com/figma/ns",
    ]

    private static let elements = Set<Substring>(
        """
        a animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix
        feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
        feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
        feSpecularLighting feSpotLight feTile feTurbulence filter g image line linearGradient marker mask metadata mpath
        path pattern polygon polyline radialGradient rect set stop style svg switch symbol text textPath title tspan use
        view
        """.split(whereSeparator: \.isWhitespace))
}

extension SVGName {
    /// Whether the element may have the attribute with this value.
    fileprivate func allows(_ attribute: SVGName, _ value: String) -> Bool {
        let local = attribute.local.lowercased()
        if local.hasPrefix("on") || local == "ping" { return false }
        if attribute.namespace == SVGName.xml { return ["lang", "space", "id"].contains(local) }
        if local == "href" || local == "src" { return allowsReference(to: value.lowercased()) }
        // The source of the drawing, which draw.io keeps in it, and what only scripts read.
        if attribute.namespace.isEmpty, isSVG, local == "content" || local.hasPrefix("data-") { return true }
        if local == "attributename" {
            let animated = value.lowercased()
            return !animated.contains("href") && !animated.hasPrefix("on")
        }
        return SVGStyle.isSafe(value)
    }

    private func allowsReference(to address: String) -> Bool {
        if address.hasPrefix("#") { return true }
        return switch local {
        case "a" where isSVG: ["https://", "http://", "mailto:"].contains(where: address.hasPrefix)
        case "image" where isSVG:
            ["png", "jpeg", "jpg", "gif", "webp"].contains { address.hasPrefix("data:image/\($0);base64,") }
        default: false
        }
    }
}

/// CSS in a `<style>` or an attribute.
private enum SVGStyle {
    /// Functions that load a file. `url(` may name a part of the drawing.
    private static let loading = ["image(", "image-set(", "src(", "cross-fade(", "expression(", "@import"]

    /// Whether it only names fonts: without them a browser shows the words in another one.
    static func isFontsOnly(_ text: String) -> Bool {
        text.split(separator: "}").allSatisfy { rule in
            let head = rule.prefix { $0 != "{" }.filter { !$0.isWhitespace }
            return head.isEmpty && !rule.contains("{") || head == "@font-face"
        }
    }

    static func isSafe(_ text: String) -> Bool {
        guard text.contains(where: { $0 == "(" || $0 == "@" || $0 == "\\" }) else { return true }
        let text = text.lowercased()
        // A backslash can spell any of these words.
        guard !text.contains("\\"), !loading.contains(where: text.contains) else { return false }
        var rest = text[...]
        while let found = rest.firstRange(of: "url(") {
            rest = rest[found.upperBound...].drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
            guard rest.first == "#" else { return false }
        }
        return true
    }
}

/// The size at which a browser shows the drawing by itself.
private enum SVGSize {
    /// - Returns: whole pixels; 300 × 150 if the drawing states none, as in browsers.
    static func pixels(_ attributes: [String: String]) -> (width: Int, height: Int) {
        let box = (attributes["viewBox"] ?? "").split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
        let shape = box.count == 4 && box[2] > 0 && box[3] > 0 ? (width: box[2], height: box[3]) : nil
        let width = attributes["width"].flatMap(length)
        let height = attributes["height"].flatMap(length)
        let size: (Double, Double) =
            switch (width, height, shape) {
            case (let width?, let height?, _): (width, height)
            case (let width?, nil, let shape?): (width, width * shape.height / shape.width)
            case (nil, let height?, let shape?): (height * shape.width / shape.height, height)
            case (nil, nil, let shape?): (shape.width, shape.height)
            default: (width ?? 300, height ?? 150)
            }
        return (whole(size.0), whole(size.1))
    }

    private static func whole(_ length: Double) -> Int {
        length.isFinite ? Int(min(max(length.rounded(), 1), Double(Picture.sideMax))) : 1
    }

    /// In pixels; nil for a percentage and for what is no length.
    private static func length(_ text: String) -> Double? {
        let number = text.prefix { $0.isASCII && ($0.isNumber || ".+-eE".contains($0)) }
        // “3em” ends its number with the e.
        let digits = number.last.map { "eE".contains($0) } == true ? number.dropLast() : number
        guard let value = Double(digits), value > 0, value.isFinite else { return nil }
        return switch text.dropFirst(digits.count) {
        case "", "px": value
        case "pt": value * 96 / 72
        case "pc": value * 16
        case "in": value * 96
        case "cm": value * 96 / 2.54
        case "mm": value * 96 / 25.4
        case "em", "rem": value * 16
        case "ex": value * 8
        default: nil
        }
    }
}
