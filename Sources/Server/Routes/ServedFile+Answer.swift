import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Posts

extension ServedFile {
    /// The decoded names of a path; nil when one is hidden or is not a plain name.
    /// - Parameter count: the number of leading names that do not belong to the folder.
    static func names(in path: String, after count: Int) -> [String]? {
        var names: [String] = []
        for part in path.split(separator: "/").dropFirst(count) {
            guard let name = part.percentDecoded, !name.hasPrefix("."), name.utf8.count <= 255,
                !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
            else { return nil }
            names.append(name)
        }
        return names.count <= 32 ? names : nil
    }

    /// The response with the file, or 304.
    /// - Parameter isConditional: whether `If-None-Match` counts.
    func response(
        to call: Call<some Any, some Any>, headers: HTTPFields, isConditional: Bool = true, threads: NIOThreadPool
    ) -> Response {
        var headers = headers
        headers[.contentType] = contentType
        headers[.eTag] = entityTag
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-cache" }
        if isConditional, call.request.headers.has(entityTag: entityTag) {
            return Response(status: .notModified, headers: headers)
        }
        let body = ResponseBody(contentLength: size) { writer in
            var offset = 0
            while offset < self.size {
                let start = offset
                let bytes = try await threads.runIfActive {
                    self.bytes(at: start, count: min(1 << 18, self.size - start))
                }
                // The file is shorter than the announced length, so the connection has to break.
                guard !bytes.isEmpty else { throw ChannelError.eof }
                try await writer.write(ByteBuffer(bytes: bytes))
                offset += bytes.count
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// The response with the compressed file.
    func response(to call: Call<some Any, some Any>, headers: HTTPFields, gzip: ByteBuffer) -> Response {
        var headers = headers
        headers[.contentType] = contentType
        headers[.eTag] = entityTag.gzipTag
        if call.request.headers.has(entityTag: entityTag.gzipTag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: gzip))
    }
}
