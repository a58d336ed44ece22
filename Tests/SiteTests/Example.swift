import Foundation
import Posts
import TestSupport

@testable import Site

/// Sample values for the site tests.
enum Example {
    static let defaultTheme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/Site/themes/default").path()

    static func settings(
        folder: String = "/srv/www", address: String = "https://example.org", language: String = "en",
        permalink: String = "/{year}/{month}/{slug}/", postsPerPage: Int = 10, relMe: [String] = [],
        theme: String? = nil, afterWrite: [String] = [], seconds: Int = 10
    ) throws -> SiteSettings {
        try SiteSettings(
            name: "Hot Metal", address: address, folder: folder, language: language, author: "Ada",
            description: "Notes on type", relMe: relMe, permalink: permalink, postsPerPage: postsPerPage,
            themeFolder: theme, afterWrite: afterWrite, afterWriteTimeoutSeconds: seconds)
    }

    static func site(_ settings: SiteSettings? = nil) throws -> Site {
        let settings = try settings ?? Self.settings()
        return Site(settings: settings, theme: try Theme(defaultFolder: defaultTheme, folder: settings.themeFolder))
    }

    /// The `number`-th post, written on that day of 2026.
    static func post(_ number: Int = 1, slug: String? = nil, title: String? = "A post", html: String = "<p>Text.</p>")
        -> SiteEntry
    {
        SiteEntry(
            id: "id-\(number)", title: title, slug: slug ?? "post-\(number)", contentHTML: html, summary: "Text.",
            published: SiteDate(Instant(seconds: 1_767_258_000 + Int64(number) * 86_400), offset: .hours(1)))
    }

    static func page(slug: String) -> SiteEntry {
        var page = post(slug: slug, title: "My page")
        page.kind = .page
        return page
    }
}

extension Site {
    /// All files of the site, in the order of writing.
    func files(for entries: [SiteEntry], picture: ((String) -> String)? = nil) throws -> [SiteFile] {
        try parts(for: entries.map { SiteItem($0, at: settings) }, picture: picture).map { try $0.file() }
    }

    /// - Throws: `SiteError` when an item has no address of its own.
    func parts(
        for items: [SiteItem], sizes: [String: [SitePictureSize]] = [:], publication: String? = nil,
        picture: ((String) -> String)? = nil
    ) throws -> [SitePart] {
        let addresses = SiteAddresses(of: items, on: claimed)
        if let first = addresses.misfits.min(by: { $0.key < $1.key }) { throw first.value }
        return try parts(addresses, sizes: sizes, publication: publication, picture: picture)
    }

    func misfits(among entries: [SiteEntry]) -> [Int: SiteError] {
        SiteAddresses(of: entries.map { SiteItem($0, at: settings) }, on: claimed).misfits
    }
}

extension SiteFolder {
    /// Compares every file, like the first edition after a start.
    func replace(with files: [SiteFile]) throws -> SiteChanges {
        var known = KnownFiles()
        return try replace(with: files.map { SitePart($0) }, known: &known)
    }
}

extension [SiteFile] {
    func text(_ path: String) -> String? {
        first { $0.path == path }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    var paths: [String] { map(\.path) }
}

extension TemporaryFolder {
    func text(_ name: String) -> String? { try? String(contentsOfFile: path + "/" + name, encoding: .utf8) }

    /// Every file, hidden ones too.
    var files: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: path))?.filter { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
            return attributes?[.type] as? FileAttributeType != .typeDirectory
        }.sorted() ?? []
    }

    func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }

    func setPermissions(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    func modified(_ name: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.modificationDate] as? Date
    }

    /// Makes a file look old, so that a rewrite shows.
    func age(_ name: String) throws {
        let attributes: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)]
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path + "/" + name)
    }
}
