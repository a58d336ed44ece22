/// `POST /v1/imports`: at most 500 posts from elsewhere. Importing again is safe.
package struct ImportBody: Codable, Hashable, Sendable {
    /// `markdown`, `wordpress`, `ghost`, `atom`, `rss` or `jsonfeed`.
    package var format: String
    package var items: [ImportItemBody]
    /// The targets of published posts; absent for every site and no other target.
    package var to: [String]?
    /// Whether only to report what an import would do.
    package var isDryRun: Bool?
    /// An IANA name, or a fixed offset such as `+05:30`, for dates without offset or zone; absent for the desk's zone. For
    /// files of Jekyll and Hexo it counts for all dates, as these show them.
    package var zone: String?
    /// The blog's own language: of the versions of a post it gets the slug without a number. Absent for the site's.
    package var language: String?
    /// The program that made the blog from its Markdown files: `hugo`, `jekyll`, `hexo`, `zola`, `pelican` or `nikola`. It
    /// decides what placeholders, dates and aliases mean. Absent if unknown; then the paths of the files tell Jekyll's from others.
    package var generator: String?
    /// What stands before the addresses of Markdown files in each language of the blog, by its tag: `/pt`, or nothing. A
    /// file in another language, such as `hello.fr.md`, has no old address by its pattern.
    package var languageFolders: [String: String]?
    /// For Markdown files: the form of the addresses that posts had on their old site, such as `/web/:slug/`, with the
    /// placeholders `:year`, `:month`, `:day`, `:slug`, `:title`, `:name`, `:filename`, `:section` and `:sections`. It counts
    /// more than the `oldAddress` of an item.
    package var oldPermalink: String?
    /// For Markdown files: the address of the old site without the last `/`, if its feed has the ids that its generator makes of
    /// it. Then readers of the feed, which know posts by these ids, do not get them again.
    package var feedAddress: String?
    /// Keys of front matter that say nothing about who may see a post although they look like it, such as `searchHidden`.
    package var publicKeys: [String]?
    /// For the second and later requests of one import: the `start` of the first answer.
    package var start: Int64?
    /// For a dry run: of the names that earlier answers gave to posts (`takes`), those that this one asks for (`asks`).
    package var taken: [String]?
    /// For a dry run: whether to say which address each post would have.
    package var wantsAddresses: Bool?
    /// For a dry run: the pictures of the posts, as `POST /v1/media?isDryRun=true` returned them.
    package var pictures: [MediaBody]?

    package init(
        format: String, items: [ImportItemBody], to: [String]? = nil, isDryRun: Bool? = nil, zone: String? = nil,
        language: String? = nil
    ) {
        self.format = format
        self.items = items
        self.to = to
        self.isDryRun = isDryRun
        self.zone = zone
        self.language = language
    }
}

/// One post: a Markdown file or a draft.
package struct ImportItemBody: Codable, Hashable, Sendable {
    /// Identifies the source in every import.
    package var source: String
    /// Changes with the source.
    package var fingerprint: String
    /// The path of the file, relative to the imported folder; for other formats a name for the report. An export writes a
    /// Markdown file there again, so no part may begin with “.”, and its ending is `.md`, `.markdown`, `.mkd`, `.mdown` or `.mdx`.
    package var path: String
    package var markdown: String?
    package var draft: DraftBody?
    /// A Markdown file states it itself; false makes a draft of it nevertheless.
    package var isPublished: Bool?
    /// For a Markdown file: whether the old site showed it as a page, if it has no date. Absent for no: it is then a draft.
    package var isPage: Bool?
    /// For a draft: earlier slugs.
    package var formerSlugs: [String]?
    /// For a draft: earlier paths on its site, such as `/2014/12/12/old.html`.
    package var formerPaths: [String]?
    /// Its address on the old site, or its path there. For a Markdown file it may have the placeholders of Hugo, Jekyll and Hexo,
    /// such as `/:year/:month/:title/`, as the `generator` of the import reads them; an address in the file counts more.
    package var oldAddress: String?
    /// For a Markdown file: the front matter that the blog's configuration gives to it where it has none, as words by key.
    package var defaults: [String: [String]]?
    /// For a Markdown file: tags besides those of its front matter, such as those in the text of a note of Obsidian.
    package var tags: [String]?
    /// For a Markdown file: what its author wrote in it for himself, such as the comments of an Obsidian vault.
    package var privateNotes: String?
    /// For a draft: RFC 3339.
    package var changedAt: String?
    /// For a draft: the id that the post had in the feed of its old site. If it is an IRI, it has it in the feeds of sites.
    package var feedID: String?
    /// For a draft: further fields of the source, kept for an export.
    package var kept: String?
    /// The pictures in the text, in order. The text already names them `media:ID`.
    package var pictures: [ImportPictureBody]?

    package init(source: String, fingerprint: String, path: String) {
        self.source = source
        self.fingerprint = fingerprint
        self.path = path
    }
}

/// A picture's reference in the source, and its address on the desk.
package struct ImportPictureBody: Codable, Hashable, Sendable {
    package let reference: String
    /// `media:ID`.
    package let media: String
    /// The path of its file, relative to the imported or exported folder: no part begins with “.”, and the ending is a
    /// picture's.
    package let file: String

    package init(reference: String, media: String, file: String) {
        self.reference = reference
        self.media = media
        self.file = file
    }
}

/// The result of each item, in the order of the request.
package struct ImportReportBody: Codable, Hashable, Sendable {
    package let items: [ImportResultBody]
    /// Where the import began. An identical post counts as the same only if it was there before.
    package let start: Int64?
    /// The address of the site on which the posts are published; absent without one.
    package let site: String?
    /// Its `permalink` setting.
    package let permalink: String?
    /// Its `feed_paths` setting.
    package let feedPaths: [String]?

    package init(
        items: [ImportResultBody], start: Int64? = nil, site: String? = nil, permalink: String? = nil,
        feedPaths: [String]? = nil
    ) {
        self.items = items
        self.start = start
        self.site = site
        self.permalink = permalink
        self.feedPaths = feedPaths
    }
}

/// What pages leave out of a post's HTML.
package struct ImportLossBody: Codable, Hashable, Sendable {
    package let words: Int
    package let pictures: Int
    /// Whether hardly any words are left.
    package let isNearlyEmpty: Bool
    /// The setting that decides it: `` `raw_html` is “omit” ``.
    package let setting: String

    package init(words: Int, pictures: Int, isNearlyEmpty: Bool, setting: String) {
        self.words = words
        self.pictures = pictures
        self.isNearlyEmpty = isNearlyEmpty
        self.setting = setting
    }
}

package struct ImportResultBody: Codable, Hashable, Sendable {
    package let source: String
    package let path: String
    /// `new`, `changed`, `same`, `edited-here`, `deleted-here`, `left-out` or `refused`.
    package var outcome: String
    package var post: String?
    package var slug: String?
    package var title: String?
    /// `post` or `page`; absent when it is neither here.
    package var kind: String?
    /// `published`, `scheduled` or `draft`; absent when the import did nothing.
    package var state: String?
    /// In a dry run, if the request wants it: the address of the published post on the first site.
    package var address: String?
    /// In a dry run: the names that the post asks for. They are slugs, paths (with “/” in front) and former paths (with “~/”).
    package var asks: [String]?
    /// In a dry run: the names that it would get.
    package var takes: [String]?
    /// Its paths on the old site that are known, the last one first; absent for a draft.
    package var oldPaths: [String]?
    /// What the last one becomes: `own`, the path of the post; `same`, its address by the site's pattern; `redirect`; or
    /// `unknown`, if the last path is not known. Absent for a draft, and when another post has the path.
    package var oldPathBecomes: String?
    /// The permalink pattern that keeps the first of them; absent when none does.
    package var permalink: String?
    /// What readers do not see of its HTML; absent if they miss no words and no pictures.
    package var losses: ImportLossBody?
    package var notes: [ImportNoteBody]

    package init(source: String, path: String, outcome: String, notes: [ImportNoteBody] = []) {
        self.source = source
        self.path = path
        self.outcome = outcome
        self.notes = notes
    }
}

/// A part that the import could not read or find, and what it did instead.
package struct ImportNoteBody: Codable, Hashable, Sendable {
    /// The line in the file, from 1.
    package let line: Int?
    /// Equal for equal causes in many files.
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
    /// Without its private notes.
    package let post: PostBody
    /// Whether it has private notes here; absent if it has none.
    package let hasPrivateNotes: Bool?
    package let isPublished: Bool
    /// The path of its Markdown file, relative to the exported folder.
    package let path: String
    /// The Markdown file. For an imported post it is the original file with only the changed parts replaced.
    package let markdown: String
    /// The text as HTML, if the request asks for it.
    package let html: String?
    /// The source of an imported post.
    package let format: String?
    package let source: String?
    package let kept: String?
    package let pictures: [ImportPictureBody]
    /// Where readers find it on a blog.
    package let address: String?

    package init(
        post: PostBody, isPublished: Bool, path: String, markdown: String, html: String?, format: String?,
        source: String?, kept: String?, pictures: [ImportPictureBody], address: String? = nil
    ) {
        var post = post
        hasPrivateNotes = post.privateNotes == nil ? nil : true
        post.privateNotes = nil
        self.post = post
        self.isPublished = isPublished
        self.path = path
        self.markdown = markdown
        self.html = html
        self.format = format
        self.source = source
        self.kept = kept
        self.pictures = pictures
        self.address = address
    }
}

/// A post in `GET /v1/exposures`.
package struct ExposureBody: Codable, Hashable, Sendable {
    package let post: String
    package let slug: String
    package let title: String?
    /// The path of its file, relative to the imported folder.
    package let path: String
    /// The keys of its front matter that call it private.
    package let keys: [String]

    package init(post: String, slug: String, title: String?, path: String, keys: [String]) {
        self.post = post
        self.slug = slug
        self.title = title
        self.path = path
        self.keys = keys
    }
}
