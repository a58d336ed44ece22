import FoundationEssentials
package import Pictures
package import Posts
import SQL

/// The payload of a page at a site, and what it was made from.
package struct PageSource: Sendable {
    package let delivery: DeliveryID
    package let postID: PostID
    package let payload: [UInt8]
    /// The draft of the delivered revision, whatever was saved since; nil if that is damaged.
    package let draft: Draft?
    /// The stored pictures that the draft names.
    package let pictures: [Media]
}

/// Another payload for a page that stands.
package struct RenewedPage: Sendable {
    package let delivery: DeliveryID
    /// The payload from which it was made.
    package let old: [UInt8]
    package let new: [UInt8]

    package init(delivery: DeliveryID, old: [UInt8], new: [UInt8]) {
        self.delivery = delivery
        self.old = old
        self.new = new
    }
}

/// Making the pages of a site again. The delivery stays as it is: nothing is sent.
extension PostStore {
    /// What pages are made from. An entry without a revision, and one that has ended meanwhile, has no source.
    package func pageSources(of entries: [SiteEntryRow]) async throws(StoreError) -> [PageSource] {
        try await read { db in try entries.compactMap { try db.pageSource(of: $0) } }
    }

    /// Replaces payloads, each unless it is no longer the one that was read. All of them are one commit.
    /// - Returns: those that were replaced.
    package func renewPages(_ pages: [RenewedPage]) async throws(StoreError) -> Set<DeliveryID> {
        guard !pages.isEmpty else { return [] }
        return try await commit { transaction in Set(try pages.filter(transaction.renew).map(\.delivery)) }
    }
}

extension Database {
    fileprivate func pageSource(of entry: SiteEntryRow) throws -> PageSource? {
        let sql = "SELECT bytes FROM payload WHERE delivery = ?"
        guard let revision = entry.revision,
            let payload: [UInt8] = try value("bytes", of: "payload", sql, [entry.delivery.number])
        else { return nil }
        var (draft, pictures) = (nil as Draft?, [MediaID: Media]())
        do {
            let row = try postRow(entry.postID)
            let delivered = try self.draft(of: row, at: revision)
            pictures = try media(MediaID.all(in: delivered.body.utf8.span), of: row.owner)
            draft = delivered
        } catch  where Self.saysDamage(error) {}
        return PageSource(
            delivery: entry.delivery, postID: entry.postID, payload: payload, draft: draft,
            pictures: Array(pictures.values))
    }

    /// Whether a row cannot be read, or is no longer there: reading it once more does not help.
    private static func saysDamage(_ error: any Error) -> Bool {
        switch error {
        case StoreError.damaged, StoreError.noSuchRevision, StoreError.noSuchPost, is BadValue: true
        default: false
        }
    }
}

extension WriteTransaction {
    fileprivate func renew(_ page: RenewedPage) throws -> Bool {
        let sql = "UPDATE payload SET bytes = ? WHERE delivery = ? AND bytes = ?"
        guard try db.run(sql, [page.new, page.delivery.number, page.old]) > 0 else { return false }
        try db.tell("DELETE FROM mediaDelivery WHERE delivery = ?", [page.delivery.number])
        try noteMedia(in: page.new, delivery: page.delivery.number)
        return true
    }
}
