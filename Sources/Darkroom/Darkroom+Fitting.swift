import FoundationEssentials
import Glibc
package import Pictures

extension Darkroom {
    /// Returns a version of a picture that is small enough for `limits`.
    ///
    /// Bytes grow about in proportion to pixels, so the first attempt is close. Each further one is a fifth narrower.
    /// - Parameters:
    ///   - path: of the picture.
    ///   - scratch: a folder for temporary files, which are removed.
    /// - Throws: `DarkroomError`; `PictureError` if the result is not a picture.
    package func fitted(_ path: String, _ facts: MediaFacts, to limits: PictureLimits, in scratch: String) async throws
        -> [UInt8]
    {
        var side = facts.sideMax(within: limits)
        for _ in 0..<6 {
            let output = "\(scratch)/\(String(UInt64.random(in: .min ... .max), radix: 36))"
            defer { _ = unsafe unlink(output) }
            try await develop(path, into: output, as: facts.kind, sideMax: side)
            let bytes = Array(try Data(contentsOf: URL(filePath: output)))
            let made = try Picture(size: bytes.count) { Array(bytes.dropFirst($0).prefix($1)) }
            if limits.problem(with: MediaFacts(made)) == nil { return bytes }
            side = side * 4 / 5
        }
        throw DarkroomError.failed("it is too large even when it is small", "")
    }
}

extension MediaFacts {
    /// The longer side at which a picture of this shape should fit.
    fileprivate func sideMax(within limits: PictureLimits) -> Int {
        var share = 1.0
        if let most = limits.pixelsMax { share = min(share, Double(most) / (Double(width) * Double(height))) }
        if let most = limits.bytesMax { share = min(share, 0.9 * Double(most) / Double(bytes)) }
        return max(16, Int(Double(max(width, height)) * share.squareRoot()))
    }
}
