import Compression
import NIOCore
import Synchronization

/// The composer's files as gzip. Each is compressed once and kept while its edition is served.
///
/// Only files of the composer's folder come here. They contain no secret and nothing that the caller sent, so the
/// length of a response reveals nothing (as it does in the BREACH attack).
final class CompressedFiles: Sendable {
    private struct Kept {
        var edition = ""
        /// By path; nil for files that compression does not shrink.
        var files: [String: ByteBuffer?] = [:]
    }

    private let kept = Mutex(Kept())

    /// Below this size, the response header outweighs what compression could save.
    static let bytesMin = 512

    /// Reads and compresses the file on its first request, which takes some milliseconds, so do not call it on an event
    /// loop. Two simultaneous first requests may both compress it.
    /// - Parameter bytes: reads the file.
    func gzip(_ path: String, of edition: String, bytes: () -> [UInt8]) -> ByteBuffer? {
        let known = kept.withLock { $0.edition == edition ? $0.files[path] : nil }
        if let known { return known }
        let made = Gzip.compressed(bytes()).map { ByteBuffer(bytes: $0) }
        kept.withLock { kept in
            if kept.edition != edition { kept = Kept(edition: edition) }
            kept.files.updateValue(made, forKey: path)
        }
        return made
    }
}

extension ServedFile {
    /// Whether compression is worthwhile: a text file of suitable size. Pictures are compressed already.
    var isCompressible: Bool {
        let isText = contentType.hasPrefix("text/") || ServedFile.compressible.contains(contentType)
        return isText && (CompressedFiles.bytesMin...Gzip.bytesMax).contains(size)
    }

    private static let compressible: Set<String> = [
        "application/json", "application/manifest+json", "application/xml", "image/svg+xml",
    ]
}

extension String {
    /// The entity tag of the gzip form. Its bytes differ, so its tag must differ too.
    var gzipTag: String { "\(dropLast())-gzip\"" }
}
