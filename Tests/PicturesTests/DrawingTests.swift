import Testing

@testable import Pictures

@Suite("SVG drawings")
struct DrawingTests {
    private let namespaces = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"

    private func drawing(_ content: String, _ attributes: String = "") -> [UInt8] {
        Array("<svg \(namespaces) \(attributes)>\(content)</svg>".utf8)
    }

    @Test(
        "a drawing that only draws is accepted as it is",
        arguments: [
            "<path d='M0 0h9' style='fill:red'/><title>A</title><desc>b &lt; c &#x41;</desc>",
            "<defs><linearGradient id='a'><stop offset='0'/></linearGradient></defs><rect fill='url(#a)'/>",
            "<use xlink:href='#a'/><use href='#b'/><a href='https://galley.example/'><text>x</text></a>",
            "<image href='data:image/png;base64,iVBORw0KGgo='/><style>@media print { g { fill: url( '#a' ) } }</style>",
            "<animate attributeName='font-size' from='1' to='2'/><g opacity='.5' transform='rotate(4)'/>",
            "<metadata><r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:x/></r:RDF></metadata>",
            "<i:x xmlns:i='http://www.inkscape.org/namespaces/inkscape' i:y='1'/>",
            "<!-- <script> --><![CDATA[<script>]]>",
        ])
    func accepts(content: String) throws {
        let bytes = drawing(content)
        let picture = try Sample.picture(bytes)
        #expect(picture.kind == .svg && !picture.isAnimated)
        #expect(try Sample.clean(bytes) == bytes)
    }

    @Test(
        "what draw.io and Excalidraw add to a drawing is left out, and the rest is kept",
        arguments: [
            (
                "<switch><foreignObject><div xmlns='http://www.w3.org/1999/xhtml' onclick='x()'>a<br/>b</div></foreignObject>"
                    + "<text>words</text></switch>", "<switch><text>words</text></switch>"
            ),
            (
                "<g><switch><foreignObject/>\n<image href='data:image/png;base64,AA=='/></switch></g>é<switch>"
                    + "<foreignObject><svg><switch><foreignObject/></switch></svg></foreignObject><g/></switch>",
                "<g><switch>\n<image href='data:image/png;base64,AA=='/></switch></g>é<switch><g/></switch>"
            ),
            (
                "<defs><style>\n@font-face { font-family: 'V'; src: url('https://e.example/v.woff2'); }\n"
                    + "@font-face { src: url(data:font/woff2;base64,AA==) }</style><g/></defs>", "<defs><g/></defs>"
            ),
        ])
    func drops(content: String, kept: String) throws {
        let attributes = "content='<mxfile>url(x) \\ image(y)</mxfile>' data-a='url(b)'".replacing("<", with: "&lt;")
        for type in ["", documentType] {
            let bytes = Array(type.utf8) + drawing(content, attributes)
            let clean = try Sample.clean(bytes)
            #expect(clean == Array((type.isEmpty ? "" : "\n").utf8) + drawing(kept, attributes))
            #expect(try Sample.picture(bytes).size == clean.count && Sample.clean(clean) == clean)
        }
        let unsafe = drawing(content + "\n<script/>")
        let line = 2 + content.count { $0 == "\n" }
        #expect(throws: PictureError.unsafeDrawing(line: line, "It contains <script>.")) { try Sample.picture(unsafe) }
    }

    @Test(
        "HTML is left out only where something stands in its place, and a style only if it does nothing but name fonts",
        arguments: [
            "<g><foreignObject/><text>x</text></g>", "<switch><foreignObject/></switch>",
            "<switch><g><foreignObject/></g><text/></switch>",
            "<style>@font-face{src:url(x)} g { fill: red }</style>", "<style>@import 'a'; @font-face{}</style>",
        ])
    func keepsWords(content: String) {
        #expect(throws: PictureError.self) { try Sample.picture(drawing(content)) }
    }

    @Test(
        "whatever could run, load or hide something is refused with its line",
        arguments: [
            "<script>x()</script>", "<SCRIPT/>", "<g onclick='x()'/>", "<g ONLOAD='x()'/>", "<foreignObject/>",
            "<h:p xmlns:h='http://www.w3.org/1999/xhtml'/>", "<x:script xmlns:x='http://www.w3.org/2000/svg'/>",
            "<s:g xmlns:s='http://www.w3.org/2000/svg|script'/>", "<a href='javascript:x()'/>",
            "<a href=' java&#10;script:x'/>",
            "<use href='other.svg#a'/>", "<use xlink:href='//e.example/#a'/>",
            "<image href='https://e.example/a.png'/>",
            "<image href='data:image/svg+xml;base64,AAAA'/>", "<feImage href='#a'/>",
            "<g style='fill:url(https://e.example)'/>",
            "<g fill='url( \"//e.example\" )'/>", "<g fill='u\\72l(x)'/>", "<style>@import 'a.css';</style>",
            "<style>a{b:URL(x)}</style>", "<style>a{b:image-set('x' 1x)}</style>", "<style>x<g/>y</style>",
            "<set attributeName='href' to='javascript:x()'/>", "<animate attributeName='onclick' values='x()'/>",
            "<set attributeName='xlink:href' to='#a'/>", "<g xml:base='https://e.example/'/>", "<iframe/>", "<audio/>",
            "<?xml-stylesheet href='a.css'?>", "<a ping='https://e.example/' href='#a'/>", "<g xmlns=''/>",
        ])
    func refuses(content: String) throws {
        let error = #expect(throws: PictureError.self) { try Sample.picture(drawing("\n" + content)) }
        guard case .unsafeDrawing(let line, let words) = error else { return #expect(Bool(false), "\(content)") }
        #expect(line == 2 && words.hasSuffix("."), "\(content): \(words)")
    }

    /// As drawing programs write it, over two lines.
    private let documentType = """
        <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
         "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
        """

    @Test("the document type of SVG is left out, and errors name the lines of the file")
    func documentTypes() throws {
        let head = "<?xml version='1.0'?>\n"
        let bytes = Array((head + documentType).utf8) + drawing("<g/>")
        let clean = try Sample.clean(bytes)
        #expect(clean == Array("\(head)\n".utf8) + drawing("<g/>"))
        #expect(try Sample.picture(bytes).size == clean.count && Sample.clean(clean) == clean)
        let bare = Array("<!DOCTYPE svg>".utf8) + drawing("")
        #expect(try Sample.clean(bare) == bare)
        #expect(throws: PictureError.unsafeDrawing(line: 4, "It contains <script>.")) {
            try Sample.picture(Array((head + documentType).utf8) + drawing("\n<script/>"))
        }
    }

    @Test(
        "a document type of another file is refused, and so are declarations",
        arguments: [
            ("<!DOCTYPE svg [<!ENTITY a 'b'>]>", "It declares entities."),
            ("<!DOCTYPE svg SYSTEM 'x' [<!ENTITY % a SYSTEM 'b'>]>", "It declares entities."),
            ("<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'x' [<!ENTITY a 'b'>]>", "It declares entities."),
            ("<!DOCTYPE svg SYSTEM 'x.dtd'>", "Its document type is another file."),
            (
                "<!DOCTYPE svg PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd'>",
                "Its document type is another file."
            ),
        ])
    func otherDocumentTypes(type: String, words: String) throws {
        #expect(throws: PictureError.unsafeDrawing(line: 1, words)) {
            try Sample.picture(Array(type.utf8) + drawing("<g/>"))
        }
    }

    /// Of names that browsers know from XHTML’s document types. Skipped, each makes a forbidden text look harmless.
    @Test("no entity is skipped, in a text or an attribute, whatever stands above it")
    func entities() throws {
        let xhtml = "<!DOCTYPE svg PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x.dtd'>"
        // What is left out must not hide another document type.
        let nested = "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' '>'<!DOCTYPE svg SYSTEM 'x'>"
        let commented = "<!-- \(documentType) -->\(xhtml)"
        for type in ["", documentType, xhtml, nested, commented, "<!DOCTYPE svg>", documentType + xhtml] {
            for content in [
                "<text>&nbsp;</text>", "<g style='fill:url&lpar;https://e.example)'/>", "<g id='a&colon;b'/>",
            ] {
                #expect(throws: PictureError.self, "\(type) \(content)") {
                    try Sample.picture(Array(type.utf8) + drawing(content))
                }
            }
        }
        let own = drawing("<text x='&lt;&#65;'>&amp;&quot;&apos;&gt;&#x41;</text>")
        #expect(try Sample.clean(own) == own)
    }

    @Test(
        "the size is that at which a browser shows the drawing",
        arguments: [
            ("width='120' height='80px'", 120, 80), ("viewBox='0 0 24 12'", 24, 12),
            ("width='1in' height='72pt'", 96, 96),
            ("width='100%' height='100%' viewBox='0,0,30.4,20'", 30, 20), ("width='48' viewBox='0 0 24 12'", 48, 24),
            ("height='2em' viewBox='0 0 10 20'", 16, 32), ("", 300, 150), ("width='1e9' height='-3'", 65_535, 150),
            ("width='nan' height='inf' viewBox='0 0 1e400 x'", 300, 150), ("width='25.4mm' height='2.54cm'", 96, 96),
        ])
    func sizes(attributes: String, width: Int, height: Int) throws {
        let picture = try Sample.picture(drawing("<g/>", attributes))
        #expect(picture.width == width && picture.height == height)
    }

    @Test("a drawing that breaks off, is nested too deeply or is too large is refused")
    func damage() throws {
        let deep = String(repeating: "<g>", count: 200)
        for bytes in [drawing(deep), Array("<svg \(namespaces)><g></svg>".utf8), Array("<!-- <svg> --><g/>".utf8)] {
            #expect(throws: PictureError.self) { try Sample.picture(bytes) }
        }
        let large = drawing(String(repeating: " ", count: SVGReading.bytesMax))
        #expect(throws: PictureError.largeDrawing(bytes: large.count)) { try Sample.picture(large) }
    }
}
