import FrontMatter
import Hummingbird
import PostStore
import Posts
import Rendering
import Targets
import Wire

/// `/v1/imports`, `/v1/exports` and `/v1/exposures`: importing and exporting posts.
struct ImportRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.answer(API.importPosts, importItems)
        book.answer(API.listExports, list)
        book.answer(API.listExposures) { try $0.page(of: try await service.exposures(within: try $0.reach)) }
    }

    @Sendable private func importItems(_ call: Call<Nothing, ImportBody>) async throws -> Reply<ImportReportBody> {
        let body = try await call.body(limit: BodyBudget.userBytesMax)
        return try .json(try await service.importItems(body, by: try call.known))
    }

    @Sendable private func list(_ call: Call<ExportsQuery, Nothing>) async throws -> Reply<PageBody<ExportedPostBody>> {
        let owner = try await call.owner(named: call.query.owner, in: store) ?? call.user
        let page = try await store.exports(
            of: owner, after: call.cursor, limit: call.limit(100))
        let hasHTML = call.query.html == true
        return try .page(page) { try service.body(of: $0, hasHTML: hasHTML) }
    }
}

extension PostService {
    fileprivate func body(of exported: ExportedPost, hasHTML: Bool) throws -> ExportedPostBody {
        let (stored, origin) = (exported.stored, exported.origin)
        let post = stored.post
        let file = origin.flatMap { $0.format == .markdown ? $0 : nil }
        let folder = post.draft.kind == .page ? "pages" : "posts"
        let path = file.flatMap { $0.path.isEmpty ? nil : $0.path } ?? "\(folder)/\(post.slug).md"
        var options = settings.render
        // The author's own text goes into the author's own file, so raw HTML stays.
        options.rawHTML = .allow
        return ExportedPostBody(
            post: PostBody(stored, times), isPublished: post.publication == .wanted, path: path,
            markdown: markdown(of: post, head: file?.kept, path: path, without: exported.impliedPaths),
            html: hasHTML ? try render(post.draft.body, options).html : nil, format: origin?.format.rawValue,
            source: origin?.source, kept: file == nil ? origin?.kept : nil,
            // Where another format had them says nothing about the Markdown file, which stands elsewhere.
            pictures: (file?.pictures ?? []).map {
                ImportPictureBody(reference: $0.reference, media: $0.media, file: $0.file)
            },
            address: targets.lazy.filter(\.givesAddress).compactMap { exported.addresses[$0.name] }.first)
    }

    private func markdown(of post: Post, head: String?, path: String, without implied: Set<PostPath>) -> String {
        var draft = post.draft
        draft.slug = post.slug
        let filed = FiledPost(
            draft: draft, isPublished: post.publication == .wanted, formerSlugs: post.formerSlugs,
            formerPaths: post.formerPaths.filter { !implied.contains($0) })
        return BlogFile.text(of: filed, head: head, path: path, clock: fileClock(settings.zone))
    }

    /// - Parameters:
    ///   - zone: for dates without offset or zone.
    ///   - showsAll: whether the blog shows all dates by its clocks.
    func fileClock(_ zone: Zone, showsAll: Bool = false) -> FileClock {
        FileClock(zone: zone, showsAll: showsAll, desk: settings.zone, now: now(), lookUp: settings.zones)
    }
}
