import Dispatch
import FoundationEssentials
import Glibc
import Posts

/// A private file that leads a browser on to a sign-in link. The arguments of a process can be read by every user of the
/// machine, so a browser is started with the file's path and never with the link.
///
/// A process of its own attends to the file: the command returns at once, and the file goes when the link has been used,
/// or after five minutes.
struct SignInFile {
    let file: EditingFile

    private static let name = "galley-open"
    /// As long as a link works.
    private static let keptSeconds = 300
    private static let lookMicroseconds: UInt32 = 500_000

    /// Makes the file in the user's runtime folder, or without one in the state folder.
    init(leadingTo link: String) throws(CommandFailure) {
        let page = Self.page(leadingTo: link)
        for folder in [UserFolders.runtime, nil] {
            // A process that was killed could not remove its file.
            EditingFile.removeOld(named: Self.name, in: folder, seconds: Self.keptSeconds)
            guard let folder else { break }
            if let file = try? EditingFile.make(page, name: Self.name, ending: ".html", in: folder) {
                self.file = file
                return
            }
        }
        file = try EditingFile.make(page, name: Self.name, ending: ".html")
    }

    /// - Parameter path: of a file that another process has made.
    init(at path: String) { file = EditingFile(path: path) }

    private static func page(leadingTo link: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0;url=\(link.htmlEscaped)">
        <title>Galley</title>
        <p><a href="\(link.htmlEscaped)">Open the desk</a></p>
        </html>

        """
    }

    /// Waits until the link has been used or the file is five minutes old, then removes it. A process that is ended
    /// removes it too.
    /// - Parameter isOpen: asks the daemon whether the link still works, by its path.
    func attend(isOpen: (String) -> Bool) {
        guard let link else { return }
        let endings = removingAtSignals()
        while let age, age < Self.keptSeconds, isOpen(link) { usleep(Self.lookMicroseconds) }
        file.remove()
        endings.forEach { $0.cancel() }
    }

    /// The path of the link, as the file has it; nil for any other file.
    private var link: String? {
        guard let text = try? file.text(), let start = text.firstRange(of: "/sign-in/") else { return nil }
        let key = text[start.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        return key.isEmpty ? nil : "/sign-in/\(key)"
    }

    /// In seconds; nil if the file is gone.
    private var age: Int? {
        var status = stat()
        return unsafe stat(file.path, &status) == 0 ? time(nil) - status.st_mtim.tv_sec : nil
    }

    private func removingAtSignals() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [file] in
                file.remove()
                _exit(128 + number)
            }
            source.resume()
            return source
        }
    }
}
