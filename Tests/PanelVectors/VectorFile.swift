import Foundation
import JSONTree

/// The file of test vectors.
struct VectorFile {
    let rows: [VectorRow]
    /// A message for each row that is not of a vector's form.
    let malformed: [String]

    static func load() throws -> VectorFile {
        let folder = ProcessInfo.processInfo.environment["GALLEY_VECTORS"]
        return try folder.map { try load(URL(fileURLWithPath: $0)) } ?? shipped()
    }

    /// The project's own file, to which vectors of another may refer.
    static func shipped() throws -> VectorFile {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try load(tests.appendingPathComponent("Vectors"))
    }

    private static func load(_ folder: URL) throws -> VectorFile {
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("panels.json")))
        let file = try JSONCoding.decode(JSON.self, from: bytes)
        guard let cases = file["cases"]?.elements, !cases.isEmpty else {
            throw RowError("panels.json has no “cases”")
        }
        var (rows, malformed): ([VectorRow], [String]) = ([], [])
        for (index, row) in cases.enumerated() {
            do { rows.append(try VectorRow(index: index, row: row.foundation)) } catch { malformed.append("\(error)") }
        }
        return VectorFile(rows: rows, malformed: malformed)
    }
}

/// One vector: the input, and the expected result. If the upstream behaviour is a bug (`adopt: fix`), the expected
/// result is the recommended one.
struct VectorRow {
    let id, area, system: String
    /// Drawn and measured by the page, not decided by the engine.
    let isForBrowser: Bool
    let tolerance: Double
    private let input, expected: [String: Any]

    init(index: Int, row: Any) throws {
        guard let row = row as? [String: Any], let id = row["id"] as? String, let area = row["area"] as? String,
            let system = row["system"] as? String, let place = row["where"] as? String,
            let adopt = row["adopt"] as? String, let input = row["input"] as? [String: Any]
        else { throw RowError("row \(index + 1) lacks id, area, system, where, adopt or input") }
        guard let expected = row[adopt == "fix" ? "recommended" : "expect"] as? [String: Any] else {
            throw RowError("\(id) does not say what is expected")
        }
        self.id = id
        self.area = area
        self.system = system
        isForBrowser = place == "browser"
        tolerance = row["tolerance"] as? Double ?? 1e-9
        self.input = input
        self.expected = expected
    }

    /// Runs `check`; a field that it did not read is an error, because it then did not understand the vector.
    func run(_ check: (_ given: Fields, _ expected: Fields) async throws -> Void) async throws {
        let given = Fields(input, "input")
        let wanted = Fields(expected, "expected", tolerance: tolerance)
        try await check(given, wanted)
        try given.expectAllRead()
        try wanted.expectAllRead()
    }

    /// The input, for a vector that begins where another ended.
    var given: Fields { Fields(input, "input of \(id)") }
}

/// The fields of a vector or of a part of it. Records which of them were read.
final class Fields {
    private let values: [String: Any]
    private let name: String
    let tolerance: Double
    private var read: Set<String> = []
    private var parts: [Fields] = []

    init(_ values: [String: Any], _ name: String, tolerance: Double = 0) {
        self.values = values
        self.name = name
        self.tolerance = tolerance
    }

    var keys: [String] { values.keys.sorted() }

    /// The keys of a part, without reading their values.
    func keys(in key: String) -> [String] { (values[key] as? [String: Any])?.keys.sorted() ?? [] }

    func has(_ key: String) -> Bool { values[key] != nil }

    func value(_ key: String) -> Any? {
        read.insert(key)
        return values[key].flatMap { $0 is NSNull ? nil : $0 }
    }

    func optional<Value>(_ key: String, as type: Value.Type = Value.self) throws -> Value? {
        guard let found = value(key) else { return nil }
        guard let found = found as? Value else { throw RowError("\(name): “\(key)” is of another type") }
        return found
    }

    func get<Value>(_ key: String, as type: Value.Type = Value.self) throws -> Value {
        guard let found: Value = try optional(key) else { throw RowError("\(name): “\(key)” is missing") }
        return found
    }

    func part(_ key: String) throws -> Fields {
        guard let found = try optionalPart(key) else { throw RowError("\(name): “\(key)” is missing") }
        return found
    }

    func optionalPart(_ key: String) throws -> Fields? {
        guard let found: [String: Any] = try optional(key) else { return nil }
        return keep(Fields(found, "\(name) \(key)", tolerance: tolerance))
    }

    func list(_ key: String) throws -> [Fields] {
        let found: [[String: Any]] = try optional(key) ?? []
        return found.enumerated().map { keep(Fields($1, "\(name) \(key) \($0 + 1)", tolerance: tolerance)) }
    }

    func expectAllRead() throws {
        if let unread = values.keys.filter({ !read.contains($0) }).sorted().first {
            throw RowError("\(name): unknown field “\(unread)”")
        }
        for part in parts { try part.expectAllRead() }
    }

    private func keep(_ part: Fields) -> Fields {
        parts.append(part)
        return part
    }
}

struct RowError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
