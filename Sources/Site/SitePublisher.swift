import Posts
import Programs

/// Publishes entries: makes the files, writes the folder, runs the author's command.
///
/// It is safe to repeat, and Galley repeats it after a failure or a kill: every repetition leads to the same site.
package struct SitePublisher: Sendable {
    package let site: Site
    private let environment: [String: String]
    private let picture: @Sendable (String) -> String

    /// - Parameters:
    ///   - environment: the daemon's, for the command after writing.
    ///   - picture: returns the path of the picture with a digest.
    package init(site: Site, environment: [String: String], picture: @escaping @Sendable (String) -> String) {
        self.site = site
        self.environment = environment
        self.picture = picture
    }

    /// Reads the theme from disk on a separate thread.
    package static func open(
        settings: SiteSettings, defaultTheme: String, environment: [String: String],
        picture: @escaping @Sendable (String) -> String = { $0 }
    ) async throws -> SitePublisher {
        let theme = try await onOwnThread {
            try Theme(defaultFolder: defaultTheme, folder: settings.themeFolder)
        }
        return SitePublisher(
            site: Site(settings: settings, theme: theme), environment: environment, picture: picture)
    }

    /// Runs the command even if no file had to change, because the command may have failed the last time.
    /// - Throws: `SiteError` or `SiteFolderError` when the site is not written, `AfterWriteError` when it is.
    package func publish(_ entries: [SiteEntry]) async throws -> SiteChanges {
        let folder = SiteFolder(path: site.settings.folder)
        let changes = try await onOwnThread { try folder.replace(with: site.files(for: entries, picture: picture)) }
        if !site.settings.afterWrite.isEmpty {
            _ = try await AfterWrite(
                arguments: site.settings.afterWrite, folder: folder.path,
                timeLimit: .seconds(Int64(site.settings.afterWriteTimeoutSeconds)), environment: environment
            ).run()
        }
        return changes
    }
}
