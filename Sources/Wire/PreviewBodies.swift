/// `POST /v1/preview`: Markdown in, nothing stored.
package struct PreviewRequestBody: Codable, Hashable, Sendable {
    package var body: String
    package var sourcePositions: Bool?

    package init(body: String, sourcePositions: Bool? = nil) {
        self.body = body
        self.sourcePositions = sourcePositions
    }
}

/// A rendered text.
package struct RenderedBody: Codable, Hashable, Sendable {
    package let html: String
    package let outline: [HeadingBody]
    package let diagnostics: [String]

    package init(html: String, outline: [HeadingBody], diagnostics: [String]) {
        self.html = html
        self.outline = outline
        self.diagnostics = diagnostics
    }
}

package struct HeadingBody: Codable, Hashable, Sendable {
    package let level: Int
    package let text: String
    package let anchor: String
    package let line: Int

    package init(level: Int, text: String, anchor: String, line: Int) {
        self.level = level
        self.text = text
        self.anchor = anchor
        self.line = line
    }
}

/// What one target would be sent: the frozen payload itself, its holes filled with what is predicted.
package struct TargetPreviewBody: Codable, Hashable, Sendable {
    package let target: String
    package let kind: String
    /// `POST https://…`, or the path of the page.
    package let request: String
    package let headers: [String]
    /// The bytes of the body, when they are text.
    package let body: String
    /// The text a reader will see, where there is one apart from the body.
    package let text: String?
    package let html: String?
    package let address: String?
    package let count: Int?
    package let limit: Int?
    package let rule: String?
    package let losses: [String]
    /// What becomes of the pictures there, a sentence for each; absent when there are none.
    package let pictures: [String]?
    package let warnings: [String]
    /// Why it would be refused at scheduling; absent when it fits.
    package let problem: String?
    /// What is there already; absent where nothing of the post is.
    package var held: HeldCopyBody?

    package init(
        target: String, kind: String, request: String, headers: [String], body: String, text: String?, html: String?,
        address: String?, count: Int?, limit: Int?, rule: String?, losses: [String],
        pictures: [String]? = nil, warnings: [String], problem: String?
    ) {
        self.target = target
        self.kind = kind
        self.request = request
        self.headers = headers
        self.body = body
        self.text = text
        self.html = html
        self.address = address
        self.count = count
        self.limit = limit
        self.rule = rule
        self.losses = losses
        self.pictures = pictures
        self.warnings = warnings
        self.problem = problem
    }
}

/// What a target holds of a post, beside what an edit would make of it.
package struct HeldCopyBody: Codable, Hashable, Sendable {
    package let address: String?
    /// When the copy, or the last edit of it, arrived.
    package let since: String
    /// What its readers see, by the request that was sent last.
    package let text: String
    /// What they would see if the post as it is now were sent; absent where it does not fit.
    package let next: String?
    /// What becomes of an edit there, in a sentence.
    package let words: String

    package init(address: String?, since: String, text: String, next: String?, words: String) {
        self.address = address
        self.since = since
        self.text = text
        self.next = next
        self.words = words
    }
}
