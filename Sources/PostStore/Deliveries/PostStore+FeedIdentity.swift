package import Posts
import SQL

/// What identifies posts to readers of feeds. Neither changes when the site moves.
extension PostStore {
    /// The authority of the tag URIs in the feeds of a site: that of its first edition.
    /// - Parameter first: what becomes it now, if the site has none yet.
    package func tagAuthority(of target: TargetName, first: String) async throws(StoreError) -> String {
        if let known = try await read({ try $0.tagAuthority(of: target) }) { return known }
        return try await commit { try $0.keepTagAuthority(first, of: target) }
    }
}

extension WriteTransaction {
    fileprivate func keepTagAuthority(_ authority: String, of target: TargetName) throws -> String {
        let sql = "INSERT INTO siteAuthority (target, authority) VALUES (?, ?) ON CONFLICT (target) DO NOTHING"
        try db.tell(sql, [target.text, authority])
        return try db.tagAuthority(of: target) ?? authority
    }

    /// Gives the post the id that it had in another feed, unless another post has it.
    func addFeedID(_ feedID: FeedID?, to id: PostID) throws {
        guard let feedID else { return }
        let sql = "INSERT INTO feedId (text, post) VALUES (?, ?) ON CONFLICT DO NOTHING"
        try db.tell(sql, [feedID.text, db.postRow(id).number])
    }
}

extension Database {
    fileprivate func tagAuthority(of target: TargetName) throws -> String? {
        try value(
            "authority", of: "siteAuthority", "SELECT authority FROM siteAuthority WHERE target = ?", [target.text])
    }
}
