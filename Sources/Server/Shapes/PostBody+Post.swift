import PostStore
import Posts
import Wire

extension PostBody {
    init(_ stored: StoredPost, _ times: Times, notes: [String] = []) {
        let post = stored.post
        let draft = post.draft
        self.init(
            id: post.id.text, revision: post.revision.number, state: stored.state.rawValue, kind: draft.kind.rawValue,
            slug: post.slug.text, formerSlugs: post.formerSlugs.map(\.text),
            formerPaths: post.formerPaths.map(\.text), body: draft.body,
            language: draft.language?.tag, tags: draft.tags.map(\.text), date: draft.date.map(times.body),
            overrides: draft.overrides, createdAt: times.text(post.createdAt),
            changedAt: times.text(post.changedAt), deletedAt: post.deletedAt.map(times.text),
            isSlugChosen: draft.slug != nil)
        for field in TextField.allCases { self[field] = draft[field] }
        self.notes = notes.isEmpty ? nil : notes
    }
}

extension PostSummaryBody {
    init(_ summary: PostSummary, _ times: Times) {
        self.init(
            id: summary.id.text, revision: summary.revision.number, owner: summary.owner,
            state: summary.state.rawValue, kind: summary.kind.rawValue, slug: summary.slug.text, title: summary.title,
            excerpt: summary.excerpt, tags: summary.tags.map(\.text), date: summary.date.map(times.body),
            changedAt: times.text(summary.changedAt),
            sendsAt: summary.sendsAt.map(times.text))
    }
}

extension SittingBody {
    init(_ sitting: Sitting, _ times: Times) {
        self.init(
            firstRevision: sitting.first.number, lastRevision: sitting.last.number,
            startedAt: times.text(sitting.startedAt), endedAt: times.text(sitting.endedAt), author: sitting.userName,
            characters: sitting.characters)
    }

    /// A single revision, as a sitting with one save.
    init(_ revision: RevisionSummary, _ times: Times) {
        let at = times.text(revision.savedAt)
        self.init(
            firstRevision: revision.revision.number, lastRevision: revision.revision.number, startedAt: at, endedAt: at,
            author: revision.userName, characters: revision.characters)
    }
}

extension PostTextBody {
    init(_ text: PostText) {
        self.init(
            id: text.id.text, revision: text.revision.number, state: text.state.rawValue, title: text.title,
            body: text.body, summary: text.summary,
            overrides: text.overrides.isEmpty ? nil : text.overrides,
            targets: text.targets.map(\.text))
    }
}
