import Posts
import Wire

extension DaemonClient {
    private static let pageLength = 200

    /// Reads a list page by page.
    ///
    /// - Parameters:
    ///   - limit: the largest number of items; 0 for all.
    ///   - each: called with each page, so that a long list appears as it arrives; returns whether to continue.
    /// - Returns: whether the list has more items than were read.
    @discardableResult
    func pages<Item: Codable & Sendable>(
        _ call: DaemonCall<some Any, some Any, PageBody<Item>>, limit: Int = 0, each: (PageBody<Item>) throws -> Bool
    ) throws -> Bool {
        var (cursor, left) = (String?.none, limit == 0 ? Int.max : limit)
        repeat {
            var page = try send(try call.asking(Paging(cursor: cursor, limit: min(left, Self.pageLength))))
            // What has no effect would make the list another one than was asked for.
            if let note = page.note { throw CommandFailure(.refused, note) }
            let isCut = page.items.count > left
            page.items = Array(page.items.prefix(left))
            let goesOn = try each(page)
            left -= page.items.count
            cursor = page.cursor
            if isCut { return true }
            if !goesOn { break }
        } while cursor != nil && left > 0
        return cursor != nil
    }

    /// Reads the whole list.
    func all<Item: Codable & Sendable>(_ call: DaemonCall<some Any, some Any, PageBody<Item>>) throws -> [Item] {
        var found: [Item] = []
        try pages(call) { page in
            found += page.items
            return true
        }
        return found
    }

    func targets() throws -> [TargetBody] { try all(DaemonCall(API.listTargets)) }

    /// Reads a text that the user keeps by its name.
    func named(_ name: String, in kind: NamedText.Kind) throws -> NamedTextBody {
        let texts = try all(DaemonCall(API.listNamedTexts(kind)))
        if let text = texts.first(where: { $0.name == name.composed }) { return text }
        let names = texts.map(\.name.shownName).joined(separator: ", ")
        throw CommandFailure(
            .refused,
            "There is no \(kind.words) “\(name.oneLine)”. \(names.isEmpty ? "You have none." : "You have \(names).")")
    }
}
