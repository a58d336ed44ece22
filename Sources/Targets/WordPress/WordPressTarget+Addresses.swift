import HTTPValues
import JSONTree
import Posts

// Posts and pages have separate slugs but may share an address: with permalinks such as `/%postname%/` a page hides the
// post with the same slug. So Galley checks the other kind before it sends a new one.

extension WordPressTarget {
    /// Only a plain permalink, `https://blog.example/?p=12`, and the editor's address have the number.
    package func copyID(at address: String, of parcel: Parcel, facts: [UInt8]?) throws(CopyAddressError) -> String? {
        let query = address.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        let fields = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        let number = fields.first { $0.count == 2 && ["p", "page_id", "post"].contains($0[0]) }?.last
        return number.flatMap { $0.isNumberOfCopy ? String($0) : nil }
    }

    /// Why readers would not find the post at its address; nil if they would.
    func addressProblem(_ wanted: WantedPost, _ dialogue: inout Dialogue) throws(Interruption) -> Outcome? {
        let others = wanted.isPage ? "posts" : "pages"
        // Only public content has an address. Besides, authors may not list pages in any other state.
        let search = get(
            others, [("slug", wanted.slug), ("status", "publish"), ("_fields", "id,slug,status,link,title")])
        let all = try list(of: others, Question(search), &dialogue).compactMap(FoundPost.init)
        let found = all.filter { $0.link != nil }
        guard !found.isEmpty else { return nil }
        let own = ownPath(wanted, like: wanted.isPage ? nil : try newestPost(&dialogue))
        return found.first { $0.path == own.lowercased() }.map { clash($0, wanted) }
    }

    func newestPost(_ dialogue: inout Dialogue) throws(Interruption) -> JSON? {
        let exchange = try dialogue.ask(get("posts", [("per_page", "1"), ("_fields", "id,slug,status,link")]))
        if let problem = problem(exchange) { throw .ended(problem) }
        return exchange.answer?.json?.elements?.first
    }

    /// - Parameter post: another post, whose address shows the permalink pattern. Without one, the address is assumed to
    ///   look like that of a page.
    private func ownPath(_ wanted: WantedPost, like post: JSON?) -> String {
        guard let post, let path = post["link"]?.text?.pathOfAddress, let slug = post["slug"]?.text else {
            return "\(home.pathOfAddress)/\(wanted.slug.percentEncoded())"
        }
        return path.hasSuffix("/\(slug)") ? path.dropLast(slug.count) + wanted.slug.percentEncoded() : path
    }

    private func clash(_ other: FoundPost, _ wanted: WantedPost) -> Outcome {
        let (mine, theirs) = wanted.isPage ? ("page", "post") : ("post", "page")
        let place = other.link.map { " at \($0)" } ?? ""
        return .refused(
            "\(service.name) already has a \(theirs) with the slug “\(wanted.slug)”\(place), and this \(mine) would get "
                + "the same address; only the page is found there. Change the slug of one of them.")
    }
}

extension FoundPost {
    fileprivate var path: String? { link?.pathOfAddress.lowercased() }
}
