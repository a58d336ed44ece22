import Foundation

/// A folder that is removed with its last reference.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// The name is short, so that the path of a socket in the folder fits its address.
    package init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "galley-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and the folders above it.
    /// - Returns: the path of the file.
    @discardableResult
    package func write(_ text: String, to name: String, isProgram: Bool = false) throws -> String {
        let file = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        if isProgram { try writeProgram(text, to: file.path) } else { try Data(text.utf8).write(to: file) }
        return file.path
    }

    package func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    /// The names in `folder`, sorted; empty if there is no such folder.
    package func files(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
    }
}
