import Foundation

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "galley-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// - Returns: the path of the new file.
    @discardableResult
    func write(_ text: String, to name: String, isProgram: Bool = false) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        if isProgram { try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file) }
        return file
    }

    func read(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

    /// The files below `folder`, by name.
    func files(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
    }
}
