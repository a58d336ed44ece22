import Posts

/// How a plain text is sent to a server that reads markup in every text, so that readers see it as it was written.
///
/// The server counts the text as it is sent.
package enum TextEscaping: String, Hashable, Sendable {
    /// snac parses a small Markdown and HTML, and turns smileys into emoji. See `MarkdownGuard`.
    case references
    /// GoToSocial takes away a backslash before punctuation, and resolves character references. See `BackslashGuard`.
    case backslashes

    /// - Parameter beginsLine: whether the first character is at the start of a line.
    package func escaped(_ text: String, beginsLine: Bool = true) -> String {
        switch self {
        case .references: MarkdownGuard.protected(text, beginsLine: beginsLine)
        case .backslashes: BackslashGuard.protected(text)
        }
    }

    /// The text that readers see of what was sent.
    package func plain(_ sent: String) -> String {
        switch self {
        case .references: sent.referencesResolved
        case .backslashes: BackslashGuard.plain(sent)
        }
    }

    /// The words that the server alters all the same: nothing can be escaped in addresses, mentions and hashtags.
    package func unprotected(in text: String) -> [String] {
        switch self {
        case .references: MarkdownGuard.unprotected(in: text)
        case .backslashes: []
        }
    }
}
