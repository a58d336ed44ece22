import Compression
import NIOCore
import Synchronization

/// The page's files as gzip, each compressed once and kept for as long as its edition is the one that is served.
///
/// Only what stands in the page's folder comes here. Nothing of it is secret and nothing in it was sent by the caller, so
/// the length of an answer tells nothing (as it does in the attack called BREACH).
final class CompressedFiles: Sendable {
    private struct Kept {
        var edition = ""
        /// By path; nil for those that gain nothing.
        var files: [String: ByteBuffer?] = [:]
    }

    private let kept = Mutex(Kept())

    /// Below it the head of an answer weighs more than what could be saved.
    static let bytesMin = 512

    /// Reads and compresses the file when it is the first time, some ms: not for a thread that others wait for. Two first
    /// callers at once may both do it.
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
    /// Whether it is worth compressing: text, and not too short or too long for it. Pictures are compressed already.
    var isCompressible: Bool {
        let isText = contentType.hasPrefix("text/") || ServedFile.compressible.contains(contentType)
        return isText && (CompressedFiles.bytesMin...Gzip.bytesMax).contains(size)
    }

    private static let compressible: Set<String> = [
        "application/json", "application/manifest+json", "application/xml", "image/svg+xml",
    ]
}

extension String {
    /// The tag of the same version as gzip: other bytes, so another tag.
    var gzipTag: String { "\(dropLast())-gzip\"" }
}
