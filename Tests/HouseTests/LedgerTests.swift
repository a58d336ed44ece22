import Foundation
import Testing

/// The ledger in `Sources/Panels/README.md` names the tests of every feature of the panels.
@Suite("The ledger of the panels")
struct LedgerTests {
    @Test("every test and scenario that the ledger names exists")
    func named() throws {
        // given
        let rows = try Self.rows()
        let tests = try Self.tests()
        // then
        #expect(rows.count > 100)
        for (what, titles) in rows {
            #expect(!titles.isEmpty || what.isKnownToBeMissing, "“\(what.name)” names nothing that shows it.")
            let missing = titles.filter { !tests.contains("\"\($0)\"") }
            #expect(missing == [], "“\(what.name)” names tests that are not there.")
        }
    }

    private struct Row {
        let name: String
        let isKnownToBeMissing: Bool
    }

    /// The rows of its tables: the feature, and the titles between ‹ and ›.
    private static func rows() throws -> [(Row, [String])] {
        let readme = try String(
            contentsOf: House.top.appendingPathComponent("Sources/Panels/README.md"), encoding: .utf8)
        let ledger = try #require(readme.components(separatedBy: "## The ledger\n").dropFirst().first)
        let section = ledger.components(separatedBy: "\n## ")[0]
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| what") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let titles = (cells.last ?? "").components(separatedBy: "‹").dropFirst().map {
                $0.components(separatedBy: "›")[0]
            }
            return (Row(name: cells.first ?? "", isKnownToBeMissing: cells.last == "not yet"), titles)
        }
    }

    /// The source text of all tests, in every language.
    private static func tests() throws -> String {
        let folder = House.top.appendingPathComponent("Tests")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { ["swift", "mjs", "py"].contains($0.pathExtension) }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }
}
