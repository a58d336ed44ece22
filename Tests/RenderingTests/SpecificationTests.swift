import Foundation
import Testing

@testable import Rendering

/// Without our additions, every example renders byte for byte like the `cmark-gfm` program, except addresses with
/// unknown schemes.
@Suite(.serialized) struct SpecificationTests {
    @Test("every example of the specification equals the cmark-gfm program, raw HTML kept")
    func specification() throws {
        let examples = try Example.read("gfm-spec-examples")
        #expect(examples.count == 673)
        try expectEqual(examples, RenderOptions.plain.with(.allow), ["--unsafe"])
    }

    @Test("every example of the specification equals the cmark-gfm program, raw HTML omitted, with source positions")
    func specificationOmitting() throws {
        var options = RenderOptions.plain
        options.sourcePositions = true
        try expectEqual(Example.read("gfm-spec-examples"), options, ["--sourcepos"])
    }

    @Test("footnotes and the other extensions equal the cmark-gfm program")
    func extensions() throws {
        try expectEqual(Example.read("extension-examples"), RenderOptions.plain.with(.allow), ["--unsafe"])
        try expectEqual(Example.read("regression-examples"), RenderOptions.plain.with(.allow), ["--unsafe"])
    }

    @Test("smart punctuation equals the cmark-gfm program")
    func smartPunctuation() throws {
        var options = RenderOptions.plain.with(.allow)
        options.smartPunctuation = true
        try expectEqual(Example.read("smart-examples"), options, ["--unsafe", "--smart"])
        try expectEqual(Example.read("extension-examples"), options, ["--unsafe", "--smart"])
    }

    @Test("footnotes match the library's own examples")
    func footnotesAsExpected() throws {
        let examples = try Example.read("extension-examples").filter { $0.section.lowercased().contains("footnote") }
        #expect(!examples.isEmpty)
        for example in examples {
            let rendered = try render(example.markdown, .plain.with(.allow))
            #expect(rendered.html == example.html, "example \(example.number)")
        }
    }

    @Test("none of the examples, joined into one text, triggers a guard")
    func guardsStaySilent() throws {
        let all = try Example.read("gfm-spec-examples").map(\.markdown).joined(separator: "\n\n")
        #expect(try render(all).diagnostics == [])
    }

    private func expectEqual(_ examples: [Example], _ options: RenderOptions, _ arguments: [String]) throws {
        let program = Reference(arguments: arguments)
        let expected = try program.render(examples.map(\.markdown))
        for (example, expected) in zip(examples, expected) {
            let rendered = try render(example.markdown, options)
            #expect(rendered.html == expected.withoutUnknownSchemes, "\(example.section), example \(example.number)")
            #expect(rendered.diagnostics == [], "\(example.section), example \(example.number)")
        }
    }
}

extension String {
    /// The specification uses three invented schemes, and Galley links only known ones.
    fileprivate var withoutUnknownSchemes: String {
        ["a+b+c:d", "localhost:5001/foo", "made-up-scheme://foo,bar"].reduce(self) {
            $0.replacing("href=\"\($1)\"", with: "href=\"\"")
        }
    }
}

extension RenderOptions {
    func with(_ rawHTML: RawHTMLPolicy) -> RenderOptions {
        var options = self
        options.rawHTML = rawHTML
        return options
    }
}
