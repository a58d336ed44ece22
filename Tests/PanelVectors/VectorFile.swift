import Foundation
import JSONTree

/// The rows of `panels.json`, and of `plays.json` if the folder has it.
struct VectorFile {
    private(set) var rows: [VectorRow] = []
    /// A message for each row that is not of a vector's form.
    private(set) var malformed: [String] = []

    static func load() throws -> VectorFile {
        let folder = ProcessInfo.processInfo.environment["GALLEY_VECTORS"]
        return try folder.map { try VectorFile(URL(fileURLWithPath: $0)) } ?? shipped()
    }

    /// The project's own rows, to which those of another folder may refer.
    static func shipped() throws -> VectorFile { try VectorFile(shippedFolder) }

    fileprivate static let shippedFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Vectors")

    private init(_ folder: URL) throws {
        let plays = folder.appendingPathComponent("plays.json")
        let hasPlays = FileManager.default.fileExists(atPath: plays.path)
        for file in [folder.appendingPathComponent("panels.json")] + (hasPlays ? [plays] : []) {
            let cases = try JSONCoding.decode(JSON.self, from: [UInt8](Data(contentsOf: file)))["cases"]?.elements ?? []
            guard !cases.isEmpty else { throw RowError("\(file.lastPathComponent) has no “cases”") }
            for (index, row) in cases.enumerated() {
                do { rows.append(try VectorRow(index: index, row: row)) } catch { malformed.append("\(error)") }
            }
        }
    }
}

/// One vector: the input, and the expected result. If the upstream behaviour is a bug (`adopt: fix`), the expected
/// result is the recommended one.
struct VectorRow {
    let id, area, system: String
    /// `server`, `browser` or `both`.
    let place: String
    let tolerance: Double
    let input, expected: [String: JSON]

    init(index: Int, row: JSON) throws {
        guard let id = row["id"]?.text, let area = row["area"]?.text, let system = row["system"]?.text,
            let place = row["where"]?.text, let adopt = row["adopt"]?.text, let input = row["input"]?.fields
        else { throw RowError("row \(index + 1) lacks id, area, system, where, adopt or input") }
        guard let expected = row[adopt == "fix" ? "recommended" : "expect"]?.fields, !expected.isEmpty else {
            throw RowError("\(id) does not say what is expected")
        }
        // What a window does with an event is a kind of its own.
        self.area = input["event"] == nil ? area : "\(area) event"
        (self.id, self.system, self.place) = (id, system, place)
        (self.input, self.expected) = (input, expected)
        tolerance = row["tolerance"]?.number ?? 1e-9
    }
}

/// `panel-kinds.json`: which rows are not checked here.
struct VectorKinds {
    /// The areas that `ComposerTests` checks: they are drawn, measured or decided by the page.
    let ofPage: Set<String>
    /// The ids of rows about what Galley does not have.
    let gone: Set<String>

    static func shipped() throws -> VectorKinds {
        let file = VectorFile.shippedFolder.appendingPathComponent("panel-kinds.json")
        let kinds = try JSONCoding.decode(JSON.self, from: [UInt8](Data(contentsOf: file)))
        guard let page = kinds["page"]?.elements, let gone = kinds["gone"]?.elements else {
            throw RowError("panel-kinds.json lacks “page” or “gone”")
        }
        return VectorKinds(
            ofPage: Set(page.compactMap(\.text)), gone: Set(gone.compactMap { $0["id"]?.text }))
    }
}

struct RowError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
