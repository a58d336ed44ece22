import Posts

// The checks that all HTTP kinds share: a URL and a credential.

extension SettingsCheck {
    /// The URL without a trailing `/`.
    ///
    /// - Parameter hasQuery: whether a query string is allowed.
    func url(hasQuery: Bool = false) throws(TargetSettingsError) -> String {
        guard let url = settings.url, !url.isEmpty else {
            throw error(
                "url", "The “url” is missing. Write the address of the service, such as https://social.example.")
        }
        let found = "Found “\(url.shortened(to: 100))”. "
        guard let scheme = ["https://", "http://"].first(where: url.lowercased().hasPrefix) else {
            throw error("url", found + "Begin it with https:// (or, on this machine only, with http://).")
        }
        guard url.isPlainAddress, !url.contains("#"), hasQuery || !url.contains("?") else {
            throw error("url", found + "Write it as a browser copies it: ASCII, without blanks, “#” and query.")
        }
        let authority = url.dropFirst(scheme.count).prefix { !"/?".contains($0) }
        guard !authority.contains("@") else {
            throw error("url", "It has a user name or a password in it. Put those into `username` and a credential.")
        }
        guard !authority.isEmpty, authority.first != ":" else { throw error("url", found + "It names no host.") }
        if scheme == "http://", !SettingsCheck.isLoopback(authority), settings.secret ?? standIn != nil {
            throw error("url", found + "A credential never crosses a network in the clear. Use https://.")
        }
        guard !url.contains("?") else { return scheme + url.dropFirst(scheme.count) }
        return scheme + String(url.dropFirst(scheme.count)).withoutTrailing("/")
    }

    static func isLoopback(_ authority: Substring) -> Bool {
        if authority.hasPrefix("[") { return authority.hasPrefix("[::1]") }
        let host = authority.prefix { $0 != ":" }.lowercased()
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return host == "localhost" || host.hasSuffix(".localhost")
            || (numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil))
    }

    /// A rehearsal needs no credential, because nothing reaches the service.
    func secret() throws(TargetSettingsError) -> Secret {
        guard let secret = try optionalSecret() else {
            if settings.rehearsal { return Secret("rehearsal") }
            throw error(
                "credential", "The “credential” is missing. Name the file that holds the token or the password.")
        }
        return secret
    }

    /// Stands in place of a secret that is missing, and reaches no service.
    private var standIn: Secret? { settings.missingSecret.map { _ in Secret("missing") } }

    func optionalSecret() throws(TargetSettingsError) -> Secret? {
        guard let secret = settings.secret else { return standIn }
        let name = settings.secretName.map { "“\($0)”" } ?? "The credential"
        guard !secret.text.isEmpty else { throw error("credential", "\(name) is empty. Put the secret into its file.") }
        guard secret.text.utf8.count <= 4096, secret.text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw error("credential", "\(name) has line breaks or control characters in it, or over 4096 bytes.")
        }
        return secret
    }

    /// The owner of facts: the answers of a rehearsal say nothing about the service.
    func owner(_ account: String) -> String { settings.rehearsal ? account + " rehearsal" : account }

    func visibility() throws(TargetSettingsError) -> Visibility {
        try choice("visibility", settings.visibility) ?? .public
    }

    func oneOf(_ setting: String, _ text: String?, _ allowed: [String]) throws(TargetSettingsError) -> String? {
        guard let text else { return nil }
        guard allowed.contains(text) else {
            let words = allowed.joined(separator: ", ")
            throw error(setting, "Found “\(text.shortened(to: 60))”. Use one of \(words).")
        }
        return text
    }

    func template() throws(TargetSettingsError) -> MarkedTemplate? {
        guard let text = settings.text else { return nil }
        let template: MarkedTemplate
        do { template = try MarkedTemplate(text) } catch { throw self.error("text", error.description) }
        if let name = template.unknownName(among: SocialText.names) {
            let known = SocialText.names.sorted().joined(separator: ", ")
            throw error("text", "There is no value “\(name.shortened(to: 40))”. Use \(known).")
        }
        return template
    }

    /// A thread has the whole text, so a template for one post would do nothing.
    func isLongAsThread() throws(TargetSettingsError) -> Bool {
        guard try oneOf("long", settings.long, ["link", "thread"]) == "thread" else { return false }
        guard settings.text == nil else {
            throw error("long", "A thread has the whole text of the post. Leave out `text`, or set long = \"link\".")
        }
        return true
    }

    func isNumbered() throws(TargetSettingsError) -> Bool {
        guard let isNumbered = settings.isNumbered else { return false }
        guard settings.long == "thread" else {
            throw error("numbers", "Only the parts of a thread have numbers. Set long = \"thread\" as well.")
        }
        return isNumbered
    }

    /// Who sees the parts of a thread after the first.
    func threadVisibility() throws(TargetSettingsError) -> Visibility {
        guard settings.threadVisibility == nil || settings.long == "thread" else {
            throw error("thread_visibility", "It is for the parts of a thread. Set long = \"thread\" as well.")
        }
        return try choice("thread_visibility", settings.threadVisibility) ?? .unlisted
    }

    func language() throws(TargetSettingsError) -> Language? {
        guard let text = settings.language else { return nil }
        do { return try Language(text) } catch { throw self.error("language", error.description) }
    }
}

extension String {
    func withoutTrailing(_ character: Character) -> String {
        var text = self[...]
        while text.last == character { text.removeLast() }
        return String(text)
    }
}
