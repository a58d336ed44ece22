import Foundation
import JSONTree

/// The file of test vectors.
struct VectorFile {
    let cases: [VectorRow]
    /// A message for each row that is not of a vector's form.
    let malformed: [String]

    static func load() throws -> VectorFile {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Vectors")
        let folder = ProcessInfo.processInfo.environment["GALLEY_VECTORS"].map { URL(fileURLWithPath: $0) } ?? beside
        // Foundation's JSONSerialization drops a byte order mark at the start of each text.
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("text.json")))
        let file = try JSONCoding.decode(JSON.self, from: bytes)
        guard let rows = file["cases"]?.elements, !rows.isEmpty else { throw RowError("text.json has no “cases”") }
        var (cases, malformed): ([VectorRow], [String]) = ([], [])
        for (index, row) in rows.enumerated() {
            do { cases.append(try VectorRow(index: index, row: row)) } catch { malformed.append("\(error)") }
        }
        return VectorFile(cases: cases, malformed: malformed)
    }
}

struct VectorRow {
    let group: String
    let id: String
    let input: RowValue
    let expected: RowValue

    /// For messages.
    var name: String { "\(group) \(id)" }

    init(index: Int, row: JSON) throws {
        guard let group = row["group"]?.text, let id = row["id"]?.text, let input = row["input"],
            let expected = row["expected"]
        else { throw RowError("row \(index + 1) lacks group, id, input or expected") }
        self.group = group
        self.id = id
        self.input = RowValue(value: input)
        self.expected = RowValue(value: expected)
    }
}

/// A part of a vector, with accessors for required values.
struct RowValue {
    let value: JSON

    func text() throws -> String {
        guard let text = value.text else { throw RowError("a text is missing") }
        return text
    }

    func text(_ field: String) throws -> String { try required(optionalText(field), field) }
    func number(_ field: String) throws -> Int { try required(optionalNumber(field), field) }
    func optionalText(_ field: String) throws -> String? { try optional(field, \.text) }
    func optionalNumber(_ field: String) throws -> Int? { try optional(field, \.integer) }
    func optionalFlag(_ field: String) throws -> Bool? { try optional(field, \.flag) }
    func json(_ field: String) throws -> JSON { try required(optional(field) { $0 }, field) }

    func list(_ field: String) throws -> [RowValue] {
        try required(optional(field, \.elements), field).map(RowValue.init)
    }

    /// `byteStart` and `byteEnd`.
    func range() throws -> Range<Int> {
        let (start, end) = (try number("byteStart"), try number("byteEnd"))
        guard start <= end else { throw RowError("byteEnd is before byteStart") }
        return start..<end
    }

    private func required<Value>(_ found: Value?, _ field: String) throws -> Value {
        guard let found else { throw RowError("“\(field)” is missing") }
        return found
    }

    private func optional<Value>(_ field: String, _ value: (JSON) -> Value?) throws -> Value? {
        guard let fields = self.value.fields else { throw RowError("fields are missing") }
        guard let found = fields[field], found != .null else { return nil }
        guard let found = value(found) else { throw RowError("“\(field)” is of another type") }
        return found
    }
}

struct RowError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
