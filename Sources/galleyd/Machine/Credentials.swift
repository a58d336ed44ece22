import FoundationEssentials
import Glibc

/// Reads secrets from systemd's credentials directory, otherwise from files that only their owner can read.
///
/// systemd's credentials are fixed until the unit restarts, so they take precedence and are the initial value of every
/// secret. A kind of target whose service issues new tokens stores those under a different name in `credentials` in the
/// state directory, with mode 600.
struct Credentials {
    let directories: Directories
    /// Whether what systemd will hand over comes before what it has handed over.
    var isForNextStart = false

    /// systemd prefixes this to file names when it passes a whole folder (`LoadCredential=secret:FOLDER`).
    private static let prefix = "secret_"

    /// Whether a file in the folders of credentials can have this name.
    static func isName(_ name: String) -> Bool {
        (1...200).contains(name.utf8.count) && !name.contains("/") && !name.utf8.contains(0) && !name.hasPrefix(".")
    }

    /// The secret `name`, without a final line break, which editors add.
    /// - Throws: a sentence that names every place searched.
    func secret(_ name: String) throws(CredentialError) -> String {
        guard Self.isName(name) else {
            throw CredentialError(
                words: "“\(name)” is not the name of a credential. Use a file's name, without a path or a leading dot."
            )
        }
        var looked: [String] = []
        let handed = handedOver(name)
        if let handed, !isForNextStart { return try trimmed(handed.text, handed.path) }
        for folder in ["\(directories.configuration)/credentials", "\(directories.state)/credentials"] {
            let path = "\(folder)/\(name)"
            guard UnreadableFile.isPlain(path), let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                // For the service the folder is root's, and systemd reads it.
                guard directories.isSystem || UnreadableFile.isAbsent(path) else {
                    let reason = UnreadableFile.reason(path)
                    throw CredentialError(
                        words:
                            "The secret in \(path) cannot be read: \(reason). It needs UTF-8, and the daemon's user as "
                            + "its owner.")
                }
                looked.append(path)
                continue
            }
            try checkMode(of: path)
            return try trimmed(text, path)
        }
        // A drop-in of the unit may pass a secret from elsewhere, under its own name.
        if let handed, handed.path.hasSuffix("/\(name)") { return try trimmed(handed.text, handed.path) }
        let place =
            directories.isSystem
            ? "Put it into \(directories.configuration)/credentials/\(name), owned by root, mode 600. systemd hands it over when "
                + "galleyd is restarted."
            : "Put it into one of: \(looked.joined(separator: ", "))."
        throw CredentialError(words: "The secret “\(name)” is missing. \(place)", isMissing: true)
    }

    /// Whether this user may see the files of the secrets. Those of the service are root's.
    var areReadable: Bool {
        let folder = "\(directories.configuration)/credentials"
        guard directories.isSystem, !UnreadableFile.isAbsent(folder) else { return true }
        return unsafe access(folder, R_OK | X_OK) == 0
    }

    /// Whether the file of a secret has other contents than what systemd handed to the daemon that runs.
    func isNews(_ name: String) -> Bool {
        let path = "\(directories.configuration)/credentials/\(name)"
        guard let folder = directories.credentials, unsafe access(folder, R_OK | X_OK) == 0, Self.isName(name),
            UnreadableFile.isPlain(path), let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { return false }
        return handedOver(name)?.text != text
    }

    /// What systemd handed over to the daemon.
    private func handedOver(_ name: String) -> (text: String, path: String)? {
        guard let folder = directories.credentials else { return nil }
        for path in ["\(folder)/\(name)", "\(folder)/\(Self.prefix)\(name)"] {
            if let text = try? String(contentsOfFile: path, encoding: .utf8) { return (text, path) }
        }
        return nil
    }

    private func checkMode(of path: String) throws(CredentialError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        if status.st_mode & 0o077 != 0 {
            throw CredentialError(words: "Others can read the secret in \(path). Run: chmod 600 \(path)")
        }
    }

    private func trimmed(_ text: String, _ path: String) throws(CredentialError) -> String {
        let secret = String(text.reversed().drop { $0.isNewline }.reversed())
        guard !secret.isEmpty else { throw CredentialError(words: "The secret in \(path) is empty.") }
        return secret
    }
}

struct CredentialError: Error, CustomStringConvertible {
    let words: String
    /// Whether there is no such file at all.
    var isMissing = false
    var description: String { words }
}
