import Foundation
import JSONTree

/// The file of test vectors.
struct VectorFile {
    let cases: [VectorRow]

    static func load() throws -> VectorFile {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Vectors")
        let folder = ProcessInfo.processInfo.environment["GALLEY_VECTORS"].map { URL(fileURLWithPath: $0) } ?? beside
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent("text.json")))
        guard let cases = (file as? [String: Any])?["cases"] as? [Any], !cases.isEmpty else {
            throw RowError("text.json has no “cases”")
        }
        return VectorFile(cases: try cases.enumerated().map(VectorRow.init))
    }
}

struct VectorRow {
    let group: String
    let id: String
    let input: RowValue
    let expected: RowValue

    /// For messages.
    var name: String { "\(group) \(id)" }

    init(index: Int, row: Any) throws {
        guard let row = row as? [String: Any], let group = row["group"] as? String, let id = row["id"] as? String,
            let input = row["input"], let expected = row["expected"]
        else { throw RowError("row \(index + 1) lacks group, id, input or expected") }
        self.group = group
        self.id = id
        self.input = RowValue(value: input)
        self.expected = RowValue(value: expected)
    }
}

/// A part of a vector, with accessors for required values.
struct RowValue {
    let value: Any

    func text() throws -> String {
        guard let text = value as? String else { throw RowError("a text is missing") }
        return text
    }

    func text(_ field: String) throws -> String { try required(optionalText(field), field) }
    func number(_ field: String) throws -> Int { try required(optionalNumber(field), field) }
    func optionalText(_ field: String) throws -> String? { try optional(field) }
    func optionalNumber(_ field: String) throws -> Int? { try optional(field) }
    func optionalFlag(_ field: String) throws -> Bool? { try optional(field) }

    func list(_ field: String) throws -> [RowValue] {
        let list: [Any]? = try optional(field)
        return try required(list, field).map(RowValue.init)
    }

    /// `byteStart` and `byteEnd`.
    func range() throws -> Range<Int> {
        let (start, end) = (try number("byteStart"), try number("byteEnd"))
        guard start <= end else { throw RowError("byteEnd is before byteStart") }
        return start..<end
    }

    func json(_ field: String) throws -> JSON {
        let found: [String: Any]? = try optional(field)
        return try JSONCoding.decode(
            JSON.self, from: [UInt8](JSONSerialization.data(withJSONObject: try required(found, field))))
    }

    private func required<Value>(_ found: Value?, _ field: String) throws -> Value {
        guard let found else { throw RowError("“\(field)” is missing") }
        return found
    }

    private func optional<Value>(_ field: String) throws -> Value? {
        guard let fields = value as? [String: Any] else { throw RowError("fields are missing") }
        guard let found = fields[field] else { return nil }
        guard let found = found as? Value else { throw RowError("“\(field)” is of another type") }
        return found
    }
}

struct RowError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
