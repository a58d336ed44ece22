import Foundation
import Testing

/// Messages, help and labels are plain technical English: the doer is named, one meaning per word.
@Suite("The words of messages")
struct WordsTests {
    /// Turns of a translation that reads like one, with what to write in their place.
    private static let turns: [(pattern: String, instead: String)] = [
        ("anew", "“again”, or the verb itself: rebuild, reload, restart"),
        ("whoever|whatever it is|no more as", "the doer: the user, the target, Galley"),
        ("nobody|somebody|everybody|everybody's|somebody's", "the doer: a user, administrators, all users"),
        ("(is|are|was|were|been) told", "the verb: notified, reported, listed"),
        ("(is|are|was|were) let in|opens nothing|a place (here|at this desk)", "sign in, access, user"),
        ("goes home|went home|bring home|brings home", "checkpoint, commit, return"),
        ("any more", "“no longer”"),
        ("is well|of old|mend|mended|put right|puts right", "healthy, former, fix, repair"),
        ("as it was given|in circles|to its end", "unchanged, in a loop, completely"),
        ("became of|becomes of", "result, outcome, state"),
        ("makes? a (token|link)|made a (token|link)", "create"),
    ]

    @Test("no message, help text or label uses a turn that plain English does not")
    func plain() throws {
        // given
        let words = try Regex("\\b(\(Self.turns.map(\.pattern).joined(separator: "|")))\\b").ignoresCase()
        // when
        let found = try Self.literals().filter { try words.firstMatch(in: $0.text) != nil }
        // then
        #expect(
            found.map { "\($0.place): \($0.text)" } == [],
            "Write: \(Self.turns.map(\.instead).joined(separator: "; ")).")
    }

    private struct Literal {
        let place: String
        let text: String
    }

    /// The texts in quotes of every Swift file and of the page's modules, and the lines of the page and of the settings.
    /// Names without a blank, such as the type of a problem, are no words for people.
    private static func literals() throws -> [Literal] {
        let quoted = /"((?:[^"\\]|\\.)*)"|`([^`]*)`/
        var literals: [Literal] = []
        for file in try files() {
            var isBlock = false
            for (index, line) in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
                .enumerated()
            {
                let place = "\(file.lastPathComponent):\(index + 1)"
                let trimmed = line.trimmingCharacters(in: .whitespaces)
                guard file.pathExtension == "swift" || file.pathExtension == "js" else {
                    literals.append(Literal(place: place, text: trimmed))
                    continue
                }
                if trimmed.hasPrefix("//") || trimmed.hasPrefix("*") { continue }
                if line.components(separatedBy: "\"\"\"").count == 2 {
                    isBlock.toggle()
                    continue
                }
                if isBlock {
                    // What follows “--” is a comment of SQL.
                    literals.append(Literal(place: place, text: trimmed.components(separatedBy: "--")[0]))
                    continue
                }
                let code = line.components(separatedBy: " // ")[0]
                for match in code.matches(of: quoted) {
                    let text = String(match.1 ?? match.2 ?? "")
                    if text.contains(" ") { literals.append(Literal(place: place, text: text)) }
                }
            }
        }
        return literals
    }

    private static func files() throws -> [URL] {
        let folders = ["Sources", "config"].map { House.top.appendingPathComponent($0) }
        return try folders.flatMap { folder in
            let all = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            return all.compactMap { $0 as? URL }.filter {
                ["swift", "js", "html", "toml"].contains($0.pathExtension) && !$0.path.contains("/themes/")
            }
        }
    }
}
