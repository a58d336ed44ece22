/// A file that an import names and a later export writes again, below the folder of either.
///
/// A token that may write posts chooses the names, and an export writes the files with its user's rights. So a name leads
/// neither out of the folder nor to a hidden file such as `.git/config`, and has an ending of its format.
package enum ExportedFile: Hashable, Sendable, CaseIterable {
    /// A Markdown file.
    case post
    case picture

    /// In lower case, without the dot.
    package var endings: [String] {
        switch self {
        case .post: ["md", "markdown", "mkd", "mdown", "mdx"]
        case .picture: ["jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "svg"]
        }
    }

    package func hasEnding(of name: some StringProtocol) -> Bool {
        endings.contains { name.lowercased().utf8.reversed().starts(with: ".\($0)".utf8.reversed()) }
    }

    /// - Parameter path: relative to the folder.
    /// - Throws: the first rule that the path breaks.
    package func check(_ path: String) throws(ExportedFileError) {
        if let found = path.unicodeScalars.first(where: \.isControl) { throw .control(path, found.named) }
        // By bytes, as the system does: “/” and a combining accent after it are one character.
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for part in parts {
            guard !part.isEmpty else { throw .emptyPart(path) }
            guard part.first != UInt8(ascii: ".") else { throw .hidden(path) }
            guard part.count <= 255 else { throw .tooLong(path) }
        }
        guard let name = parts.last, name.count > 1, hasEnding(of: String(decoding: name, as: UTF8.self)) else {
            throw .ending(path, self)
        }
    }
}

package enum ExportedFileError: Error, Hashable, CustomStringConvertible {
    case control(String, String)
    case emptyPart(String)
    case hidden(String)
    case tooLong(String)
    case ending(String, ExportedFile)

    package var description: String {
        switch self {
        case .control(let path, let found): "The file name \(path.cited) contains \(found). Rename the file."
        case .emptyPart(let path):
            "The file name \(path.cited) has an empty part. Give a path relative to the folder, such as posts/hello.md."
        case .hidden(let path):
            "The file name \(path.cited) has a part that begins with “.”. Such files are hidden or lead out of the folder. "
                + "Rename it."
        case .tooLong(let path): "The file name \(path.cited) has a part with more than 255 bytes. Shorten it."
        case .ending(let path, let file):
            "The file name \(path.cited) has no ending of its format. Use "
                + file.endings.map { ".\($0)" }.joined(separator: ", ") + "."
        }
    }
}

extension String {
    fileprivate var cited: String { "“\(prefix(80).withVisibleControls())\(count > 80 ? "…" : "")”" }
}
