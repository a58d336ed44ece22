package import Rendering

extension DocumentTree {
    /// The mentions in the code of the text, as far as `texts` contain them, each once and in order. A service that shows
    /// code as plain text links them like all others.
    /// - Parameter texts: what is sent.
    /// - Complexity: linear in the length of the text and of `texts`.
    package func mentionsInCode(sentIn texts: [String]) -> [String] {
        var found: [String] = []
        for block in blocks { block.collectMentionsInCode(into: &found) }
        guard !found.isEmpty else { return [] }
        var left = Set(texts.flatMap(\.mentions))
        return found.filter { left.remove($0) != nil }
    }
}

extension Node {
    fileprivate func collectMentionsInCode(into found: inout [String]) {
        switch kind {
        case .code(let text), .codeBlock(let text): found += text.mentions
        default: for child in children { child.collectMentionsInCode(into: &found) }
        }
    }
}

extension String {
    /// As Mastodon finds them.
    fileprivate var mentions: [String] {
        guard utf8.contains(UInt8(ascii: "@")) else { return [] }
        let scalars = Array(unicodeScalars)
        return MentionScanner(scalars).mentions().map { String(String.UnicodeScalarView(scalars[$0.range])) }
    }
}
