import Courier
import FoundationEssentials
import Glibc
import Targets

/// The folder from which the daemon, or systemd for it, reads credentials.
struct CredentialFolder {
    let path: String
    private let isSystem: Bool

    init(_ directories: Directories) {
        path = "\(directories.configuration)/credentials"
        isSystem = directories.isSystem
    }

    /// - Throws: a sentence if this user may not write there.
    func checkRights() throws(LoginError) {
        guard isSystem, geteuid() != 0 else { return }
        throw LoginError("The credentials of the service belong to root. Next: sudo galley target login …")
    }

    /// nil if there is no such file, or it cannot be read.
    func read(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

    func remove(_ name: String) { _ = unsafe unlink("\(path)/\(name)") }

    /// - Returns: the file's path.
    func write(_ secret: String, to name: String) throws(LoginError) -> String {
        let file = "\(path)/\(name)"
        do {
            try OwnerFile.write(Array((secret + "\n").utf8), to: file)
        } catch {
            throw LoginError(error.description)
        }
        return file
    }
}
