import PostStore
import Posts
import Rendering
import Targets

/// What the author should look at before publishing, and what no target knows by itself: the other posts, and the pages
/// to which links lead.
extension PostService {
    /// - Parameter address: where the target is expected to show the post, if readers find it there.
    func advice(
        on post: Post, at target: Target, address: String?, dueAt: Instant, by caller: Caller
    ) async throws -> [String] {
        try await crowding(post, at: target, dueAt: dueAt, by: caller)
            + linkWarnings(post, at: target, address: address)
    }

    /// Readers of a timeline see two posts within a minute as one burst.
    private static let crowdingDistance = Span.minutes(1)

    private func crowding(_ post: Post, at target: Target, dueAt: Instant, by caller: Caller) async throws -> [String] {
        let others = try await store.neighbours(
            of: post.id, at: target.name, near: dueAt, distance: PostService.crowdingDistance, within: caller.reach)
        return others.map { other in
            let title = other.postTitle.isEmpty ? "Another post" : "“\(other.postTitle.shortened(to: 100))”"
            return "\(title) goes to “\(target.name)” at the same time, \(times.words(other.delivery.dueAt))."
        }
    }
}

// MARK: - Links

extension PostService {
    private static let linksMax = 5

    /// Warnings about links without a host that lead to no page of the target. Texts for social services have no such
    /// links; their loss is reported.
    private func linkWarnings(_ post: Post, at target: Target, address: String?) async throws -> [String] {
        guard !target.kindName.isSocial, let tree = try? DocumentTree(post.draft.body) else { return [] }
        let relative = tree.links.compactMap { RelativeLink($0.address, line: $0.line, on: address) }
        let paths = Set(relative.compactMap(\.path))
        let known = target.isBlog ? try await store.leading(paths) : []
        let dead = relative.filter { !$0.leads(at: target, known: known) }
        let shown = dead.prefix(PostService.linksMax).map {
            "The link “\($0.text.shortened(to: 100))” in line \($0.line) leads to no page there. Give its whole address."
        }
        let rest = dead.count - shown.count
        return shown + (rest > 0 ? ["\(rest) more links lead to no page there."] : [])
            + pictureWarnings(tree, address: address)
    }

    /// Warnings about pictures beside the text's file, which no target has. A path from the root may name a file that
    /// the author keeps on the server.
    private func pictureWarnings(_ tree: DocumentTree, address: String?) -> [String] {
        let local = tree.pictures.filter { picture in
            !picture.address.hasPrefix("/") && RelativeLink(picture.address, line: picture.line, on: address) != nil
        }
        return local.prefix(PostService.linksMax).map {
            "The picture “\($0.address.shortened(to: 100))” in line \($0.line) is missing, so readers will not see it. "
                + "Remove it or add it again: drop its file on the text, or use “galley media add”."
        }
    }
}

/// A link that names no host, such as `../boats/` or `/2026/11/boats/`.
private struct RelativeLink {
    let text: String
    let line: Int
    /// The page to which it leads; nil if no post can have it.
    let path: PostPath?
    private let names: [Substring]
    private let isRooted: Bool

    /// - Parameter page: the address of the page with the link.
    /// - Returns: nil for a link with a scheme or a host, and for one to a place on the same page.
    init?(_ text: String, line: Int, on page: String?) {
        let mark = text.first { ":/?#".contains($0) }
        guard !text.isEmpty, mark != ":", !text.hasPrefix("//"), text.first != "#", text.first != "?" else {
            return nil
        }
        (self.text, self.line) = (text, line)
        isRooted = text.first == "/"
        let own = text.prefix { $0 != "?" && $0 != "#" }
        let base = isRooted ? [] : RelativeLink.folder(of: page ?? "")
        let (names, isFolder) = RelativeLink.resolved(own, in: base)
        self.names = names
        path = try? PostPath("/" + names.joined(separator: "/") + (isFolder && !names.isEmpty ? "/" : ""))
    }

    /// The path of an address up to its last slash.
    private static func folder(of address: String) -> [Substring] {
        let afterHost = address.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3)
        return Array(afterHost.dropLast().filter { !$0.isEmpty })
    }

    private static func resolved(_ text: Substring, in base: [Substring]) -> (names: [Substring], isFolder: Bool) {
        var names = base
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        for part in parts {
            switch part {
            case "", ".": break
            case "..": _ = names.popLast()
            default: names.append(part)
            }
        }
        return (names, ["", ".", ".."].contains(parts.last ?? ""))
    }

    /// A site has pages of its own beside those of posts; a WordPress blog has some that Galley does not know.
    func leads(at target: Target, known: Set<PostPath>) -> Bool {
        guard target.isBlog else { return false }
        if isRooted, target.kindName == .wordpress { return true }
        guard let first = names.first else { return true }
        return PostPath.reserved.contains(String(first)) || path.map(known.contains) ?? false
    }
}
