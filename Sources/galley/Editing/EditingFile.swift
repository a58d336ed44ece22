import FoundationEssentials
import Glibc

/// A private file that holds the author's text until the daemon has stored it. It survives the end of this program and
/// a restart of the machine; only `remove` deletes it.
struct EditingFile {
    let path: String
    /// What this program wrote into it and can write again; nil for words that are nowhere else.
    var start: String?

    init(path: String) { self.path = path }

    /// - Parameters:
    ///   - name: the start of the file's name.
    ///   - folder: one that only this user can write to; nil for the state folder.
    static func make(
        _ text: String, name: String, ending: String = ".md", in folder: String? = nil
    ) throws(CommandFailure) -> EditingFile {
        let folder = if let folder { folder } else { try self.folder() }
        var made = EditingFile(path: "\(folder)/\(name)-\(UInt32.random(in: .min ... .max))\(ending)")
        made.start = text
        let file = unsafe open(made.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw CommandFailure(.refused, "No file could be made in “\(folder)”: \(systemError()).")
        }
        defer { close(file) }
        guard writeAll(Array(text.utf8), to: file) else {
            throw CommandFailure(.refused, "The file “\(made.path)” could not be written: \(systemError()).")
        }
        return made
    }

    /// Opens the file in the author's editor and waits until the editor ends.
    /// - Parameter meanwhile: work to do every ten seconds.
    /// - Returns: the edited text.
    func edit(meanwhile: () -> Void = {}) throws(CommandFailure) -> String {
        let editor = environment("VISUAL") ?? environment("EDITOR") ?? "editor"
        // After piped input, the editor needs the terminal.
        let script = "if [ ! -t 0 ] && (: </dev/tty) 2>/dev/null; then exec </dev/tty; fi; \(editor) \"$@\""
        guard let status = Program.runOnTerminal(["sh", "-c", script, editor, path], meanwhile: meanwhile)
        else {
            throw unsaved("The editor “\(editor)” could not be started. Set $VISUAL or $EDITOR.")
        }
        guard status == 0 else {
            let why = status == 127 ? "was not found; set $VISUAL or $EDITOR" : "ended with \(status)"
            throw unsaved("The editor “\(editor)” \(why), so nothing was saved.")
        }
        guard unsafe access(path, F_OK) == 0 else {
            throw CommandFailure(.refused, "The editor “\(editor)” removed the file, so nothing was saved.")
        }
        let text = try text()
        guard text.contains(where: { !$0.isWhitespace }) else {
            if start != nil { remove() }
            throw CommandFailure(.refused, "The file is empty, so nothing was saved.")
        }
        return text
    }

    /// Removes a file that still holds what this program wrote into it.
    private func unsaved(_ words: String) -> CommandFailure {
        if let start, let bytes = try? InputFile.bytes(of: path), bytes == Array(start.utf8) {
            remove()
            return CommandFailure(.refused, words)
        }
        return CommandFailure(.refused, "\(words) \(kept)")
    }

    func text() throws(CommandFailure) -> String {
        guard let text = String(validating: try InputFile.bytes(of: path), as: UTF8.self) else {
            throw CommandFailure(.refused, "The text is not in UTF-8. Save it as UTF-8. \(kept)")
        }
        return text
    }

    var kept: String { "Your text is kept in \(path)." }

    func remove() { unsafe unlink(path) }

    /// Whether this program made the file.
    var isOurs: Bool { (try? Self.folder()).map { path.hasPrefix($0 + "/") } ?? false }

    /// Files of earlier edits of the post with this id that could not be saved.
    static func leftovers(of id: String) -> [String] { files(named: id, in: nil) }

    /// Removes earlier files for a browser, which has read them by now.
    static func removeOld(named name: String, in folder: String? = nil, seconds: Int) {
        for path in files(named: name, in: folder) {
            var status = stat()
            guard unsafe stat(path, &status) == 0, status.st_mtim.tv_sec < time(nil) - seconds else { continue }
            unsafe unlink(path)
        }
    }

    private static func files(named name: String, in folder: String?) -> [String] {
        guard let folder = try? folder ?? self.folder(),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        else {
            return []
        }
        return names.filter { $0.hasPrefix("\(name)-") }.sorted().map { "\(folder)/\($0)" }
    }

    /// The state folder. `/tmp` may be emptied at a restart, and other users can list it.
    private static func folder() throws(CommandFailure) -> String {
        guard let state = UserFolders.state else {
            throw CommandFailure(.refused, "There is no folder for the text while you edit it. Set HOME.")
        }
        let folder = "\(state)/galley/edits"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFailure(.refused, "The folder “\(folder)” for texts being edited cannot be made: \(error).")
        }
        return folder
    }
}
