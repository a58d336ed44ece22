package import Posts

/// The author's settings for a site. The values are checked here.
package struct SiteSettings: Hashable, Sendable {
    package let name: String
    /// The site's address without the trailing `/`. It may contain a path: `https://example.org/blog`.
    package let address: String
    /// The folder to write. The web server shows it at `address`.
    package let folder: String
    package let language: String
    package let author: String?
    package let description: String
    /// The author's other addresses for `rel=me`; http, https or mailto.
    package let relMe: [String]
    package let permalink: PermalinkPattern
    /// The links of the navigation in order: slugs of pages, `archive`, `tags` and `feed`; nil for all of them.
    package let navigation: [String]?
    package let postsPerPage: Int
    /// The number of posts in each feed.
    package let feedLength: Int
    /// Further paths of the feed, to which readers of an old site subscribed.
    package let feedPaths: [FeedPath]
    /// The author's theme, whose files replace those of the default theme.
    package let themeFolder: String?
    /// The program to run after each writing, with its arguments; empty for none.
    package let afterWrite: [String]
    package let afterWriteTimeoutSeconds: Int
    /// Authority and date of the tag URIs (RFC 4151) that identify entries in feeds, such as `example.org,2026`. It stays
    /// when the site moves to another host, so that feed readers do not show old posts as new (`Site.identified`).
    package private(set) var tagAuthority: String
    /// Whether the author states it. Otherwise it follows from the address.
    package let isTagAuthorityStated: Bool

    /// The parsed `address`.
    let web: WebAddress

    package init(
        name: String, address: String, folder: String, language: String = "en", author: String? = nil,
        description: String = "", relMe: [String] = [], permalink: String = "/{year}/{month}/{slug}/",
        navigation: [String]? = nil, postsPerPage: Int = 10, feedLength: Int = 20, feedPaths: [String] = [],
        themeFolder: String? = nil, afterWrite: [String] = [],
        afterWriteTimeoutSeconds: Int = 60, tagAuthority: String? = nil
    ) throws(SiteSettingsError) {
        self.name = try Self.name(name)
        web = try Self.web(address)
        self.address = String(address.reversed().drop { $0 == "/" }.reversed())
        self.folder = try Self.folder(folder, "folder")
        self.language = try Self.language(language)
        self.author = author.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        self.description = description
        self.relMe = try Self.relMe(relMe)
        self.permalink = try PermalinkPattern(permalink)
        self.navigation = try Self.navigation(navigation)
        self.postsPerPage = try Self.count(postsPerPage, "posts_per_page", 1...1000)
        self.feedLength = try Self.count(feedLength, "feed_length", 1...1000)
        do throws(FeedPathError) { self.feedPaths = try FeedPath.all(feedPaths) } catch {
            throw SiteSettingsError(setting: "feed_paths", description: error.description)
        }
        if let themeFolder { _ = try Self.folder(themeFolder, "theme") }
        self.themeFolder = themeFolder
        self.afterWrite = try Self.command(afterWrite)
        self.afterWriteTimeoutSeconds = try Self.count(afterWriteTimeoutSeconds, "after_write_timeout", 1...86_400)
        isTagAuthorityStated = tagAuthority != nil
        self.tagAuthority = try Self.tagAuthority(
            tagAuthority ?? "\(web.host.hasPrefix("[") ? "localhost" : web.host),2026")
    }

    /// - Parameter authority: that of the site's first edition, which counts unless the author states another.
    func identified(by authority: String) -> SiteSettings {
        guard !isTagAuthorityStated else { return self }
        var settings = self
        settings.tagAuthority = authority
        return settings
    }

    /// The path of the address, percent-encoded, without trailing `/`; empty for a site at the root.
    var basePath: String { web.path }
}

/// An invalid setting, explained in words.
package struct SiteSettingsError: Error, Equatable, CustomStringConvertible {
    /// The setting's name in the configuration.
    package let setting: String
    package let description: String
}

extension SiteSettings {
    private static func name(_ name: String) throws(SiteSettingsError) -> String {
        guard !name.allSatisfy(\.isWhitespace) else {
            throw SiteSettingsError(setting: "name", description: "The site has no name. Give it one.")
        }
        return name
    }

    private static func web(_ address: String) throws(SiteSettingsError) -> WebAddress {
        guard let web = WebAddress(address), !address.contains("?"), !address.contains("#") else {
            let text = "The site's address is “\(address)”. It needs to be like https://example.org or "
            throw SiteSettingsError(setting: "url", description: text + "https://example.org/blog.")
        }
        let plain = web.text.utf8.allSatisfy { $0 < 0x80 }
        let segments = web.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard plain, !segments.contains(where: { ["", ".", ".."].contains($0) }) else {
            let text = "The site's address “\(address)” cannot be written into links. Use the form that a browser "
            throw SiteSettingsError(setting: "url", description: text + "copies: xn-- hosts, percent-encoded paths.")
        }
        return web
    }

    private static func folder(_ folder: String, _ setting: String) throws(SiteSettingsError) -> String {
        guard folder.hasPrefix("/"), !folder.utf8.contains(0), folder.contains(where: { $0 != "/" }) else {
            let text = "The \(setting == "folder" ? "site's folder" : "theme") is “\(folder)”. "
            throw SiteSettingsError(setting: setting, description: text + "Write the whole path of a folder, from /.")
        }
        return folder
    }

    private static func language(_ language: String) throws(SiteSettingsError) -> String {
        guard isLanguage(language) else {
            let text = "The language is “\(language)”. Use a language tag such as en, de or pt-BR."
            throw SiteSettingsError(setting: "language", description: text)
        }
        return language
    }

    /// Whether the text has the form of a BCP 47 tag: letters, then groups of letters and digits after hyphens.
    static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
        return parts.first.map { (2...8).contains($0.count) && $0.allSatisfy(isLetter) } == true
            && parts.allSatisfy {
                (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || (48...57).contains($0) }
            }
    }

    private static func relMe(_ addresses: [String]) throws(SiteSettingsError) -> [String] {
        for address in addresses where WebAddress(address) == nil {
            let mail = address.dropFirst("mailto:".count)
            let isMail =
                address.hasPrefix("mailto:") && mail.split(separator: "@", omittingEmptySubsequences: false).count == 2
                && mail.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"'&?%".utf8.contains($0) }
            guard isMail else {
                let text = "rel_me has “\(address)”. Use addresses that start with https://, http:// or mailto:."
                throw SiteSettingsError(setting: "rel_me", description: text)
            }
        }
        return addresses
    }

    private static func navigation(_ names: [String]?) throws(SiteSettingsError) -> [String]? {
        guard let names else { return nil }
        guard names.count <= 30, names.allSatisfy({ (1...250).contains($0.utf8.count) }) else {
            let text = "navigation needs up to 30 names: slugs of pages, “archive”, “tags” and “feed”."
            throw SiteSettingsError(setting: "navigation", description: text)
        }
        return names
    }

    private static func count(
        _ count: Int, _ setting: String, _ allowed: ClosedRange<Int>
    ) throws(SiteSettingsError) -> Int {
        guard allowed.contains(count) else {
            let text = "\(setting) is \(count). It needs \(allowed.lowerBound) to \(allowed.upperBound)."
            throw SiteSettingsError(setting: setting, description: text)
        }
        return count
    }

    private static func command(_ words: [String]) throws(SiteSettingsError) -> [String] {
        guard words.first != "", !words.contains(where: { $0.utf8.contains(0) }) else {
            let text =
                "after_write has no program. Write it as a list: [\"rsync\", \"-a\", \"./\", \"host:/srv/www/\"]."
            throw SiteSettingsError(setting: "after_write", description: text)
        }
        return words
    }

    private static func tagAuthority(_ text: String) throws(SiteSettingsError) -> String {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let isName = parts.first.map { name in
            !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>\"'&/:?#[]".utf8.contains($0) }
        }
        guard parts.count == 2, isName == true, [4, 7, 10].contains(parts[1].utf8.count),
            parts[1].utf8.allSatisfy({ (48...57).contains($0) || $0 == 0x2D })
        else {
            let message = "tag_authority is “\(text)”. Write a host you own and a year you owned it: example.org,2026."
            throw SiteSettingsError(setting: "tag_authority", description: message)
        }
        return text
    }
}
