package import HTTPValues
import Posts
package import Site

/// One `[[target]]` of the configuration, as it was read: nothing is checked yet. `Target.init(_:)` checks.
package struct TargetSettings: Sendable {
    package var name: String
    /// `site`, `wordpress`, `mastodon` or `webhook`.
    package var kind: String
    package var url: String?
    package var username: String?
    /// The credential itself, read from its file by the daemon.
    package var secret: Secret?
    /// The credential's name, for messages.
    package var secretName: String?
    package var after: String?
    package var delay: String?
    package var late: String?
    package var deadline: String?
    package var settle: String?
    /// `update`, `note` or `ignore`.
    package var edit: String?
    /// `delete` or `keep`.
    package var delete: String?
    package var rehearsal: Bool = false
    package var certificateAuthorityFile: String?

    // Social targets
    package var text: String?
    package var visibility: String?
    package var warning: String?
    package var language: String?

    // Webhooks
    package var method: String?
    package var headers: [HTTPHeader]?
    package var body: String?
    /// Statuses that count as success.
    package var success: [Int]?
    package var idPointer: String?
    package var urlPointer: String?
    package var idempotent: Bool?
    package var idempotencyWindow: String?
    package var alreadyDoneStatus: Int?

    // WordPress
    package var categories: [String]?
    package var status: String?
    package var format: String?

    /// What a `site` target writes; its settings were checked by `SiteSettings`.
    package var site: Site?
    /// What becomes of raw HTML in Markdown at a blog: `omit`, `filter` or `allow`; from `[render] raw_html`.
    package var rawHTML: String?

    package init(name: String, kind: String) {
        self.name = name
        self.kind = kind
    }
}

extension Secret {
    /// - Parameter text: the content of the credential's file; blanks and line ends around it do not count.
    package init(file text: String) { self.init(text.trimmed) }
}

/// A setting of a target that cannot be used.
package struct TargetSettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The target's name as written.
    package let target: String
    /// The setting's name in the configuration.
    package let setting: String
    /// What is wrong, what was found, what is allowed.
    package let words: String

    package var description: String { "Target “\(target)”, `\(setting)`: \(words)" }
}

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
