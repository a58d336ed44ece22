import HTTPTypes
import HummingbirdCore
import NIOPosix
import Posts
import Wire

/// `/sites/NAME/…`: the finished pages of a `site` target, viewable without a web server.
///
/// They need no token, because they are published. The server serves only plain, visible names inside the folder, and
/// follows no links.
struct SiteRoutes {
    let folders: [TargetName: String]
    private let threads = NIOThreadPool.singleton

    func add(to book: inout RouteTable) {
        book.addPage(.get, "/sites/:target", .everyone, serve)
        book.addPage(.get, "/sites/:target/**", .everyone, serve)
    }

    @Sendable private func serve(_ call: PageCall) async throws -> Response {
        let path = call.request.uri.path
        let name = try call.name("target")
        guard let target = try? TargetName(name), let folder = folders[target] else { throw Problem.noSuchPath(path) }
        guard let parts = ServedFile.names(in: path, after: 2) else { throw Problem.noSuchPath(path) }
        let isFolder = path.hasSuffix("/")
        let found = try await threads.runIfActive {
            let page = ServedFile.open(parts, in: folder, wantsFolder: isFolder)
            guard isFolder, case .missing = page else { return page }
            // A feed at an address that ends in “/” (`feed_paths`).
            return ServedFile.open(
                parts + ["index.xml"], in: folder, wantsFolder: false, type: "application/atom+xml; charset=utf-8")
        }
        switch found {
        case .file(let file): return answer(file, call)
        case .folder: return Response(status: .movedPermanently, headers: [.location: path + "/"])
        case .missing: break
        }
        let missing = try await threads.runIfActive { ServedFile.open(["404.html"], in: folder, wantsFolder: false) }
        guard case .file(let page) = missing else { throw Problem.noSuchPath(path) }
        var response = answer(page, call, isConditional: false)
        response.status = .notFound
        return response
    }

    private func answer(_ file: ServedFile, _ call: PageCall, isConditional: Bool = true) -> Response {
        let headers: HTTPFields = [
            // The desk has the same origin. Content that an author embeds there must not act in its name.
            .contentSecurityPolicy: "default-src 'self' https: data:; style-src 'self' 'unsafe-inline'; "
                + "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                // Also for an SVG file, which is a page by itself. Fonts need the origin, and nothing can use it.
                + "sandbox allow-same-origin"
        ]
        return file.response(to: call, headers: headers, isConditional: isConditional, threads: threads)
    }
}
