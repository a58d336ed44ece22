import HTTPValues
package import Posts

/// A credential. Descriptions, dumps and test failures never show it.
package struct Secret: Hashable, Sendable {
    /// For its header only.
    let text: String

    init(_ text: String) { self.text = text }

    /// - Parameter text: the content of the credential's file; surrounding whitespace is ignored.
    package init(file text: String) { self.init(text.trimmed) }

    /// Removes the credential from a server's message: some servers repeat it in their errors.
    func removed(from words: String) -> String {
        text.utf8.count < 4 ? words : words.replacing(text, with: "(secret)")
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(secret)" }
    package var debugDescription: String { "(secret)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is found for the name of a credential.
package enum FoundSecret: Sendable {
    case secret(Secret)
    /// There is no such file. The target can be used for everything but the service.
    case missing(Warning)
    /// Why it cannot be used, in a sentence or two.
    case unusable(String)
}

/// A target setting that cannot be used.
package struct TargetSettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The target's name as written.
    package let target: String
    /// The setting's name in the configuration.
    package let setting: String
    /// What is wrong, what was found, and what is allowed.
    package let words: String

    package var description: String { "Target “\(target)”, `\(setting)`: \(words)" }
}
