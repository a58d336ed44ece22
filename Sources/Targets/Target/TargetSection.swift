import HTTPValues
import Posts
package import Rendering
import Settings
package import Site

/// What the tables of targets take from the rest of the desk.
package struct TargetSurroundings: Sendable {
    /// How a blog's pages treat raw HTML in Markdown.
    package var rawHTML = RawHTMLPolicy.filter
    /// Whether the pages of a site have curly quotes and dashes.
    package var smartPunctuation = true
    /// Of posts that name none.
    package var author = ""
    /// The credential of a name, for a target.
    package var credential: @Sendable (_ name: String, _ target: String) -> FoundSecret
    /// Why a file with a certificate authority cannot be used; nil if it can.
    package var certificateProblem: @Sendable (_ file: String) -> String? = { _ in nil }
    /// The output of a `site` target, from its settings, the folder of its own theme and the program that colours code.
    package var site: @Sendable (SiteSettings, _ highlight: String) throws -> Site
    /// A path as the settings write it, from the folder of the daemon's state.
    package var inState: @Sendable (String) -> String = { $0 }

    package init(
        credential: @escaping @Sendable (String, String) -> FoundSecret,
        site: @escaping @Sendable (SiteSettings, String) throws -> Site
    ) {
        (self.credential, self.site) = (credential, site)
    }
}

/// One `[[target]]` table as its kind reads it.
///
/// A kind asks for each of its settings, and goes on after a problem with any value of the right type, of which nothing is
/// made. So all problems appear together. The settings of a kind are those that it asks for: there is no other list.
package final class TargetSection {
    let table: SettingsSection
    let desk: TargetSurroundings
    /// The target's name as written.
    let name: String
    let isRehearsal: Bool
    private let credential: FoundSecret?
    private let credentialName: String?
    private(set) var problems: [TargetSettingsError] = []

    /// - Parameter secret: to be taken instead of the credential that the table names.
    init(_ table: SettingsSection, in desk: TargetSurroundings, secret: Secret? = nil) {
        (self.table, self.desk) = (table, desk)
        name = table.text("name", default: "")
        isRehearsal = table.flag("rehearsal", default: false)
        // A site has none, and must not seem to have.
        credentialName = table.written("kind") == Target.KindName.site.rawValue ? nil : table.optionalText("credential")
        credential = secret.map { .secret($0) } ?? credentialName.map { desk.credential($0, table.written("name")) }
        if case .unusable(let words)? = credential { complain("credential", words) }
    }

    /// Why there is no credential although the table names one.
    var missingSecret: Warning? { if case .missing(let warning)? = credential { warning } else { nil } }
    var given: Secret? { if case .secret(let secret)? = credential { secret } else { nil } }

    /// Whether it names a credential, or has been given one.
    var hasCredential: Bool { credential != nil }
    /// Whether no value was found wrong.
    var isSound: Bool { problems.isEmpty && table.problem == nil }

    /// Whether the value of a setting was found wrong. What follows from it would only mislead.
    func isBad(_ setting: String) -> Bool {
        table.isBad(setting) || problems.contains { $0.setting == setting }
    }

    /// Notes a problem of a setting: what is wrong, what was found, and what is allowed. Each setting has one at most.
    func complain(_ setting: String, _ words: String) {
        guard !isBad(setting) else { return }
        problems.append(TargetSettingsError(target: name, setting: setting, words: words))
        table.complain(setting, words)
    }

    // MARK: - Values

    func text(_ setting: String) -> String? { table.optionalText(setting) }
    func flag(_ setting: String) -> Bool? { table.optionalFlag(setting) }

    func oneOf(_ setting: String, _ allowed: [String]) -> String? {
        guard let text = text(setting) else { return nil }
        if allowed.contains(text) { return text }
        complain(setting, "Found “\(text.shortened(to: 60))”. Use one of \(allowed.joined(separator: ", ")).")
        return nil
    }

    func choice<Choice: CaseIterable & RawRepresentable<String>>(_ setting: String) -> Choice? {
        oneOf(setting, Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
    }

    func span(_ setting: String) -> Span? {
        guard let text = text(setting) else { return nil }
        do { return try Span(text) } catch { complain(setting, error.description) }
        return nil
    }

    func language() -> Language? {
        guard let text = text("language") else { return nil }
        do throws(LanguageError) { return try Language(text) } catch { complain("language", error.description) }
        return nil
    }

    func targetName(_ setting: String) -> TargetName? {
        guard let text = text(setting) else { return nil }
        do throws(TargetNameError) { return try TargetName(text) } catch { complain(setting, error.description) }
        return nil
    }

    // MARK: - A service

    /// The URL without a trailing `/`.
    /// - Parameters:
    ///   - standard: where there is none; nil if one is needed.
    ///   - hasQuery: whether a query string is allowed.
    func url(orElse standard: String? = nil, hasQuery: Bool = false) -> String {
        let none = "https://missing.invalid"
        guard let url = text("url"), !url.isEmpty else {
            if let standard, !table.has("url") { return standard }
            complain("url", "The “url” is missing. Write the address of the service, such as https://social.example.")
            return none
        }
        if let problem = problem(ofURL: url, hasQuery: hasQuery) {
            complain("url", problem)
            return none
        }
        guard let end = url.firstRange(of: "://")?.upperBound else { return none }
        let whole = url[..<end].lowercased() + url[end...]
        return whole.contains("?") ? whole : whole.withoutTrailing("/")
    }

    private func problem(ofURL url: String, hasQuery: Bool) -> String? {
        let found = "Found “\(url.shortened(to: 100))”. "
        guard let scheme = ["https://", "http://"].first(where: url.lowercased().hasPrefix) else {
            return found + "Begin it with https:// (or, on this machine only, with http://)."
        }
        guard url.isPlainAddress, !url.contains("#"), hasQuery || !url.contains("?") else {
            return found + "Write it as a browser copies it: ASCII, without blanks, “#” and query."
        }
        let authority = url.dropFirst(scheme.count).prefix { !"/?".contains($0) }
        guard !authority.contains("@") else {
            return "It has a user name or a password in it. Put those into `username` and a credential."
        }
        guard !authority.isEmpty, authority.first != ":" else { return found + "It names no host." }
        if scheme == "http://", !TargetSection.isLoopback(authority), credential != nil {
            return found + "A credential never crosses a network in the clear. Use https://."
        }
        return nil
    }

    static func isLoopback(_ authority: Substring) -> Bool {
        if authority.hasPrefix("[") { return authority.hasPrefix("[::1]") }
        let host = authority.prefix { $0 != ":" }.lowercased()
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return host == "localhost" || host.hasSuffix(".localhost")
            || (numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil))
    }

    /// A rehearsal needs no credential, because nothing reaches the service.
    func secret() -> Secret {
        if let secret = optionalSecret() { return secret }
        if isRehearsal { return Secret("rehearsal") }
        complain("credential", "The “credential” is missing. Name the file that holds the token or the password.")
        return Secret("missing")
    }

    func optionalSecret() -> Secret? {
        // Stands in place of a secret that is missing, and reaches no service.
        guard let secret = given else { return missingSecret.map { _ in Secret("missing") } }
        let name = credentialName.map { "“\($0)”" } ?? "The credential"
        if secret.text.isEmpty { complain("credential", "\(name) is empty. Put the secret into its file.") }
        if secret.text.utf8.count > 4096 || !secret.text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
            complain("credential", "\(name) has line breaks or control characters in it, or over 4096 bytes.")
        }
        return secret
    }

    /// The owner of facts: the answers of a rehearsal say nothing about the service.
    func owner(_ account: String) -> String { isRehearsal ? account + " rehearsal" : account }

    // MARK: - A text that has to fit

    func template() -> MarkedTemplate? {
        guard let text = text("text") else { return nil }
        do {
            let template = try MarkedTemplate(text)
            guard let name = template.unknownName(among: SocialText.names) else { return template }
            let known = SocialText.names.sorted().joined(separator: ", ")
            complain("text", "There is no value “\(name.shortened(to: 40))”. Use \(known).")
        } catch {
            complain("text", error.description)
        }
        return nil
    }

    /// A thread has the whole text, so a template for one post would do nothing.
    func isLongAsThread() -> Bool {
        guard oneOf("long", ["link", "thread"]) == "thread" else { return false }
        if text("text") != nil {
            complain("long", "A thread has the whole text of the post. Leave out `text`, or set long = \"link\".")
        }
        return true
    }

    func isNumbered() -> Bool {
        guard let isNumbered = flag("numbers") else { return false }
        if text("long") != "thread", !isBad("long") {
            complain("numbers", "Only the parts of a thread have numbers. Set long = \"thread\" as well.")
        }
        return isNumbered
    }
}

extension String {
    func withoutTrailing(_ character: Character) -> String {
        var text = self[...]
        while text.last == character { text.removeLast() }
        return String(text)
    }
}
