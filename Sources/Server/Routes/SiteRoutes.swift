import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOPosix
import Posts

/// `/sites/NAME/…`: the finished pages of a `site` target, so that they can be looked at without a web server.
///
/// No token is asked: it is what is published. Only whole names inside the folder are served, no hidden ones, and no link
/// that leads elsewhere is followed.
struct SiteRoutes {
    let folders: [TargetName: String]
    private let threads = NIOThreadPool.singleton

    init(folders: [TargetName: String]) { self.folders = folders }

    func add(to book: inout RouteBook) {
        book.add(.get, "/sites/:target", .everyone, serve)
        book.add(.get, "/sites/:target/**", .everyone, serve)
    }

    @Sendable private func serve(_ call: Call) async throws -> Response {
        let path = call.request.uri.path
        let name = try call.name("target")
        guard let target = try? TargetName(name), let folder = folders[target] else { throw Problem.noSuchPath(path) }
        guard let parts = SiteRoutes.parts(of: path) else { throw Problem.noSuchPath(path) }
        let isFolder = path.hasSuffix("/")
        let found = try await threads.runIfActive { SiteFile.open(parts, in: folder, wantsFolder: isFolder) }
        switch found {
        case .file(let file): return answer(file, call)
        case .folder: return Response(status: .movedPermanently, headers: [.location: path + "/"])
        case .missing: break
        }
        let missing = try await threads.runIfActive { SiteFile.open(["404.html"], in: folder, wantsFolder: false) }
        guard case .file(let page) = missing else { throw Problem.noSuchPath(path) }
        var response = answer(page, call, isConditional: false)
        response.status = .notFound
        return response
    }

    /// The names below the site, decoded; nil when one of them is no plain name.
    static func parts(of path: String) -> [String]? {
        var parts: [String] = []
        for part in path.split(separator: "/").dropFirst(2) {
            guard let name = part.percentDecoded, !name.hasPrefix("."), name.utf8.count <= 255,
                !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
            else { return nil }
            parts.append(name)
        }
        return parts.count <= 32 ? parts : nil
    }

    private func answer(_ file: SiteFile, _ call: Call, isConditional: Bool = true) -> Response {
        let headers: HTTPFields = [
            .contentType: file.contentType, .eTag: file.entityTag, .cacheControl: "no-cache",
            // The desk lives at the same origin: what an author embeds there must not speak in its name.
            .contentSecurityPolicy: "default-src 'self' https: data:; style-src 'self' 'unsafe-inline'; "
                + "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ]
        if isConditional, call.request.headers.has(entityTag: file.entityTag) {
            return Response(status: .notModified, headers: headers)
        }
        let threads = threads
        let body = ResponseBody(contentLength: file.size) { writer in
            var offset = 0
            while offset < file.size {
                let start = offset
                let bytes = try await threads.runIfActive {
                    file.bytes(at: start, count: min(1 << 18, file.size - start))
                }
                // A shorter file than its length was announced: the connection has to break.
                guard !bytes.isEmpty else { throw ChannelError.eof }
                try await writer.write(ByteBuffer(bytes: bytes))
                offset += bytes.count
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}
