import Digests
import FoundationEssentials
import Glibc
import Posts
import Programs
import Synchronization

/// Colours code with Debian's program `highlight`: a short-lived process for each block, without network, which can read
/// no file of the author's. Without the program, code stays plain.
///
/// Results are kept in a folder under the digest of code and language, so each block is coloured once. The result must
/// be the same text in `<span class="hl …">`; anything else is not used.
/// - SeeAlso: http://www.andre-simon.de/doku/highlight/en/highlight.php
package final class CodeHighlighter: Sendable {
    private let program: String
    private let searchPath: String
    private let cache: String
    /// A hash over the program's file. Only valid within one process.
    let fingerprint: Int

    private static let timeLimit = Span.seconds(5)
    private static let limits = ProgramLimits(
        memoryBytesMax: 1_000_000_000, processorSecondsMax: 5, fileBytesMax: 0)
    private static let outputBytesMax = 1 << 20
    /// What was kept since the folder was last measured.
    private let addedBytes = Mutex(0)
    /// Of the kept results together. When there are more, all are made again.
    private let cacheBytesMax: Int

    /// - Parameters:
    ///   - program: a name or a path.
    ///   - environment: the daemon's; only its `PATH` is used.
    ///   - cache: a folder for the results, made when it is needed.
    ///   - cacheBytesMax: on disk, in blocks of 4 KB.
    /// - Returns: nil if there is no such program.
    package init?(program: String, environment: [String: String], cache: String, cacheBytesMax: Int = 100_000_000) {
        guard !program.isEmpty else { return nil }
        searchPath = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        (self.cache, self.cacheBytesMax) = (cache, cacheBytesMax)
        let found = ShortProgram(
            arguments: [program], folder: "/", environment: [], searchPath: searchPath, timeLimit: Self.timeLimit)
        var status = stat()
        guard let path = found.path, unsafe access(path, X_OK) == 0, unsafe stat(path, &status) == 0 else { return nil }
        self.program = path
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(status.st_size)
        hasher.combine(status.st_mtim.tv_sec)
        fingerprint = hasher.finalize()
        if sizeOfCache > cacheBytesMax { removeCache() }
    }

    /// The coloured code as HTML; nil if it stays plain.
    /// - Parameters:
    ///   - html: the code, escaped for HTML.
    ///   - language: as the author wrote it, such as `swift`.
    func coloured(_ html: String, language: String) -> String? {
        let language = language.lowercased()
        let isName = { (byte: UInt8) in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "+#-_.".utf8.contains(byte)
        }
        guard (1...30).contains(language.utf8.count), language.utf8.allSatisfy(isName), !language.hasPrefix("-"),
            !language.hasPrefix(".")
        else { return nil }
        // Markdown ends code with a line break, and the program would drop it.
        let hasBreak = html.hasSuffix("\n")
        let code = Array((hasBreak ? String(html.dropLast()) : html).referencesResolved.utf8)
        guard !code.isEmpty, code.count <= ShortProgram.inputBytesMax else { return nil }
        let name = SHA256.hash(Array("1 \(language)\n".utf8) + code).hexadecimal
        if let kept = kept(name) { return kept.isEmpty ? nil : kept + (hasBreak ? "\n" : "") }
        guard let made = made(code, language) else { return nil }
        let isSame = Self.text(of: made) == String(decoding: code, as: UTF8.self)
        keep(isSame ? made : "", name)
        return isSame ? made + (hasBreak ? "\n" : "") : nil
    }

    /// The program's output; nil if it could not do its work this time, empty if it never will.
    private func made(_ code: [UInt8], _ language: String) -> String? {
        let work = ShortProgram(
            arguments: [
                program, "--out-format=html", "--fragment", "--no-trailing-nl", "--validate-input",
                "--syntax=\(language)",
            ],
            folder: "/", environment: ["PATH=\(searchPath)", "LANG=C.UTF-8", "HOME=/nonexistent"],
            searchPath: searchPath, timeLimit: Self.timeLimit, limits: Self.limits,
            // It looks up the name of its user's home, and crashes if there is none.
            confinement: Confinement(readable: ["/etc/highlight", "/etc/passwd"], writable: []), input: code,
            outputBytesMax: Self.outputBytesMax)
        guard let (end, output) = try? work.runNow() else { return nil }
        switch end {
        case .exited(0): return output
        case .exited: return ""
        case .signalled, .outOfTime, .cancelled: return nil
        }
    }

    /// The text of coloured code; nil if it contains more than text and the known elements.
    static func text(of html: String) -> String? {
        var text = ""
        var depth = 0
        for (number, part) in html.split(separator: "<", omittingEmptySubsequences: false).enumerated() {
            guard number > 0 else {
                text += part
                continue
            }
            if part.hasPrefix("/span>") {
                depth -= 1
                text += part.dropFirst("/span>".count)
            } else {
                guard part.hasPrefix("span class=\"hl "), let end = part.firstRange(of: "\">")?.upperBound else {
                    return nil
                }
                let name = part[..<end].dropFirst("span class=\"hl ".count).dropLast(2)
                guard name.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
                depth += 1
                text += part[end...]
            }
            guard depth >= 0 else { return nil }
        }
        return depth == 0 && !text.contains(">") ? text.referencesResolved : nil
    }
}

// MARK: - Kept results

extension CodeHighlighter {
    private func kept(_ name: String) -> String? {
        guard let data = try? Data(contentsOf: URL(filePath: "\(cache)/\(name)")) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// If it cannot be kept, the next edition makes it again.
    private func keep(_ html: String, _ name: String) {
        bound(adding: (html.utf8.count / 4096 + 1) * 4096)
        try? FileManager.default.createDirectory(
            atPath: cache, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? Data(html.utf8).write(to: URL(filePath: "\(cache)/\(name)"), options: .atomic)
    }

    /// Measures the folder each time a sixteenth of its bound was added: the highlighters of other sites use it, too.
    private func bound(adding bytes: Int) {
        let isDue = addedBytes.withLock { added in
            added += bytes
            guard added > cacheBytesMax / 16 else { return false }
            added = 0
            return true
        }
        if isDue, sizeOfCache + bytes > cacheBytesMax { removeCache() }
    }

    private func removeCache() { try? FileManager.default.removeItem(atPath: cache) }

    private var sizeOfCache: Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? []
        return names.reduce(0) { sum, name in
            var status = stat()
            return unsafe lstat("\(cache)/\(name)", &status) == 0 ? sum + Int(status.st_blocks) * 512 : sum
        }
    }
}
