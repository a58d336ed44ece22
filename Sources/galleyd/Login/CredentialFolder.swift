import FoundationEssentials
import Glibc
import Targets

/// The folder from which the daemon, or systemd for it, reads credentials.
struct CredentialFolder {
    let path: String
    private let isSystem: Bool

    init(_ places: Places) {
        path = "\(places.configuration)/credentials"
        isSystem = places.isSystem
    }

    static func isName(_ name: String) -> Bool {
        (1...200).contains(name.utf8.count) && !name.contains("/") && !name.utf8.contains(0) && !name.hasPrefix(".")
    }

    /// - Throws: a sentence if this user may not write there.
    func checkRights() throws(LoginError) {
        guard isSystem, geteuid() != 0 else { return }
        throw LoginError("The credentials of the service belong to root. Next: sudo galley target login …")
    }

    /// nil if there is no such file, or it cannot be read.
    func read(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

    func remove(_ name: String) { _ = unsafe unlink("\(path)/\(name)") }

    /// Replaces the file as a whole. Only its owner can read it, from its first byte on.
    /// - Returns: its path.
    func write(_ secret: String, to name: String) throws(LoginError) -> String {
        let (file, draft) = ("\(path)/\(name)", "\(path)/.\(name).new")
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw LoginError("The folder \(path) cannot be made: \(error)")
        }
        _ = unsafe unlink(draft)
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failed(draft) }
        var rest = Array((secret + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let isKept = rest.isEmpty && fsync(descriptor) == 0
        close(descriptor)
        guard isKept, unsafe rename(draft, file) == 0 else {
            let error = failed(file)
            _ = unsafe unlink(draft)
            throw error
        }
        return file
    }

    private func failed(_ file: String) -> LoginError {
        LoginError("\(file) cannot be written: \(unsafe String(cString: strerror(errno))).")
    }
}
