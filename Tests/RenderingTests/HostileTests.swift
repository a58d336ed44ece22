import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Rendering

/// The timing fuzz: no shape may cost more than its length justifies. Run it alone with `swift test --filter
/// HostileTests`.
@Suite(.serialized) struct HostileTests {
    /// The size at which a text has outgrown the processor's caches: 25 KB of `*"` become 6 MB of nodes, which still
    /// fit, 100 KB no longer do. In between the time grows up to twice as fast as the work, which grows linearly with
    /// the length: 30 million instructions for 25 KB; 60, 120 and 240 million for 50, 100 and 200 KB.
    private let size = 100_000

    @Test("four times the text takes about four times as long", arguments: HostileShapes.all)
    func linear(shape: HostileShape) throws {
        let (short, long) = (shape.text(size), shape.text(4 * size))
        // Other processes on the machine compete for caches and memory, which hurts the long text first: ordinary prose
        // has reached a ratio of 14. A text that keeps to its share of the work allowed for a text at the limit passes
        // nevertheless.
        let share = hashingsMax * hashingSeconds(Array(long.utf8))
        // The best of several runs is nearest to the truth.
        var (before, after) = (Double.infinity, Double.infinity)
        var isLinear = false
        for _ in 0..<8 where !isLinear {
            before = min(before, try processorSeconds { _ = try render(short, RenderOptions(sourcePositions: true)) })
            after = min(after, try processorSeconds { _ = try render(long, RenderOptions(sourcePositions: true)) })
            isLinear = after <= max(ratioMax * max(before, clockNoise), share)
        }
        #expect(isLinear, "\(before) s became \(after) s")
    }

    @Test("a text at the limit keeps a bound of work", arguments: HostileShapes.all)
    func limit(shape: HostileShape) throws {
        var text = shape.text(bodyBytesMax)
        while text.utf8.count > bodyBytesMax { text.removeLast(text.utf8.count - bodyBytesMax) }
        #expect(
            try hashings(of: Array(text.utf8), within: hashingsMax) {
                _ = try render(text, RenderOptions(sourcePositions: true))
            } <= hashingsMax)
    }

    @Test(
        "a tree of such a text takes no longer", arguments: ["*a* ", "- a\n", "|a|\n", "[a](b) ", "a\n", "\"a "])
    func treeAtLimit(unit: String) throws {
        let text = HostileShapes.repeating(unit, bodyBytesMax)
        #expect(try hashings(of: Array(text.utf8), within: hashingsMax) { _ = try DocumentTree(text) } <= hashingsMax)
    }

    @Test(
        "omissions are reported",
        arguments: [
            ("\"", "Quotes and dashes stay as typed:"), ("_www.a", "Bare addresses are not linked:"),
            ("~a ~~b ", "Tildes strike nothing through:"), ("|-|\n|-|-|\n", "Tables are shown as written:"),
            ("![[]()", "This part is shown as written:"), (">", "The text is shown as written:"),
            ("a <?b ", "This part is shown as written:"),
        ])
    func told(unit: String, effect: String) throws {
        let rendered = try render(HostileShapes.repeating(unit, 200_000))
        #expect(rendered.diagnostics.contains { $0.message.hasPrefix(effect) })
        #expect(rendered.diagnostics.first?.line == 1 || effect.hasPrefix("Tables"))
    }

    @Test("a definition too long for its uses is dropped, with a note")
    func definition() throws {
        let text =
            "[a]: /" + String(repeating: "b", count: 400_000) + "\n[c]: /d\n\n"
            + String(repeating: "[a] [c] ", count: 1_000)
        let rendered = try render(text)
        #expect(rendered.diagnostics.count == 1)
        #expect(rendered.diagnostics.first?.message.hasPrefix("A link definition of more than ") == true)
        #expect(rendered.html.hasPrefix("<p>[a] <a href=\"/d\">c</a> [a]"))
        #expect(rendered.html.utf8.count < 100_000)
    }

    @Test("only the hostile paragraph is shown verbatim; the rest keeps its meaning")
    func neighbours() throws {
        let hostile = String(repeating: "![[]()", count: 20_000)
        let rendered = try render("# Title\n\n*before*\n\n\(hostile)\n\n*after*\n")
        #expect(rendered.html.contains("<em>before</em>"))
        #expect(rendered.html.contains("<p>\(hostile)</p>"))
        #expect(rendered.html.contains("<em>after</em>"))
        #expect(rendered.diagnostics.map(\.line) == [5])
    }

    @Test("a hostile last paragraph without a line end is kept whole")
    func lastParagraph() throws {
        let hostile = "[x]: y\n" + String(repeating: "![[]()", count: 20_000)
        let rendered = try render(hostile)
        #expect(rendered.html == "<p>" + String(repeating: "![[]()", count: 20_000) + "</p>\n")
    }

    @Test("a hostile last paragraph that contains only definitions leaves nothing")
    func lastDefinitions() throws {
        #expect(try render(String(repeating: "[a*b*c]: /d\n", count: 20_000)).html == "")
        #expect(
            try DocumentTree("> " + String(repeating: "[a*b*c]: /d\n", count: 20_000)).blocks.map(\.kind) == [
                .blockQuote
            ])
    }

    @Test(
        "long lines that only resemble deep nesting are parsed normally",
        arguments: [
            "+" + String(repeating: "-", count: 150) + "+", String(repeating: "- ", count: 150),
            String(repeating: "* ", count: 150),
            String(repeating: "_ ", count: 150), ":" + String(repeating: "-", count: 150) + ": | :--",
            String(repeating: ".", count: 200),
            String(repeating: "1.2.", count: 60), String(repeating: "-", count: 150) + "> there",
            String(repeating: "[^a] ", count: 50),
        ])
    func harmlessLines(line: String) throws {
        #expect(try render("a\n\n\(line)\n\n*b*\n").diagnostics == [])
        #expect(try render("a\n\n\(line)\n\n*b*\n").html.contains("<em>b</em>"))
    }

    @Test(
        "nesting just under the limit is kept, beyond it the text is shown verbatim",
        arguments: [
            ("> ", 98), ("- ", 49), ("1) ", 49), ("> - ", 32),
        ])
    func depthBound(unit: String, count: Int) throws {
        #expect(try render(String(repeating: unit, count: count) + "a\n").diagnostics == [])
        #expect(
            try render(String(repeating: unit, count: count + 2) + "a\n").diagnostics.map { $0.message.prefix(28) }
                == ["The text is shown as written"])
    }

    @Test("a long and ordinary text triggers no guard")
    func ordinary() throws {
        let unit = """
            ## It's a heading

            "Well," said Ann -- and *meant* it -- "see [the table](https://a.example/b_(c)) or www.example.org."

            | Name | Amount |
            |------|-------:|
            | a    | 1      |

            1. one ~~two~~ three
               - [x] done, says ann@example.org

            > quoted[^1]


            """
        let text = HostileShapes.repeating(unit, bodyBytesMax - 100) + "[^1]: A note.\n"
        #expect(try render(text).diagnostics == [])
    }

    @Test("a novel full of dialogue keeps its curly quotes, in short paragraphs and in long ones", arguments: [1, 50])
    func dialogue(linesInParagraph: Int) throws {
        let line = """
            "It's late," said Ann. "'Tis *not* the '90s any more -- isn't it?" -- "No," he said; "but it won't be
            long. 'Go home,' they'd say, 'and don't look back!'" She didn't answer. "Well?"

            """
        let paragraph = String(repeating: line, count: linesInParagraph) + "\n"
        let rendered = try render(HostileShapes.repeating(paragraph, 100_000))
        #expect(rendered.diagnostics == [])
        #expect(rendered.html.contains("<p>“It’s late,” said Ann."))
        #expect(!rendered.html.contains("&quot;"))
    }

    @Test("hostile nesting overflows no small stack, in HTML or as a tree")
    func smallStack() throws {
        for shape in [">", "- ", "[", "*a ", "**a ", "![", "~~a *b "] {
            let text = HostileShapes.repeating(shape, 100_000) + "a"
            let worked = try onSmallStack(bytes: 512 * 1024) {
                let depth = try depthOf(DocumentTree(text).blocks)
                return try depth < 200 && !render(text).html.isEmpty
            }
            #expect(worked == true, "\(shape)")
        }
        let emphasis = String(repeating: "*a ", count: 20_000) + String(repeating: "b* ", count: 20_000)
        #expect(try onSmallStack(bytes: 512 * 1024) { try depthOf(DocumentTree(emphasis).blocks) } == 52)
    }
}

/// The longest path down a forest, by plain recursion, which is the point.
private func depthOf(_ nodes: [Node]) -> Int { nodes.map { 1 + depthOf($0.children) }.max() ?? 0 }

private func onSmallStack<Answer: Sendable>(
    bytes: Int, _ work: @escaping @Sendable () throws -> Answer
) throws -> Answer? {
    let answer = Answered<Answer>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        answer.result.withLock { $0 = Result(catching: work) }
        done.signal()
    }
    thread.stackSize = bytes
    thread.start()
    done.wait()
    return try answer.result.withLock { try $0?.get() }
}

private final class Answered<Answer: Sendable>: Sendable {
    let result = Mutex<Result<Answer, any Error>?>(nil)
}

/// Linear is 4, or up to 8 on a machine with shared caches; quadratic is 16 or more.
private let ratioMax = 12.0
private let clockNoise = 0.005

/// How many times the work of hashing a text its rendering may take: for 1 MB about two seconds. `work.json` has the
/// same for the shapes of `WorkTests`.
private let hashingsMax = 900.0
