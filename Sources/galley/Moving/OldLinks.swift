import Moving
import Posts
import Wire

/// The links between imported posts. Those that led to a page of the old site must lead somewhere on the new one.
struct OldLinks {
    private struct Link {
        let file: String
        /// nil in a feed.
        let line: Int?
        let address: String
        /// On the old site; nil for what no page can have.
        let path: PostPath?
        /// Whether it names the host of the old site.
        let isWhole: Bool
    }

    private var links: [Link] = []
    private var known: Set<PostPath> = []
    private var site: String?
    private var old: String?
    /// A folder with more links is not checked further.
    private static let linksMax = 200_000

    mutating func add(_ found: [LinkReferences.Link], at file: String, of old: String?) {
        self.old = self.old ?? old
        for link in found where links.count < OldLinks.linksMax {
            var address = link.address[...]
            let isWhole = old.map { address.hasPrefix($0 + "/") } ?? false
            if let old, isWhole { address = address.dropFirst(old.count) }
            let isFile = LinkReferences.namesFile(String(address))
            let isRelative = OldLinks.isRelative(address)
            let isMarked = PelicanMark.begins(address)
            guard address.hasPrefix("/") && !address.hasPrefix("//") || isFile || isRelative || isMarked else {
                continue
            }
            // The front page and the pages of tags are on every site.
            guard address.contains(where: { !"/#".contains($0) }), !address.hasPrefix("/tags/") else { continue }
            let path = isFile || isRelative || isMarked ? nil : PostPath(ofAddress: String(address))
            links.append(Link(file: file, line: link.line, address: link.address, path: path, isWhole: isWhole))
        }
    }

    /// Whether it names a page from the place of another one. What a template engine would have filled in does not count.
    private static func isRelative(_ address: Substring) -> Bool {
        address.first.map { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" } == true && !address.contains(":")
            && !address.contains("{")
    }

    /// Takes note of the addresses that lead to imported posts.
    mutating func know(_ answer: ImportReportBody) {
        site = answer.site ?? site
        for text in answer.items.flatMap({ $0.oldPaths ?? [] }) {
            if let path = try? PostPath(text) { known.insert(path) }
        }
    }

    /// What a reader of the new site would miss, with the file of each.
    var notes: [(path: String, note: ImportNoteBody)] {
        links.compactMap { link in
            words(for: link).map { (link.file, ImportNoteBody(line: link.line, what: "a link", words: $0)) }
        }
    }

    private func words(for link: Link) -> String? {
        if OldLinks.isRelative(link.address[...]), !LinkReferences.namesFile(link.address) {
            return "“\(link.address)” is relative to the old page, and may lead nowhere here. The link stays as it is."
        }
        guard let path = link.path, known.contains(path) else {
            return "“\(link.address)” leads to no imported post. The link stays as it is."
        }
        guard let site else { return nil }
        if link.isWhole, let old, site != old {
            return
                "A link leads to a post by the address \(old). It stays as it is, and works as long as that is this site."
        }
        let isBelow = site.dropFirst("https://".count).contains("/")
        return isBelow && !link.isWhole
            ? "“\(link.address)” leads to a post, but from the root of the host, and the site is at \(site)." : nil
    }
}
