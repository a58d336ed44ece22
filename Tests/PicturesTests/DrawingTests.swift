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

    @Test("a document type may only name SVG")
    func documentTypes() throws {
        let plain = "<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/svg11.dtd'>"
        #expect(try Sample.picture(Array(plain.utf8) + drawing("")).kind == .svg)
        for entities in ["<!DOCTYPE svg [<!ENTITY a 'b'>]>", "<!DOCTYPE svg SYSTEM 'x' [<!ENTITY % a SYSTEM 'b'>]>"] {
            #expect(throws: PictureError.unsafeDrawing(line: 1, "It declares entities.")) {
                try Sample.picture(Array(entities.utf8) + drawing("&a;"))
            }
        }
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
