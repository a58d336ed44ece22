import XML

/// Reads an SVG drawing and accepts it only if everything in it is known to be harmless.
///
/// A web server that sends a site's files knows nothing of Galley, so nothing but the file itself can keep a script in it
/// from running. Hence an allow-list: elements that draw, references within the drawing, embedded pictures, and links that
/// a reader may follow. What editors add in their own namespaces is ignored by browsers and allowed.
///
/// A browser must read the same elements and attributes as Galley, so the file may have no entities: browsers know those
/// of some document types by name, and expat leaves them out. What is checked is what is kept, without `SVGDocumentType`.
/// - SeeAlso: https://www.w3.org/TR/SVG2/
enum SVGReading {
    static let bytesMax = 4_000_000
    private static let pieceBytes = 1 << 16

    static func picture(_ source: inout PictureSource) throws(PictureError) -> Picture {
        guard source.size <= bytesMax else { throw .largeDrawing(bytes: source.size) }
        let listener = Listener()
        let parts = try parts(of: &source)
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
        if let fault = listener.fault { throw .unsafeDrawing(line: fault.line, fault.words) }
        guard let size = listener.size else { throw .noPicture }
        return Picture(kind: .svg, width: size.width, height: size.height, parts: parts)
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
        weak var reader: XMLReader?
        private(set) var size: (width: Int, height: Int)?
        /// The first thing that is not allowed.
        private(set) var fault: (line: Int, words: String)?
        private var depth = 0
        private var isInStyle = false
        private var line = 1

        func begin(_ name: String, _ attributes: [String: String], line: Int) {
            self.line = line
            depth += 1
            let name = SVGName(name)
            if depth == 1 {
                guard name.isSVG, name.local == "svg" else {
                    return refuse("Its first element is not <svg> with SVG’s xmlns.")
                }
                size = SVGSize.pixels(attributes)
            }
            guard name.isAllowedElement else { return refuse("It contains <\(name.shown)>.") }
            if isInStyle { refuse("Its <style> contains <\(name.shown)>.") }
            isInStyle = isInStyle || name.isStyle
            for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
                let key = SVGName(key)
                if !name.allows(key, value) {
                    refuse("<\(name.shown)> has \(key.shown)=“\(value.prefix(80))”.")
                }
            }
        }

        func end(_ name: String) {
            depth -= 1
            let name = SVGName(name)
            guard name.isStyle, let text = reader?.text else { return }
            isInStyle = false
            if !SVGStyle.isSafe(String(decoding: text, as: UTF8.self)) {
                refuse("Its <style> has an @import, a reference to another file or a backslash.")
            }
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
