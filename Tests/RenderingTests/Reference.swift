import Foundation

/// One example of the data files. `Data/README.md` names their sources.
struct Example: Decodable {
    let number: Int
    let section: String
    let markdown: String
    let html: String

    static func read(_ name: String) throws -> [Example] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Data/\(name).json")
        return try JSONDecoder().decode([Example].self, from: Data(contentsOf: file))
    }
}

/// The program `cmark-gfm` with the extensions that Galley uses.
struct Reference {
    let arguments: [String]

    /// One process per text; each ends after a few milliseconds.
    func render(_ texts: [String]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "galley-reference-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "example.md")
        return try texts.map { text in
            try Data(text.utf8).write(to: file)
            return try render(file)
        }
    }

    private func render(_ file: URL) throws -> String {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/cmark-gfm")
        let extensions = ["table", "strikethrough", "autolink", "tasklist", "footnotes"].flatMap { ["-e", $0] }
        program.arguments = extensions + arguments + [file.path]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let written = try output.fileHandleForReading.readToEnd() ?? Data()
        program.waitUntilExit()
        return String(decoding: written, as: UTF8.self)
    }
}
