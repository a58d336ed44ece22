import Foundation
import Testing

/// Messages, help, labels and comments are plain technical English: the doer is named, one meaning per word.
@Suite("The words of messages and comments")
struct WordsTests {
    /// Phrases that read like a translation, and what to write instead.
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
        ("is none of|is no address|the caller left", "is not one of, is not an address, disconnected"),
    ]

    /// The phrases that have no place in a comment either.
    private static let turnsOfComments = [
        "anew", "nobody", "somebody", "everybody", "whoever", "is told", "are told", "was told", "were told",
        "been told", "told of", "tells of", "hears of", "goes home", "went home", "brings home", "brought home",
        "is let in", "are let in", "put right", "puts right", "mended", "worthless", "of its own accord",
        "in circles", "as it was given", "is none of", "became of", "becomes of",
    ]

    @Test("no message, help text or label reads like a translation")
    func plain() throws {
        // given
        let words = try Regex("\\b(\(Self.turns.map(\.pattern).joined(separator: "|")))\\b").ignoresCase()
        // when
        let found = try Self.literals().filter {
            // A value of the setting `replies`.
            try words.firstMatch(in: $0.text.replacing("\"nobody\"", with: "")) != nil
        }
        // then
        #expect(
            found.map { "\($0.place): \($0.text)" } == [],
            "Write: \(Self.turns.map(\.instead).joined(separator: "; ")).")
    }

    @Test("no comment in Sources or Tests reads like a translation")
    func plainComments() throws {
        // given
        let turns = Self.turnsOfComments.map { " \($0) " }
        // when
        let found = try Self.comments().filter { comment in
            let words = " \(comment.text.lowercased().split { !$0.isLetter }.joined(separator: " ")) "
            return turns.contains { words.contains($0) }
        }
        // then
        #expect(found.map { "\($0.place): \($0.text)" } == [], "Name the doer, and use an active verb.")
    }

    private struct Passage {
        let place: String
        let text: String
    }

    /// The quoted texts of every Swift file and of the page's modules, and the lines of the page and of the settings.
    /// A text without a space, such as a problem's type, is a name and not meant for people.
    private static func literals() throws -> [Passage] {
        let quoted = /"((?:[^"\\]|\\.)*)"|`([^`]*)`/
        var literals: [Passage] = []
        for file in try files(in: ["Sources", "config"], ["swift", "js", "html", "toml"]) {
            var isBlock = false
            for (index, line) in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
                .enumerated()
            {
                let place = "\(file.lastPathComponent):\(index + 1)"
                let trimmed = line.trimmingCharacters(in: .whitespaces)
                guard file.pathExtension == "swift" || file.pathExtension == "js" else {
                    literals.append(Passage(place: place, text: trimmed))
                    continue
                }
                if trimmed.hasPrefix("//") || trimmed.hasPrefix("*") { continue }
                if line.components(separatedBy: "\"\"\"").count == 2 {
                    isBlock.toggle()
                    continue
                }
                if isBlock {
                    // In SQL, “--” begins a comment.
                    literals.append(Passage(place: place, text: trimmed.components(separatedBy: "--")[0]))
                    continue
                }
                let code = line.components(separatedBy: " // ")[0]
                for match in code.matches(of: quoted) {
                    let text = String(match.1 ?? match.2 ?? "")
                    if text.contains(" ") { literals.append(Passage(place: place, text: text)) }
                }
            }
        }
        return literals
    }

    /// The comments of every Swift, JavaScript and Python file, line by line. A docstring is a comment.
    private static func comments() throws -> [Passage] {
        var comments: [Passage] = []
        for file in try files(in: ["Sources", "Tests"], ["swift", "js", "mjs", "py"]) {
            let isPython = file.pathExtension == "py"
            var (isBlock, isDocstring) = (false, false)
            for (index, line) in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
                .enumerated()
            {
                let trimmed = line.trimmingCharacters(in: .whitespaces)
                var comment: String?
                if line.contains("\"\"\""), line.components(separatedBy: "\"\"\"").count == 2 {
                    if !isBlock { isDocstring = isPython && trimmed.hasPrefix("\"\"\"") }
                    if isDocstring { comment = trimmed }
                    isBlock.toggle()
                } else if isBlock {
                    if isDocstring { comment = trimmed }
                } else {
                    comment = Self.comment(in: line, trimmed, isPython)
                }
                if let comment {
                    comments.append(Passage(place: "\(file.lastPathComponent):\(index + 1)", text: comment))
                }
            }
        }
        return comments
    }

    /// The comment that is the whole line, or that ends it; nil for none.
    private static func comment(in line: String, _ trimmed: String, _ isPython: Bool) -> String? {
        let marks = isPython ? ["#", "\"\"\""] : ["//", "*", "/*"]
        if marks.contains(where: { trimmed.hasPrefix($0) }) { return trimmed }
        return line.range(of: isPython ? " # " : " // ").map { String(line[$0.upperBound...]) }
    }

    private static func files(in folders: [String], _ kinds: Set<String>) throws -> [URL] {
        try folders.flatMap { name in
            let folder = House.top.appendingPathComponent(name)
            let all = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            return all.compactMap { $0 as? URL }.filter {
                kinds.contains($0.pathExtension) && !$0.path.contains("/themes/")
            }
        }
    }
}
