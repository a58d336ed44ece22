// Writing, reading, searching, publishing and previewing posts.
extension API {
    package static let listPosts = Operation(.get, "/v1/posts", .read, "Lists posts, newest first.")
        .query(PostsQuery.self).returnsPage(PostSummaryBody.self)
    package static let listTexts = Operation(
        .get, "/v1/texts", .read,
        "Lists posts with all their words for readers, oldest first. A page may be empty although there is another one."
    ).query(TextsQuery.self).returnsPage(PostTextBody.self)
    package static let listTags = Operation(
        .get, "/v1/tags", .read, "Lists the tags of posts, by name, with the number of their posts."
    ).returnsPage(TagBody.self)
    package static let createPost = Operation(.post, "/v1/posts", .write, "Creates a post.")
        .takes(DraftBody.self, orMarkdown: true).creates(PostBody.self)
    package static let showPost = Operation(
        .get, "/v1/posts/:post", .read, "Shows a post, by its id, its slug or the start of its id."
    ).returns(PostBody.self)
    package static let savePost = Operation(.put, "/v1/posts/:post", .write, "Saves a post.")
        .takes(DraftBody.self, orMarkdown: true).ifMatch(isRequired: true).returns(PostBody.self)
    package static let listRevisions = Operation(
        .get, "/v1/posts/:post/revisions", .read, "Lists the revisions of a post; close saves count as one."
    ).query(RevisionsQuery.self).returnsPage(SittingBody.self)
    package static let showRevision = Operation(
        .get, "/v1/posts/:post/revisions/:revision", .read, "Shows a revision of a post."
    ).returns(RevisionBody.self)
    package static let deletePost = Operation(
        .put, "/v1/posts/:post/deletion", .write, "Deletes a post; it can be restored for 30 days."
    ).ifMatch.returns(PostBody.self)
    package static let undeletePost = Operation(
        .delete, "/v1/posts/:post/deletion", .write,
        "Restores a deleted post and what the deletion cancelled; “notes” says what could not be restored."
    ).ifMatch.returns(PostBody.self)
}

extension API {
    package static let publishPost = Operation(
        .put, "/v1/posts/:post/publication", .publish, "Publishes or schedules a post."
    ).takes(PublicationBody.self, orNothing: true).ifMatch.returns(PublishedBody.self)
    package static let unpublishPost = Operation(
        .delete, "/v1/posts/:post/publication", .publish, "Unpublishes a post: cancels what has not been sent."
    ).ifMatch.returns(PublishedBody.self)
    package static let listDeliveriesOfPost = Operation(
        .get, "/v1/posts/:post/deliveries", .read, "Lists the deliveries of a post."
    ).returnsPage(DeliveryBody.self)
}

extension API {
    package static let previewText = Operation(.post, "/v1/preview", .read, "Renders Markdown; stores nothing.")
        .query(PreviewQuery.self).takes(PreviewRequestBody.self, orMarkdown: true).returns(RenderedBody.self)
        .orReturns("text/html", "The same, as a page.").needsNoKey("a repetition gives the same answer.")
    package static let previewPost = Operation(
        .get, "/v1/posts/:post/preview", .read, "Previews a post; with a target, the exact bytes that it gets."
    ).query(PostPreviewQuery.self).returns(PostPreviewBody.self)
        .orReturns("text/html", "The text as a page; with a target, the page as its readers see it.")
    package static let convertText = Operation(
        .post, "/v1/conversions", .read, "Converts rich text to Markdown; stores nothing."
    ).takes(ConversionRequestBody.self).returns(ConversionBody.self)
        .needsNoKey("a repetition gives the same answer.")
}

extension API {
    package static let listPresence = Operation(
        .get, "/v1/posts/:post/presence", .read,
        "Lists who has a post open, or saved it half a minute ago or less."
    ).returnsPage(PresenceBody.self)
    package static let enterPost = Operation(
        .put, "/v1/posts/:post/presence", .read,
        "Marks the post as open for half a minute, and lists who else has it open."
    ).takes(PresentBody.self).returns(PageBody<PresenceBody>.self)
    package static let leavePost = Operation(
        .delete, "/v1/posts/:post/presence", .read, "Ends the mark that the caller has the post open."
    ).query(PresenceQuery.self).returnsNothing
}

// MARK: - Parameters

package struct PostsQuery: Query {
    package var state: String?
    package var tag: String?
    package var kind: String?
    package var since: QueryTime?
    package var until: QueryTime?
    package var search: String?
    package var find: String?
    package var order: String?
    package var owner: String?

    package static let words = [
        "state": "Of the posts.", "tag": "One tag.", "kind": "Of the posts.", "since": "From this time on.",
        "until": "Before this time.",
        "search": "Words that must all occur.",
        "find": "What a user types: such words, and “tag:”, “state:” and “kind:” among them, which go before those "
            + "parameters. An order that its words do not have is passed over.",
        "order": "By date, by the last save, by title, or by state and the last save; a search by date or by rank.",
        "owner": "For administrators: the owner of the posts.",
    ]

    package init(state: String? = nil, tag: String? = nil) { (self.state, self.tag) = (state, tag) }
}

package struct TextsQuery: Query {
    package var containing: String?

    package static let words = [
        "containing": "Only posts with these characters in a text, whatever the case of a–z."
    ]
}

package struct RevisionsQuery: Query {
    package var all: Bool?

    package static let words = ["all": "Lists every save instead."]

    package init(all: Bool) { self.all = all ? true : nil }
}

package struct PreviewQuery: Query {
    package var sourcePositions: Bool?

    private enum CodingKeys: String, CodingKey { case sourcePositions = "source_positions" }

    package static let words = ["source_positions": "Adds the source line of each block."]
}

package struct PostPreviewQuery: Query {
    package var target: String?
    package var to: String?
    package var sourcePositions: Bool?

    private enum CodingKeys: String, CodingKey {
        case target, to
        case sourcePositions = "source_positions"
    }

    package static let words = PreviewQuery.words.merging([
        "target": "The name of a target.",
        "to": "With a target: all targets of the publication, separated by commas. Default: the defaults.",
    ]) { one, _ in one }

    package init(target: String?, to: String?) { (self.target, self.to) = (target, to) }
}

package struct PresenceQuery: Query {
    package var key: String?

    package static let words = ["key": "The key with which it entered."]

    package init(key: String) { self.key = key }
}
