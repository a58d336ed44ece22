/// `POST /v1/preview`: renders Markdown and stores nothing.
package struct PreviewRequestBody: Codable, Hashable, Sendable {
    package var body: String
    package var sourcePositions: Bool?
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

/// The preview of a post: its text, or what one target gets.
package enum PostPreviewBody: Codable, Hashable, Sendable {
    case text(RenderedBody)
    case target(TargetPreviewBody)

    package init(from decoder: any Decoder) throws {
        self =
            if let text = try? RenderedBody(from: decoder) {
                .text(text)
            } else {
                .target(try TargetPreviewBody(from: decoder))
            }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let body): try body.encode(to: encoder)
        case .target(let body): try body.encode(to: encoder)
        }
    }
}

/// The request to one target: its frozen payload with predicted values in the placeholders.
package struct TargetPreviewBody: Codable, Hashable, Sendable {
    package let target: String
    package let kind: String
    /// `POST https://…`, or the path of the page.
    package let request: String
    package let headers: [String]
    /// The bytes of the body, if they are text.
    package let body: String
    /// Whether readers see a page, which the same request gives as HTML.
    package var hasPage: Bool?
    /// The text that readers will see, if it is not the body itself.
    package let text: String?
    package let html: String?
    package let address: String?
    package let count: Int?
    package let limit: Int?
    package let rule: String?
    package let losses: [String]
    /// A sentence about each picture; absent without pictures.
    package let pictures: [String]?
    package let warnings: [String]
    /// Why scheduling would fail; absent when the post fits.
    package let problem: String?
    /// The current copy; absent when the target has none.
    package var held: HeldCopyBody?
    /// What the post waits for at this target, as a sentence; absent when it leaves at its own time.
    package var timing: String?
    /// When it leaves if the post is published at the next slots; absent if none of its targets has slots.
    package var nextSlot: DateBody?
    /// The posts of a thread in their order; absent for a single post. `count` is the length of the longest.
    package var thread: [PartBody]?

    /// One post of a thread, as readers will see it, and its length by the service's own rule.
    package struct PartBody: Codable, Hashable, Sendable {
        package let text: String
        package let count: Int
        package init(text: String, count: Int) {
            self.text = text
            self.count = count
        }
    }

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

/// The copy that a target has, compared with the one that an edit would send.
package struct HeldCopyBody: Codable, Hashable, Sendable {
    package let address: String?
    /// When the copy, or its last edit, arrived.
    package let since: String
    /// The text that readers see, from the last request sent.
    package let text: String
    /// The text after sending the current post; absent when it does not fit.
    package let next: String?
    /// What happens to an edit at this target, as a sentence.
    package let words: String

    package init(address: String?, since: String, text: String, next: String?, words: String) {
        self.address = address
        self.since = since
        self.text = text
        self.next = next
        self.words = words
    }
}
