import Hummingbird
import Pictures
import PostStore
import Posts
import Wire

/// `/v1/repairs`: repairs that change neither texts nor deliveries, and what only the user can repair: pictures.
struct RepairRoutes: ServiceRoutes {
    let service: PostService
    let settings: ServerSettings

    func add(to book: inout RouteTable) {
        book.answer(API.listRepairs) { try $0.page(of: try await repairs(doing: false)) }
        book.answer(API.repair) { _ in try .json(PageBody(items: try await repairs(doing: true), cursor: nil)) }
    }

    private func repairs(doing: Bool) async throws -> [RepairBody] {
        // An update of tzdata may have replaced the files a moment ago.
        settings.readZonesAgain()
        return [
            try await searchIndex(doing: doing), try await dates(doing: doing), try await leftovers(doing: doing),
            try await pictures(), try await rows(), try await pages(),
        ]
    }

    private func searchIndex(doing: Bool) async throws -> RepairBody {
        guard let problem = try await store.searchProblem() else {
            return RepairBody(kind: "search-index", found: "The search index is complete.")
        }
        let found = "The search index is damaged: \(problem)"
        guard doing else { return RepairBody(kind: "search-index", found: found, isNeeded: true) }
        let count = try await store.rebuildSearch()
        return RepairBody(
            kind: "search-index", found: found, isNeeded: true,
            done: "Rebuilt the search index for \(counted(count, "post")).")
    }

    private func dates(doing: Bool) async throws -> RepairBody {
        let resolve: @Sendable (WallClock, ZoneName) -> Instant? = { [service] wall, zone in
            service.settings.zones(zone).map { PlannedTime(wall, in: $0).instant }
        }
        let count = try await store.datesToMove(resolve).count
        guard count > 0 else {
            return RepairBody(kind: "dates", found: "All scheduled dates follow today's zone rules.")
        }
        let found = "\(counted(count, "date")) would be published at the wrong time under today's zone rules."
        guard doing else { return RepairBody(kind: "dates", found: found, isNeeded: true) }
        let moved = try await store.recomputeDates(resolve)
        return RepairBody(
            kind: "dates", found: found, isNeeded: true,
            done: "Moved \(counted(moved.count, "post")) and \(moved.count == 1 ? "its" : "their") deliveries.")
    }

    private func leftovers(doing: Bool) async throws -> RepairBody {
        let (files, bytes) = try await store.leftovers(removing: doing)
        guard files > 0 else { return RepairBody(kind: "leftovers", found: "There are no unused files.") }
        let found = "\(counted(files, "file")) in \(store.mediaFolder.path), \(ByteCount(bytes).text), of no picture."
        return RepairBody(
            kind: "leftovers", found: found, isNeeded: true, done: doing ? "Removed." : nil)
    }

    /// At most this many are named.
    private static let (picturesMax, rowsMax) = (20, 20)

    private func rows() async throws -> RepairBody {
        try await store.checkRows(everything: true)
        let rows = store.spoiledRows
        guard !rows.isEmpty else { return RepairBody(kind: "rows", found: "No delivery or post is damaged.") }
        let more = rows.count > Self.rowsMax ? " And \(rows.count - Self.rowsMax) more." : ""
        return RepairBody(
            kind: "rows", found: rows.prefix(Self.rowsMax).joined(separator: " ") + more, isNeeded: true)
    }

    /// Pages that no rebuild reaches.
    private func pages() async throws -> RepairBody {
        var (kept, sum) = ([String](), 0)
        for site in service.converging.sorted() {
            let count = try await store.siteEntries(of: site).count { $0.revision == nil }
            if count > 0 { kept.append("\(counted(count, "page")) of “\(site)”") }
            sum += count
        }
        guard sum > 0 else {
            return RepairBody(kind: "pages", found: "A change of the settings reaches every page of the sites.")
        }
        let found =
            "\(kept.joined(separator: ", ")) \(sum == 1 ? "was" : "were") published by a version of Galley that did not "
            + "store which text was delivered. No change of the settings reaches \(sum == 1 ? "it" : "them") before the "
            + "next edit."
        return RepairBody(kind: "pages", found: found, isNeeded: true)
    }

    private func pictures() async throws -> RepairBody {
        let check = try await store.checkPictures()
        guard !check.bad.isEmpty else {
            let rest = check.unread > 0 ? " The \(check.unread) oldest were not read; galley backup reads all." : ""
            return RepairBody(kind: "pictures", found: "No picture's file is missing or damaged.\(rest)")
        }
        let names = check.bad.prefix(Self.picturesMax).map { picture in
            let name = picture.name.isEmpty ? "" : " (\(picture.name))"
            let post = picture.post.map { " in “\($0.prefix(60))”" } ?? ""
            return "\(MediaID.scheme)\(picture.id)\(name)\(post) is \(picture.isMissing ? "missing" : "damaged")"
        }
        let more = check.bad.count - names.count
        let rest = more > 0 ? ", and \(more) more" : ""
        let found = "\(counted(check.bad.count, "picture")) must be added again: "
        return RepairBody(
            kind: "pictures", found: "\(found)\(names.joined(separator: "; "))\(rest).", isNeeded: true)
    }
}
