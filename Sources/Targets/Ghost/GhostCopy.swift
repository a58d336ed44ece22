import Posts

/// A post or page at one site: ids of other sites mean other posts, and a post that becomes a page here stays a post there.
struct GhostCopy: Hashable {
    /// The site's address without its scheme.
    let site: String
    /// `posts` or `pages`.
    let collection: String
    let number: String

    init(site: String, collection: String, number: String) {
        (self.site, self.collection, self.number) = (site, collection, number)
    }

    /// - Parameter id: such as `blog.example/posts/5ddc9141c35e7700383b2937`.
    init?(_ id: String) {
        let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 2, ["posts", "pages"].contains(parts[parts.count - 2]) else { return nil }
        self.init(
            site: parts.dropLast(2).joined(separator: "/"), collection: parts[parts.count - 2],
            number: parts[parts.count - 1])
    }

    var id: String { "\(site)/\(path)" }
    /// In addresses of the interface.
    var path: String { "\(collection)/\(number.percentEncoded())" }
}

extension GhostTarget {
    /// As in ids of copies.
    var site: String { url.withoutScheme.lowercased() }

    /// The copy that a parcel changes.
    func copy(in parcel: Parcel) -> GhostCopy? {
        parcel.identity[Parcel.copyIdentity].flatMap { copy($0, of: parcel) }
    }

    /// - Parameter id: of a copy, or what a person confirmed: the number in the address of Ghost's editor.
    func copy(_ id: String, of parcel: Parcel) -> GhostCopy? {
        if let copy = GhostCopy(id) { return copy }
        guard id.utf8.count == 24, id.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        return GhostCopy(site: site, collection: parcel.identity["collection"] ?? "posts", number: id)
    }

    /// Whether it belongs to another delivery, also one that was sent when the site had another address.
    func isTaken(_ copy: GhostCopy, _ briefing: Briefing) -> Bool {
        briefing.taken.contains { $0 == copy.number || GhostCopy($0)?.path == copy.path }
    }
}
