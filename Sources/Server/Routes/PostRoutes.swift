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
        book.add(
            .get, "/v1/posts", .read,
            RouteDescription("Lists posts, newest first.").returnsPage(PostSummaryBody.self)
                .query("state", "Of the posts.", .oneOf(PostState.allCases.map(\.rawValue)))
                .query("tag", "One tag.", .tag)
                .query("kind", "Of the posts.", .oneOf(PostKind.allCases.map(\.rawValue))).query(
                    "since", "From this time on.", .time
                ).query("until", "Before this time.", .time)
                .query("search", "Words that must all occur.").query(
                    "order", "By date, by the last save, or by title; a search by date or by rank.",
                    .oneOf(ListOrder.allCases.map(\.rawValue) + [SearchOrder.rank.rawValue])
                ).query(
                    "owner", "For administrators: the owner of the posts."),
            list)
        book.add(
            .get, "/v1/texts", .read,
            RouteDescription(
                "Lists posts with all their words for readers, oldest first. A page may be empty although there is another one."
            ).returnsPage(PostTextBody.self)
                .query(
                    "containing", "Only posts with these characters in a text, whatever the case of a–z.",
                    .text(1...1000)),
            texts)
        book.add(
            .post, "/v1/posts", .write,
            RouteDescription("Creates a post.").takes(DraftBody.self, orMarkdown: true).creates(PostBody.self),
            create)
        book.add(
            .get, "/v1/posts/:post", .read,
            RouteDescription("Shows a post, by its id, its slug or the start of its id.").returns(PostBody.self),
            show)
        book.add(
            .put, "/v1/posts/:post", .write,
            RouteDescription("Saves a post.").takes(DraftBody.self, orMarkdown: true).ifMatch(isRequired: true)
                .returns(PostBody.self), replace)
        book.add(
            .get, "/v1/posts/:post/revisions", .read,
            RouteDescription("Lists the revisions of a post; close saves count as one.").returnsPage(SittingBody.self)
                .query(
                    whether: "all", "Lists every save instead."), revisions)
        book.add(
            .get, "/v1/posts/:post/revisions/:revision", .read,
            RouteDescription("Shows a revision of a post.").returns(RevisionBody.self), revision)
        book.add(
            .put, "/v1/posts/:post/deletion", .write,
            RouteDescription("Deletes a post; it can be restored for 30 days.").ifMatch.returns(PostBody.self), delete)
        book.add(
            .delete, "/v1/posts/:post/deletion", .write,
            RouteDescription(
                "Restores a deleted post and what the deletion cancelled; “notes” says what could not be restored."
            )
            .ifMatch.returns(PostBody.self), undelete)
    }

    @Sendable private func list(_ call: Call) async throws -> Response {
        let query = call.query
        let now = service.now()
        let filter = PostFilter(
            state: try query.word("state", PostState.self), tag: try query["tag"].map { try Tag($0) },
            since: try query.time("since").map { try times.planned($0, now: now, field: "since").instant },
            until: try query.time("until").map { try times.planned($0, now: now, field: "until").instant },
            owner: try await call.owner(in: store), kind: try query.word("kind", PostKind.self))
        let cursor = query.cursor
        let page: Page<PostSummary>
        if let text = query["search"] {
            let order = try query.word("order", SearchOrder.self) ?? .date
            page = try await store.search(text, in: filter, order: order, after: cursor, limit: query.limit())
        } else {
            let order = try query.word("order", ListOrder.self) ?? .date
            page = try await store.posts(filter, order: order, after: cursor, limit: query.limit())
        }
        return try .page(page) { PostSummaryBody($0, times) }
    }

    @Sendable private func texts(_ call: Call) async throws -> Response {
        let page = try await store.texts(
            containing: call.query["containing"], owner: try call.reach.user, after: call.query.cursor,
            limit: call.query.limit(100))
        return try .page(page) { PostTextBody($0) }
    }

    @Sendable private func create(_ call: Call) async throws -> Response {
        var (draft, isSlugDerived) = try await draft(call)
        // The slug of a post that was read is that post's.
        if isSlugDerived { draft.slug = nil }
        try draft.checkBounds(targets: service.names)
        let key = try call.idempotencyKey
        let stored = try await store.create(draft, owner: try call.user, idempotencyKey: key)
        var answer = try answer(stored, status: .created)
        answer.headers[.location] = "/v1/posts/\(stored.post.id.text)"
        return answer
    }

    @Sendable private func show(_ call: Call) async throws -> Response {
        let stored = try await call.post(in: store)
        let tag = stored.post.revision.entityTag
        // A post to be published changes from scheduled to published without a new revision, so its response is never
        // 304.
        let isSettled = stored.post.publication != .wanted || stored.state == .deleted
        if isSettled, call.request.headers.has(entityTag: tag) { return .notModified(tag) }
        return try answer(stored)
    }

    @Sendable private func replace(_ call: Call) async throws -> Response {
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

    @Sendable private func revisions(_ call: Call) async throws -> Response {
        let id = try await call.post(in: store).post.id
        let cursor = call.query.cursor
        guard call.query.isOn("all") else {
            let page = try await store.sittings(of: id, after: cursor, limit: call.query.limit(200))
            return try .page(page) { SittingBody($0, times) }
        }
        let page = try await store.revisions(of: id, after: cursor, limit: call.query.limit(100))
        return try .page(page) { SittingBody($0, times) }
    }

    @Sendable private func revision(_ call: Call) async throws -> Response {
        let id = try await call.post(in: store).post.id
        let revision = Revision(try call.number("revision"))
        let (draft, savedAt) = try await store.draft(of: id, at: revision)
        return try .json(
            RevisionBody(revision: revision.number, savedAt: times.text(savedAt), draft: DraftBody(draft)))
    }

    @Sendable private func delete(_ call: Call) async throws -> Response {
        try answer(
            try await service.delete(
                try call.name("post"), ifRevision: try call.condition.revision, by: try call.known))
    }

    @Sendable private func undelete(_ call: Call) async throws -> Response {
        let (stored, notes) = try await service.undelete(
            try call.name("post"), ifRevision: try call.condition.revision, by: try call.known)
        return try answer(stored, notes: notes)
    }

    private func answer(
        _ stored: StoredPost, notes: [String] = [], status: HTTPResponse.Status = .ok
    ) throws -> Response {
        try .json(
            PostBody(stored, times, notes: notes), status: status, headers: [.eTag: stored.post.revision.entityTag])
    }

    /// Reads a draft from JSON, or from a Markdown file with front matter.
    /// - Returns: with it, whether its slug followed the title when the caller read it.
    private func draft(_ call: Call) async throws -> (Draft, isSlugDerived: Bool) {
        switch call.mediaType {
        case "application/json":
            let body = try await call.json(DraftBody.self)
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
    func owner(in store: PostStore) async throws -> UserID? {
        let own = try reach.user
        guard let name = query["owner"] else { return own }
        let user = try await store.user(named: name)
        guard own == nil || own == user.id else { throw StoreError.noSuchUser(name) }
        return user.id
    }
}
