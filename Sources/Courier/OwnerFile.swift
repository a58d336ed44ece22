import FoundationEssentials
import Glibc

/// Small files with secrets, which only their owner can read, from the first byte on.
package enum OwnerFile {
    /// - Returns: nil if there is no such file, or it cannot be read.
    package static func read(_ path: String) -> [UInt8]? {
        (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) }
    }

    /// Replaces the file as a whole, and makes its folder.
    package static func write(_ bytes: [UInt8], to path: String) throws(OwnerFileError) {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        do {
            try FileManager.default.createDirectory(
                atPath: "/\(folder)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw OwnerFileError(description: "The folder /\(folder) cannot be made: \(error)")
        }
        let draft = "\(path).new"
        _ = unsafe unlink(draft)
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw OwnerFileError(path: draft) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { break }
            rest = rest.dropFirst(max(0, count))
        }
        let isKept = rest.isEmpty && fsync(descriptor) == 0
        close(descriptor)
        guard isKept, unsafe rename(draft, path) == 0 else {
            let error = OwnerFileError(path: path)
            _ = unsafe unlink(draft)
            throw error
        }
    }
}

package struct OwnerFileError: Error, CustomStringConvertible {
    package let description: String

    fileprivate init(description: String) { self.description = description }

    fileprivate init(path: String) {
        description = "\(path) cannot be written: \(unsafe String(cString: strerror(errno)))."
    }
}
