/// `POST /v1/imports`: posts from elsewhere, at most 500. The same once more does no harm.
package struct ImportBody: Codable, Hashable, Sendable {
    /// `markdown`, `wordpress` or `jsonfeed`.
    package var format: String
    package var items: [ImportItemBody]
    /// Where what is published goes; absent: to every site, and nowhere else.
    package var to: [String]?
    /// Whether only to say what would happen.
    package var isDryRun: Bool?
    /// An IANA name, for dates without offset or zone; absent: the desk's own.
    package var zone: String?

    package init(
        format: String, items: [ImportItemBody], to: [String]? = nil, isDryRun: Bool? = nil, zone: String? = nil
    ) {
        self.format = format
        self.items = items
        self.to = to
        self.isDryRun = isDryRun
        self.zone = zone
    }
}

/// One post: a Markdown file as it is, or a draft.
package struct ImportItemBody: Codable, Hashable, Sendable {
    /// The same whenever it is imported: by this it is known again.
    package var source: String
    /// Changes when the source does.
    package var fingerprint: String
    /// Of its file, below the folder that is imported; for other formats what the report calls it.
    package var path: String
    package var markdown: String?
    package var draft: DraftBody?
    /// Of a draft; a Markdown file says it itself.
    package var isPublished: Bool?
    /// Of a draft: what used to lead to it.
    package var formerSlugs: [String]?
    /// Of a draft: RFC 3339.
    package var changedAt: String?
    /// Of a draft: what it says beyond, to be given back by an export.
    package var kept: String?
    /// The pictures in the text, in its order; the text names them `media:ID` already.
    package var pictures: [ImportPictureBody]?

    package init(source: String, fingerprint: String, path: String) {
        self.source = source
        self.fingerprint = fingerprint
        self.path = path
    }
}

/// A picture as the source named it, and as the text does now.
package struct ImportPictureBody: Codable, Hashable, Sendable {
    package let reference: String
    /// `media:ID`
    package let media: String
    /// Where its file lies, below the folder that is imported or exported to.
    package let file: String

    package init(reference: String, media: String, file: String) {
        self.reference = reference
        self.media = media
        self.file = file
    }
}

/// What became of each item, in their order.
package struct ImportReportBody: Codable, Hashable, Sendable {
    package let items: [ImportResultBody]

    package init(items: [ImportResultBody]) { self.items = items }
}

package struct ImportResultBody: Codable, Hashable, Sendable {
    package let source: String
    package let path: String
    /// `new`, `changed`, `same`, `edited-here`, `deleted-here`, `left-out` or `refused`.
    package let outcome: String
    package var post: String?
    package var slug: String?
    package var title: String?
    /// `published`, or `draft`; absent where nothing is done.
    package var state: String?
    package var notes: [ImportNoteBody]

    package init(source: String, path: String, outcome: String, notes: [ImportNoteBody] = []) {
        self.source = source
        self.path = path
        self.outcome = outcome
        self.notes = notes
    }
}

/// What was not understood or could not be had, and what became of it.
package struct ImportNoteBody: Codable, Hashable, Sendable {
    /// In the file, from 1.
    package let line: Int?
    /// The same for the same thing in many files.
    package let what: String
    package let words: String

    package init(line: Int? = nil, what: String, words: String) {
        self.line = line
        self.what = what
        self.words = words
    }
}

/// A post in `GET /v1/exports`.
package struct ExportedPostBody: Codable, Hashable, Sendable {
    package let post: PostBody
    package let isPublished: Bool
    /// Of a Markdown file, below the folder that is exported to.
    package let path: String
    /// That file; of a post that was imported, as it was but for what has changed.
    package let markdown: String
    /// The text as HTML, when it was asked for.
    package let html: String?
    /// Where it was imported from.
    package let format: String?
    package let source: String?
    package let kept: String?
    package let pictures: [ImportPictureBody]

    package init(
        post: PostBody, isPublished: Bool, path: String, markdown: String, html: String?, format: String?,
        source: String?, kept: String?, pictures: [ImportPictureBody]
    ) {
        self.post = post
        self.isPublished = isPublished
        self.path = path
        self.markdown = markdown
        self.html = html
        self.format = format
        self.source = source
        self.kept = kept
        self.pictures = pictures
    }
}
