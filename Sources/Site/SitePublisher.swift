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

    /// - Parameter authority: of the tag URIs in the feeds of the site's first edition.
    package func identified(by authority: String) -> SitePublisher {
        let settings = site.settings.identified(by: authority)
        guard settings != site.settings else { return self }
        return SitePublisher(
            site: Site(settings: settings, theme: site.theme, highlighter: site.highlighter), environment: environment,
            picture: picture)
    }

    /// Writes the files that changed. Items that conflict with earlier ones, or with a file of other origin in the folder,
    /// are left out, because one bad entry must not block a thousand others.
    /// - Parameters:
    ///   - items: those whose addresses come first.
    ///   - established: the number of items, from the start, that may not be left out.
    ///   - shown: the number of items, from the start, that the site shows already. Where a file of other origin has taken
    ///     the place of one, the file stays and the lists keep the item. nil for `established`.
    ///   - sizes: the smaller versions of pictures, by digest.
    ///   - desk: the name of the desk that writes the site; nil while it has no posts.
    ///   - publication: the address of the site's record on the AT Protocol.
    ///   - known: what the last edition knew about the folder.
    /// - Throws: `SiteError` or `SiteFolderError` when the site is not written.
    package func write(
        _ items: [SiteItem], of desk: String? = nil, established: Int = 0, shown: Int? = nil,
        sizes: [String: [SitePictureSize]] = [:],
        publication: String? = nil, known: KnownFiles
    ) async throws -> SiteWriting {
        let folder = SiteFolder(path: site.settings.folder, desk: desk)
        return try await onOwnThread {
            var known = known
            var occupied: [Int: SiteFolderError] = [:]
            while true {
                let addresses = SiteAddresses(
                    of: items, on: site.claimed, shown: shown ?? established, occupied: Set(occupied.keys))
                if let index = addresses.unplaced.min(), index < established, let misfit = addresses.misfits[index] {
                    throw misfit
                }
                let edition = SiteEdition(
                    site: site, contents: SiteContents(addresses), sizes: sizes, publication: publication)
                let parts = try site.parts(edition, picture: picture)
                do {
                    let changes = try folder.replace(with: parts, known: &known)
                    let misfits = addresses.misfits.mapValues { $0 as any Error }.merging(occupied) { $1 }
                    let standing = misfits.isEmpty ? StandingSite(edition, of: desk) : nil
                    return SiteWriting(changes: changes, misfits: misfits, standing: standing, known: known)
                } catch let error as SiteFolderError {
                    // The folder is unchanged then.
                    guard let path = error.pathOfOtherOrigin, occupied.count < Self.occupiedMax,
                        let index = items.firstIndex(where: { $0.stands(at: path) }),
                        occupied.updateValue(error, forKey: index) == nil
                    else { throw error }
                }
            }
        }
    }

    /// Each costs another look at the whole folder.
    private static let occupiedMax = 100

    /// Writes other versions of some entries into the site as it stands. Only files that show one of them are made and
    /// examined, so the work does not grow with the number of entries.
    /// - Parameters:
    ///   - items: the changed ones.
    ///   - site: what the last edition left.
    /// - Returns: nil, without having changed anything, if other files may have to change too: then `write` everything.
    package func rewrite(
        _ items: [SiteItem], in standing: StandingSite, of desk: String?, sizes: [String: [SitePictureSize]] = [:],
        publication: String? = nil, known: KnownFiles
    ) async throws -> SiteWriting? {
        guard standing.desk == desk, standing.sizes == sizes else { return nil }
        let folder = SiteFolder(path: site.settings.folder, desk: desk)
        return try await onOwnThread {
            guard let (contents, change) = standing.contents.replacing(items, in: site.settings) else { return nil }
            let edition = SiteEdition(
                site: site, contents: contents, change: change, sizes: sizes, publication: publication)
            guard edition.shared == standing.shared else { return nil }
            var known = known
            let parts = try site.parts(edition, picture: picture)
            do {
                guard let changes = try folder.update(parts, known: &known) else { return nil }
                return SiteWriting(
                    changes: changes, misfits: [:], standing: StandingSite(edition, of: desk), known: known)
            } catch let error as SiteFolderError where error.changedNothing {
                return nil
            }
        }
    }

    /// Runs the author's command after the site was written, even if no file had to change, because the command may have
    /// failed the last time.
    /// - Throws: `AfterWriteError`.
    package func runAfterWrite() async throws {
        _ = try await AfterWrite(
            arguments: site.settings.afterWrite, folder: site.settings.folder,
            timeLimit: .seconds(Int64(site.settings.afterWriteTimeoutSeconds)), environment: environment
        ).run()
    }
}

/// The result of `SitePublisher.write`.
package struct SiteWriting: Sendable {
    let changes: SiteChanges
    /// Why items were not written, by index.
    package let misfits: [Int: any Error]
    /// For `SitePublisher.rewrite`; nil if there are misfits.
    package let standing: StandingSite?
    /// What this edition knows about the folder.
    package let known: KnownFiles
}

/// A site as its last edition left it in the folder.
package struct StandingSite: Sendable {
    let contents: SiteContents
    /// `SiteEdition.shared`
    let shared: Int
    let sizes: [String: [SitePictureSize]]
    let desk: String?

    init(_ edition: SiteEdition, of desk: String?) {
        contents = edition.contents
        shared = edition.shared
        sizes = edition.values.sizes
        self.desk = desk
    }
}
