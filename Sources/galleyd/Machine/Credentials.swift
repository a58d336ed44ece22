import FoundationEssentials
import Glibc

/// Reads secrets: from systemd's credentials directory, else from files that only their owner can read.
struct Credentials {
    let places: Places

    /// The secret called `name`, without the line end that editors add.
    /// - Throws: a sentence that names every place that was looked at.
    func secret(_ name: String) throws(CredentialError) -> String {
        guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
            throw CredentialError(
                words: "“\(name)” is not the name of a credential. Use the name of a file, without a path.")
        }
        var looked: [String] = []
        if let folder = places.credentials {
            let path = "\(folder)/\(name)"
            if let text = try? String(contentsOfFile: path, encoding: .utf8) { return try trimmed(text, path) }
            looked.append(path)
        }
        for folder in ["\(places.configuration)/credentials", "\(places.state)/credentials"] {
            let path = "\(folder)/\(name)"
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                looked.append(path)
                continue
            }
            try checkMode(of: path)
            return try trimmed(text, path)
        }
        throw CredentialError(
            words: "The secret “\(name)” is missing. Put it into one of: \(looked.joined(separator: ", ")).")
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
    var description: String { words }
}
