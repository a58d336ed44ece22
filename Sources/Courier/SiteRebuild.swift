import PostStore
package import Posts
import Programs
import Site
import Targets

/// What making the pages of a site again has changed, or would change.
package struct SiteRebuild: Hashable, Sendable {
    package let site: TargetName
    /// How many pages the site shows.
    package internal(set) var pages = 0
    /// How many of them were examined.
    package internal(set) var examined = 0
    /// How many of those differ from before.
    package internal(set) var changed = 0
    /// How many keep their HTML because their deliveries do not say which text was delivered.
    package internal(set) var kept = 0
    /// Why others keep it, the first few.
    package internal(set) var failures: [String] = []
    /// Whether a payload was written.
    var hasWritten = false

    package var isFinished: Bool { examined == pages }

    private static let failuresMax = 5

    mutating func add(_ renewal: Renewal, isWritten: Bool) {
        hasWritten = hasWritten || isWritten
        if renewal.isChanged, isWritten { changed += 1 }
        if let failure = renewal.failure, failures.count < Self.failuresMax { failures.append(failure) }
    }

    /// Another payload for one page.
    struct Renewal: Sendable {
        /// nil if it stays as it is, byte for byte.
        let page: RenewedPage?
        /// Whether readers see a difference.
        var isChanged = false
        var failure: String?
    }
}

/// Makes the pages of a site again, each from the text that was delivered and the present settings.
///
/// A few pages at a time are read, rendered on a separate thread and written in one commit, so that deliveries go on
/// meanwhile. Each payload names the settings by which it was made: after a kill, the pages that still name others are the
/// rest of the work.
struct SiteRebuilding: Sendable {
    let site: TargetName
    let target: SiteTarget
    let store: PostStore
    /// Whether pages that name the present settings are made again, too: another version of Galley may have made them.
    var isThorough = false

    /// A page and what it was made from may have a few megabytes.
    private static let pagesAtOnce = 16

    /// - Parameters:
    ///   - isDryRun: whether to count without writing.
    ///   - note: gets the count after each few pages.
    ///   - wrote: called after pages were written.
    func run(
        isDryRun: Bool = false, note: @Sendable (SiteRebuild) -> Void = { _ in }, wrote: @Sendable () async -> Void = {}
    ) async throws -> SiteRebuild {
        let entries = try await store.siteEntries(of: site)
        let known = entries.filter { $0.revision != nil }
        var count = SiteRebuild(site: site)
        count.pages = entries.count
        count.kept = entries.count - known.count
        count.examined = count.kept
        for start in stride(from: 0, to: known.count, by: Self.pagesAtOnce) {
            try Task.checkCancellation()
            let few = Array(known[start..<min(start + Self.pagesAtOnce, known.count)])
            let sources = try await store.pageSources(of: few)
            let renewals = try await onOwnThread { sources.map(renewal) }
            let written = try await isDryRun ? nil : store.renewPages(renewals.compactMap(\.page))
            if written?.isEmpty == false { await wrote() }
            for renewal in renewals {
                let isWritten = renewal.page.map { written?.contains($0.delivery) ?? true } ?? false
                count.add(renewal, isWritten: isWritten)
            }
            count.examined += few.count
            note(count)
        }
        return count
    }

    private func renewal(of source: PageSource) -> SiteRebuild.Renewal {
        // The catalogue reports a payload that cannot be read.
        guard let old = try? SiteEntry(encoded: source.payload), isThorough || old.rendering != target.rendering else {
            return SiteRebuild.Renewal(page: nil)
        }
        var (new, failure) = (old, nil as String?)
        do {
            guard let draft = source.draft else { throw FreezeError("Its delivered text is damaged.") }
            new = try target.renewed(old, of: source.postID, from: draft, pictures: source.pictures)
        } catch {
            failure = "“\(old.title ?? old.slug)” keeps its HTML: \(error)"
        }
        // Trying again by the same settings would fail again.
        new.rendering = target.rendering
        var like = old
        like.rendering = new.rendering
        guard new != old, let payload = try? new.encoded() else {
            return SiteRebuild.Renewal(page: nil, failure: failure)
        }
        let page = RenewedPage(delivery: source.delivery, old: source.payload, new: payload)
        return SiteRebuild.Renewal(page: page, isChanged: new != like, failure: failure)
    }
}

/// The rebuilds of one site, one after the other.
actor SiteRebuilder {
    private var latest: Task<SiteRebuild, any Error>?
    private var underWay = 0
    /// Whether the store has pages made again that the files of the site may not show.
    private var hasUnshown = false

    var isIdle: Bool { underWay == 0 }

    /// Ends the one before, whose settings may be older; what that has written stays.
    func run(
        _ rebuilding: SiteRebuilding, note: @escaping @Sendable (SiteRebuild) -> Void
    ) async throws -> SiteRebuild {
        let earlier = latest
        earlier?.cancel()
        underWay += 1
        defer { underWay -= 1 }
        let round = Task {
            _ = await earlier?.result
            return try await rebuilding.run(note: note) { await self.noteWritten() }
        }
        latest = round
        return try await withTaskCancellationHandler {
            try await round.value
        } onCancel: {
            round.cancel()
        }
    }

    private func noteWritten() { hasUnshown = true }

    /// Whether the site has to be written, which the caller then does.
    func takeUnshown() -> Bool {
        defer { hasUnshown = false }
        return hasUnshown
    }
}
