/// A credential. It shows itself to nobody: not in a description, not in a dump, not in a test's failure.
package struct Secret: Hashable, Sendable {
    /// For the header it belongs into, and nothing else.
    let text: String

    init(_ text: String) { self.text = text }

    /// `words` of a server without the credential, which some send back in their error messages.
    func removed(from words: String) -> String {
        text.utf8.count < 4 ? words : words.replacing(text, with: "(secret)")
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(secret)" }
    package var debugDescription: String { "(secret)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
