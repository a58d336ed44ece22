import FrontMatter
import HTTPTypes
import Hummingbird
import PostStore
import Posts
import Wire

/// `/v1/posts`: writing, reading, searching and restoring posts.
struct PostRoutes: ServiceRoutes {
    let service: PostService
    let presence: PresenceRoutes

    func add(to book: inout RouteTable) {
        book.answer(API.listPosts, list)
        book.answer(API.listTexts, texts)
        book.answer(API.listTags) {
            let page = try await store.tags(within: try $0.reach, after: $0.cursor, limit: $0.limit(500))
            return try .page(page) { TagBody(tag: $0.tag, posts: $0.posts) }
        }
        book.answer(API.createPost, create)
        book.answer(API.showPost, show)
        book.answer(API.savePost, replace)
        book.answer(API.listRevisions, revisions)
        book.answer(API.showRevision, revision)
        book.answer(API.deletePost, delete)
        book.answer(API.undeletePost, undelete)
    }

    @Sendable private func list(_ call: Call<PostsQuery, Nothing>) async throws -> Reply<PageBody<PostSummaryBody>> {
        let (query, now) = (call.query, service.now())
        let typed = SearchWords(query.find ?? "")
        let tag = try query.tag.map { try Tag($0) }
        let filter = PostFilter(
            state: typed.state ?? query.state.flatMap(PostState.init), tag: typed.tag ?? tag,
            since: try query.since.map { try times.planned($0.text, now: now, field: "since").instant },
            until: try query.until.map { try times.planned($0.text, now: now, field: "until").instant },
            owner: try await call.owner(named: query.owner, in: store),
            kind: typed.kind ?? query.kind.flatMap(PostKind.init))
        let typedWords = typed.words.isEmpty ? nil : typed.words
        let page = try await page(of: typedWords ?? query.search, filter, call)
        var body = PageBody(items: page.items.map { PostSummaryBody($0, times) }, cursor: page.next?.text)
        body.words = typedWords
        body.note = typed.notes.isEmpty ? nil : typed.notes.joined(separator: " ")
        return try .json(body)
    }

    private func page(
        of words: String?, _ filter: PostFilter, _ call: Call<PostsQuery, Nothing>
    ) async throws -> Page<PostSummary> {
        guard let words else {
            let order = try call.order(ListOrder.self) ?? .date
            return try await store.posts(filter, order: order, after: call.cursor, limit: call.limit())
        }
        let order = try call.order(SearchOrder.self) ?? .date
        return try await store.search(words, in: filter, order: order, after: call.cursor, limit: call.limit())
    }

    @Sendable private func texts(_ call: Call<TextsQuery, Nothing>) async throws -> Reply<PageBody<PostTextBody>> {
        let page = try await store.texts(
            containing: call.query.containing, owner: try call.reach.user, after: call.cursor,
            limit: call.limit(100))
        return try .page(page) { PostTextBody($0) }
    }

    @Sendable private func create(_ call: Call<Nothing, DraftBody>) async throws -> Reply<PostBody> {
        var (draft, isSlugDerived) = try await draft(call)
        // The slug of a post that was read is that post's.
        if isSlugDerived { draft.slug = nil }
        try draft.checkBounds(targets: service.names)
        let key = try call.idempotencyKey
        let stored = try await store.create(draft, owner: try call.user, idempotencyKey: key)
        var answer = try answer(stored, status: .created)
        answer.response.headers[.location] = "/v1/posts/\(stored.post.id.text)"
        return answer
    }

    @Sendable private func show(_ call: Call<Nothing, Nothing>) async throws -> Reply<PostBody> {
        let stored = try await call.post(in: store)
        let tag = stored.post.revision.entityTag
        // A post to be published changes from scheduled to published without a new revision, so its response is never
        // 304.
        let isSettled = stored.post.publication != .wanted || stored.state == .deleted
        if isSettled, call.request.headers.has(entityTag: tag) { return .notModified(tag) }
        return try answer(stored)
    }

    @Sendable private func replace(_ call: Call<Nothing, DraftBody>) async throws -> Reply<PostBody> {
        let condition = try call.condition
        guard condition != .none else { throw Problem.revisionMissing }
        let (draft, isSlugDerived) = try await draft(call)
        let (stored, notes) = try await service.replace(
            try call.name("post"), with: draft, isSlugDerived: isSlugDerived, ifRevision: condition.revision,
            by: try call.known)
        // The post is saved: an error of the rest must not make the client save it again.
        try? await presence.noteSave(of: stored.post.id, by: call)
        return try answer(stored, notes: notes)
    }

    @Sendable private func revisions(_ call: Call<RevisionsQuery, Nothing>) async throws -> Reply<PageBody<SittingBody>>
    {
        let id = try await call.post(in: store).post.id
        let cursor = call.cursor
        guard call.query.all == true else {
            let page = try await store.sittings(of: id, after: cursor, limit: call.limit(200))
            return try .page(page) { SittingBody($0, times) }
        }
        let page = try await store.revisions(of: id, after: cursor, limit: call.limit(100))
        return try .page(page) { SittingBody($0, times) }
    }

    @Sendable private func revision(_ call: Call<Nothing, Nothing>) async throws -> Reply<RevisionBody> {
        let id = try await call.post(in: store).post.id
        let revision = Revision(try call.number("revision"))
        let (draft, savedAt) = try await store.draft(of: id, at: revision)
        return try .json(
            RevisionBody(revision: revision.number, savedAt: times.text(savedAt), draft: DraftBody(draft)))
    }

    @Sendable private func delete(_ call: Call<Nothing, Nothing>) async throws -> Reply<PostBody> {
        try answer(
            try await service.delete(
                try call.name("post"), ifRevision: try call.condition.revision, by: try call.known))
    }

    @Sendable private func undelete(_ call: Call<Nothing, Nothing>) async throws -> Reply<PostBody> {
        let (stored, notes) = try await service.undelete(
            try call.name("post"), ifRevision: try call.condition.revision, by: try call.known)
        return try answer(stored, notes: notes)
    }

    private func answer(
        _ stored: StoredPost, notes: [String] = [], status: HTTPResponse.Status = .ok
    ) throws -> Reply<PostBody> {
        try .json(
            PostBody(stored, times, notes: notes), status: status, headers: [.eTag: stored.post.revision.entityTag])
    }

    /// Reads a draft from JSON, or from a Markdown file with front matter.
    /// - Returns: with it, whether its slug followed the title when the caller read it.
    private func draft(_ call: Call<Nothing, DraftBody>) async throws -> (Draft, isSlugDerived: Bool) {
        switch call.mediaType {
        case "application/json":
            let body = try await call.body()
            return (try Draft(body, times: times, now: service.now()), body.isSlugChosen == false)
        case "text/markdown":
            let file = try await call.parsed(try await call.bytes()) { try MarkdownFile(bytes: $0) }
            if let targets = file.targets, !targets.isEmpty { throw Problem.targetsInFile(targets) }
            let date = try file.plannedTime(by: service.fileClock(times.zone))
            let draft = file.draft(date: date)
            try draft.checkLength()
            return (draft, false)
        default: throw Problem.mediaType(call.header(.contentType), allowed: "application/json or text/markdown")
        }
    }
}

extension Problem {
    /// `draft` needs no such advice: a new post is a draft until it is published, whatever the file says.
    fileprivate static func targetsInFile(_ targets: [TargetName]) -> Problem {
        let words = targets.map { " --to \($0)" }.joined()
        return Problem(
            "bad-front-matter",
            "The front matter names targets, and a post keeps none of its own. Take them out and publish with "
                + "“galley publish POST\(words)”. A text for one target goes under “overrides”.",
            status: 422, field: "targets")
    }
}

extension Call {
    /// The user whose posts are requested; nil for those of all users. Callers who can access only their own posts learn
    /// nothing about other users.
    func owner(named name: String?, in store: PostStore) async throws -> UserID? {
        let own = try reach.user
        guard let name else { return own }
        let user = try await store.user(named: name)
        guard own == nil || own == user.id else { throw StoreError.noSuchUser(name) }
        return user.id
    }
}

extension Call<PostsQuery, Nothing> {
    /// - Throws: a `Problem` for an order that this sort of list does not have; but what a user types decides which sort
    ///   it is, and the caller may not know that.
    fileprivate func order<Order: RawRepresentable<String> & CaseIterable>(_ type: Order.Type) throws -> Order? {
        guard let text = query.order else { return nil }
        if let order = Order(rawValue: text) { return order }
        guard query.find == nil else { return nil }
        let allowed = Order.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem.badParameter("order", "Found “\(text)”. Use one of \(allowed).")
    }
}
