import Testing

@testable import Rendering

@Suite struct DocumentTreeTests {
    @Test("blocks and inlines are copied with their values")
    func copies() throws {
        let tree = try DocumentTree(
            """
            ## *A* `b`

            c **d** ~~e~~  
            f
            g
            """)
        #expect(
            tree.blocks == [
                Node(
                    .heading, lines: 1...1,
                    children: [
                        Node(.emphasis, lines: 1...1, children: [Node(.text("A"), lines: 1...1)]),
                        Node(.text(" "), lines: 1...1), Node(.code("b"), lines: 1...1),
                    ]),
                Node(
                    .paragraph, lines: 3...5,
                    children: [
                        Node(.text("c "), lines: 3...3),
                        Node(.strong, lines: 3...3, children: [Node(.text("d"), lines: 3...3)]),
                        Node(.text(" "), lines: 3...3),
                        Node(.strikethrough, lines: 3...3, children: [Node(.text("e"), lines: 3...3)]),
                        Node(.lineBreak, lines: 3...3), Node(.text("f"), lines: 4...4),
                        Node(.softBreak, lines: 3...3), Node(.text("g"), lines: 5...5),
                    ]),
            ])
    }

    @Test("lists have a kind and a start; tasks have a state")
    func lists() throws {
        #expect(try kinds("- a\n- b\n") == [.list(start: nil)])
        #expect(try kinds("3) a\n\n4) b\n") == [.list(start: 3)])
        let items = try DocumentTree("- [ ] a\n- [X] b\n- c\n").blocks.flatMap(\.children).map(\.kind)
        #expect(items == [.item(isChecked: false), .item(isChecked: true), .item(isChecked: nil)])
    }

    @Test("code, HTML, rules and quotes")
    func otherBlocks() throws {
        #expect(
            try kinds("```swift x\na\n```\n\n    b\n\n***\n\n<p>\n\n> c\n") == [
                .codeBlock("a\n"), .codeBlock("b\n"), .thematicBreak,
                .htmlBlock("<p>\n"), .blockQuote,
            ])
    }

    @Test("tables have the same number of cells in each row")
    func tables() throws {
        let table = try #require(try DocumentTree("|a|b|c|d|\n|-|:-|:-:|-:|\n|1|\n").blocks.first)
        #expect(table.kind == .table && table.children.map(\.kind) == [.tableRow, .tableRow])
        #expect(table.children.map(\.children.count) == [4, 4])
        #expect(table.children.last?.lines == 3...3)
    }

    @Test("links, images and footnotes keep their destinations")
    func references() throws {
        let blocks = try DocumentTree("[a](/b \"c\") ![d](/e) www.f.example [^n] <i>\n\n[^n]: g\n\n[^unused]: h\n")
            .blocks
        let inlines = blocks.first?.children.map(\.kind)
        #expect(
            inlines == [
                .link(url: "/b", title: "c"), .text(" "), .image(url: "/e"), .text(" "),
                .link(url: "http://www.f.example", title: ""), .text(" "), .footnoteReference(label: "n", number: 1),
                .text(" "), .htmlInline("<i>"),
            ])
        #expect(blocks.dropFirst().map(\.kind) == [.footnoteDefinition(label: "n")])
    }

    @Test("emphasis beyond the depth limit is dropped, its text is not")
    func depth() throws {
        let text = String(repeating: "*a ", count: 60) + String(repeating: "b* ", count: 60)
        var words = 0
        func count(_ nodes: [Node]) {
            for node in nodes {
                if case .text(let text) = node.kind { words += text.count { $0 == "a" || $0 == "b" } }
                count(node.children)
            }
        }
        count(try DocumentTree(text).blocks)
        #expect(words == 120)
    }

    @Test("every example of the specification gives a tree with the same text as its HTML")
    func specification() throws {
        for example in try Example.read("gfm-spec-examples") {
            let tree = try DocumentTree(example.markdown, smartPunctuation: false)
            let html = try render(example.markdown, .plain).html
            for text in texts(tree.blocks) { #expect(html.contains(escaped(text)), "example \(example.number)") }
        }
    }

    private func kinds(_ text: String) throws -> [Node.Kind] { try DocumentTree(text).blocks.map(\.kind) }

    private func texts(_ nodes: [Node]) -> [String] {
        nodes.flatMap { node -> [String] in
            if case .text(let text) = node.kind { return [text] }
            return texts(node.children)
        }
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
            "\"", with: "&quot;")
    }
}
