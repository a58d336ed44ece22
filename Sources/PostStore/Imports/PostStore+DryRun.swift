package import Pictures
package import Posts
import SQL

/// One round of an import, to be carried out and taken back.
package struct ImportPlan: Sendable {
    /// New posts, in their order.
    package var posts: [ImportedPost] = []
    /// Posts whose source has changed, in their order.
    package var renewals: [Renewal] = []
    /// Posts of earlier imports that stay as they are, whose bases are wanted, too.
    package var others: [PostID] = []
    /// What earlier rounds of the same dry run gave to posts.
    package var taken: [TakenName] = []
    /// Pictures that the import would add.
    package var pictures: [Media] = []

    package init() {}
}

/// A name that leads to a post.
package enum TakenName: Hashable, Sendable {
    /// A present or former slug.
    case slug(Slug)
    case path(PostPath)
    case formerPath(PostPath)

    /// A path begins with “/”, and a former one with “~/”.
    package init?(_ text: String) {
        let name: TakenName? =
            if text.hasPrefix("~") {
                (try? PostPath(String(text.dropFirst()))).map { .formerPath($0) }
            } else if text.hasPrefix("/") {
                (try? PostPath(text)).map { .path($0) }
            } else {
                (try? Slug(checking: text)).map { .slug($0) }
            }
        guard let name else { return nil }
        self = name
    }

    package var text: String {
        switch self {
        case .slug(let slug): slug.text
        case .path(let path): path.text
        case .formerPath(let path): "~" + path.text
        }
    }
}

extension Post {
    /// The names that lead to it.
    package var names: [TakenName] {
        ([slug] + formerSlugs).map { .slug($0) } + formerPaths.map { .formerPath($0) }
            + (draft.path.flatMap { try? PostPath($0) }.map { [.path($0)] } ?? [])
    }
}

extension ImportedPost {
    /// Whether the post, which is as an import left it, is what this import reads. Its slug and path may be another post's,
    /// and what it says to targets depends on the settings.
    package func isRead(as post: Post) -> Bool {
        var (old, new) = (post.draft, draft)
        (old.slug, old.path, old.overrides) = (new.slug, new.path, new.overrides)
        // No export has private notes.
        if new.privateNotes == nil { old.privateNotes = nil }
        return old == new
    }

    /// The names that it asks for.
    package var names: [TakenName] {
        ((draft.slug.map { [$0] } ?? []) + formerSlugs).map { .slug($0) }
            + (formerPaths + [impliedPath].compactMap(\.self)).map { .formerPath($0) }
            + (draft.path.flatMap { try? PostPath($0) }.map { [.path($0)] } ?? [])
    }
}

/// A post whose source has changed.
package struct Renewal: Sendable {
    package let post: Post
    package let imported: ImportedPost
    /// The decision about the draft that `PostStore.renewed` returns; see `PostStore.settle`.
    package let decide: @Sendable (Draft, PostBasis) throws -> PostDecision<Bool>

    package init(
        of post: Post, as imported: ImportedPost,
        _ decide: @escaping @Sendable (Draft, PostBasis) throws -> PostDecision<Bool>
    ) {
        self.post = post
        self.imported = imported
        self.decide = decide
    }
}

/// What an import would do.
package struct ImportDryRun: Sendable {
    package let results: [ImportedPostResult]
    package let renewed: [Settled<Bool>]
    /// Of all posts of the plan, as they would be published.
    package let bases: [PostID: PostBasis]
}

extension PostStore {
    /// Carries out an import with the code that an import uses, and takes everything back.
    /// - Throws: the errors of the decisions.
    package func dryRun(of plan: ImportPlan, owner: UserID, in context: ChangeContext) async throws -> ImportDryRun {
        for imported in plan.posts { try imported.draft.checkStorable() }
        let result: Result<ImportDryRun, any Error> = try await tryOut { transaction in
            // An error of the caller must not become a `StoreError`.
            Result { try transaction.carryOut(plan, owner: owner, in: context) }
        }
        return try result.get()
    }
}

extension WriteTransaction {
    fileprivate func carryOut(_ plan: ImportPlan, owner: UserID, in context: ChangeContext) throws -> ImportDryRun {
        let start = try db.importStart()
        for picture in plan.pictures {
            _ = try insertMedia(digest: picture.digest, picture.facts, picture.notes, owner: owner)
        }
        for name in plan.taken { try standIn(for: name, owner: owner) }
        let results = try importPosts(plan.posts, owner: owner, since: start)
        let renewed = try plan.renewals.map { renewal in
            let (draft, notes) = try db.renewed(renewal.imported.draft, of: renewal.post)
            let needs = PostBasis.Needs(isForPublication: false, pictures: MediaID.all(in: draft.body.utf8.span))
            let basis = try db.basis(of: db.storedPost(renewal.post.id), needs)
            let settled = try settle(try renewal.decide(draft, basis), on: renewal.post.id, in: context)
            return Settled(post: settled.post, value: settled.value, notes: notes + settled.notes)
        }
        let ids = results.map(\.stored.post.id) + plan.renewals.map(\.post.id) + plan.others
        let needs = PostBasis.Needs(isForPublication: true, pictures: [])
        let bases = try ids.map { ($0, try db.basis(of: db.storedPost($0), needs)) }
        return ImportDryRun(
            results: results, renewed: renewed, bases: Dictionary(bases) { first, _ in first })
    }

    /// Has a post hold the name of one that an earlier round would have created.
    private func standIn(for name: TakenName, owner: UserID) throws {
        let id = PostID.random()
        var draft = Draft()
        switch name {
        case .slug(let slug):
            guard try db.holder(of: slug) == nil else { return }
            draft.slug = slug
        case .path(let path):
            if let holder = try db.holder(ofPath: path.text) {
                guard holder.isFormer else { return }
                try db.tell("DELETE FROM formerPath WHERE text = ?", [path.text])
            }
            draft.path = path.text
        case .formerPath(let path):
            guard try db.holder(ofPath: path.text) == nil else { return }
        }
        _ = try create(try PreparedDraft(draft), id: id, owner: owner)
        if case .formerPath(let path) = name { _ = try addFormerPaths([path], to: id) }
    }
}
