package import HTTPValues
package import Posts
package import Site

/// One `[[target]]` of the configuration, parsed but not checked. `Target.init(_:)` checks it.
package struct TargetSettings: Sendable {
    package var name: String
    /// A name of `Target.KindName`.
    package var kind: String
    package var url: String?
    package var username: String?
    /// The credential, which the daemon read from its file.
    package var secret: Secret?
    /// Why there is no such file, with the command that makes it; nil if there is one. The target can then be used for
    /// everything but the service.
    package var missingSecret: Warning?
    /// The credential's name, for messages.
    package var secretName: String?
    package var after: String?
    package var delay: String?
    package var slots: [String] = []
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
    package var long: String?
    package var isNumbered: Bool?

    // Mastodon
    package var threadVisibility: String?

    // Bluesky
    package var account: String?
    package var replies: String?
    package var quotes: Bool?
    package var hashtags: String?
    package var card: Bool?

    // Telegram
    package var chat: String?

    // Webhooks
    package var method: String?
    package var headers: [HTTPHeader]?
    package var body: String?
    /// The status codes that count as success.
    package var success: [Int]?
    package var idPointer: String?
    package var urlPointer: String?
    package var idempotent: Bool?
    package var idempotencyWindow: String?
    package var alreadyDoneStatus: Int?

    // Blogs
    package var atproto: String?

    // WordPress
    package var categories: [String]?
    package var status: String?
    package var format: String?

    /// The output of a `site` target; `SiteSettings` has checked its settings.
    package var site: Site?
    /// How a blog's pages treat raw HTML in Markdown: `omit`, `filter` or `allow`; from `[render] raw_html`.
    package var rawHTML: String?
    /// Whether the pages of a site have curly quotes and dashes; from `[render] smart_punctuation`.
    package var smartPunctuation: Bool?

    package init(name: String, kind: String) {
        self.name = name
        self.kind = kind
    }
}

/// The settings that some kinds have and others do not, by the names that they have in the file.
extension TargetSettings {
    package typealias Field<Value> = (name: String, path: any WritableKeyPath<TargetSettings, Value> & Sendable)

    package static let texts: [Field<String?>] = [
        ("username", \.username), ("text", \.text), ("visibility", \.visibility), ("warning", \.warning),
        ("language", \.language), ("account", \.account), ("chat", \.chat), ("replies", \.replies),
        ("hashtags", \.hashtags),
        ("long", \.long), ("method", \.method), ("body", \.body), ("id_pointer", \.idPointer),
        ("url_pointer", \.urlPointer), ("idempotency_window", \.idempotencyWindow), ("status", \.status),
        ("format", \.format), ("edit", \.edit), ("delete", \.delete), ("thread_visibility", \.threadVisibility),
        ("atproto", \.atproto),
    ]
    package static let flags: [Field<Bool?>] = [
        ("quotes", \.quotes), ("card", \.card), ("idempotent", \.idempotent), ("numbers", \.isNumbered),
    ]

    /// The names of those that are set.
    var names: Set<String> {
        var names = Set(TargetSettings.texts.filter { self[keyPath: $0.path] != nil }.map(\.name))
        names.formUnion(TargetSettings.flags.filter { self[keyPath: $0.path] != nil }.map(\.name))
        if secret != nil || secretName != nil { names.insert("credential") }
        if headers != nil { names.insert("headers") }
        if success != nil { names.insert("success") }
        if alreadyDoneStatus != nil { names.insert("already_done") }
        if categories != nil { names.insert("categories") }
        return names
    }
}

extension Secret {
    /// - Parameter text: the content of the credential's file; surrounding whitespace is ignored.
    package init(file text: String) { self.init(text.trimmed) }
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

/// A credential. Descriptions, dumps and test failures never show it.
package struct Secret: Hashable, Sendable {
    /// For its header only.
    let text: String

    init(_ text: String) { self.text = text }

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
