import TestSupport
import Testing

@testable import TOML

/// Malicious texts.
@Suite struct BoundsTests {
    /// Each is valid TOML, so that only the limit refuses it.
    @Test("any nesting is refused beyond 32 levels, and accepted up to them", arguments: [32, 33, 100, 1_000, 30_000])
    func levels(levels: Int) throws {
        func parts(_ count: Int, _ part: String = "a") -> String {
            Array(repeating: part, count: count).joined(separator: ".")
        }
        let half = levels / 2
        let braces = String(repeating: "{a=", count: levels - 1) + "1" + String(repeating: "}", count: levels - 1)
        let texts = [
            "\(parts(levels)) = 1", "\(parts(levels, "\"a b\"")) = 1", "\(parts(levels, " 'a' ")) = 1",
            "[\(parts(levels - 1))]\na = 1", "[[\(parts(levels - 1))]]\na = 1", "[[a]]\n[\(parts(levels))]",
            "[\(parts(half))]\n\(parts(levels - half)) = 1", "a = \(braces)",
            "a = {\(parts(levels - 1)) = 1}", "a = [{\(parts(levels - 2)) = 1}]",
            "a = " + String(repeating: "[", count: levels - 1) + "1" + String(repeating: "]", count: levels - 1),
        ]
        for text in texts {
            if levels <= 32 {
                _ = try TOMLDocument(text)
            } else {
                let error = #expect(throws: TOMLError.self, "\(text.prefix(40))") { try TOMLDocument(text) }
                #expect(error?.problem.contains("more than 32 deep") == true)
            }
        }
    }

    @Test("a text, a number and a date beyond their limits are refused")
    func lengths() throws {
        let long = TOMLDocument.bytesMax
        #expect(throws: TOMLError(1, 1, "The text has \(long + 1) bytes. Keep it at or below \(long).")) {
            try TOMLDocument("#" + String(repeating: "x", count: long))
        }
        _ = try TOMLDocument("a = 1." + String(repeating: "0", count: 98))
        for text in ["a = 1." + String(repeating: "0", count: 99), "a = 0x" + String(repeating: "0", count: 99)] {
            #expect(throws: TOMLError.self) { try TOMLDocument(text) }
        }
    }

    /// A parser that rereads earlier input takes sixteen times as long for four times the text.
    private static let growthMax = 10.0

    @Test(
        "work grows with the length of the text",
        arguments: [
            { "k\($0) = 1\n" }, { "[t\($0)]\n" }, { "[t\($0).a.b]\n" }, { _ in "[[t]]\n" }, { "[[t]]\n[t.a\($0)]\n" },
            { "a.b.k\($0) = 1\n" }, { "[a.b.k\($0)]\n" }, { _ in "\n" }, { _ in "# é\n" },
            { "\"\($0)\\u00e9\" = ''\n" },
            { "[a.k\($0)]\n[[a.l\($0)]]\n" },
        ] as [@Sendable (Int) -> String])
    func linear(line: @Sendable (Int) -> String) throws {
        let (short, long) = ((0..<12_500).map(line).joined(), (0..<50_000).map(line).joined())
        #expect(
            try growth(from: { _ = try TOMLDocument(short) }, to: { _ = try TOMLDocument(long) })
                < BoundsTests.growthMax)
    }

    @Test(
        "the same within one value",
        arguments: [
            ("a = [", "1,", "]"), ("a = [", "{},", "]"), ("a = [", "\n#x\n1,", "]"), ("a = \"", "\\u00e9", "\""),
            ("a = '''", "''\n", "'''"), ("a = \"\"\"", "\\\n", "\"\"\""), ("a = [", "'é',", "]"),
            ("", "e\u{301}", " = 1"),
            ("\"", "e\u{301}", "\" = 1"), ("a = ", "1", ""), ("a = ", "e\u{301}", ""), ("#", "e\u{301}", ""),
            ("\"", "e\u{301}", "\" = 1\n[\"\"]\n[\"\"]"),
        ])
    func linearValues(start: String, piece: String, end: String) {
        let (short, long) = (
            start + String(repeating: piece, count: 12_500) + end, start + String(repeating: piece, count: 50_000) + end
        )
        #expect(
            growth(from: { _ = try? TOMLDocument(short) }, to: { _ = try? TOMLDocument(long) }) < BoundsTests.growthMax)
    }

    @Test("one line may have many keys of one table")
    func manyKeysInOneLine() throws {
        let text = "a = {" + (0..<50_000).map { "k\($0)=1" }.joined(separator: ",") + "}"
        guard case .table(let entries)? = try TOMLDocument(text).entries.first?.value else {
            Issue.record("a is no table")
            return
        }
        #expect(entries.count == 50_000 && entries.last?.place.column == text.utf8.count - "k49999=1".count)
    }
}
