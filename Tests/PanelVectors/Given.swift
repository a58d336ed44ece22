package import JSONTree

@testable import Panels

/// The fields of a row or of a part of it: `try given.container`. A field that nothing reads is an error: the row's area
/// does not have it.
@dynamicMemberLookup
final class Given {
    private let fields: [String: JSON]
    private let name: String
    private var unread: Set<String>
    private var parts: [Given] = []

    init(_ fields: [String: JSON], _ name: String) {
        (self.fields, self.name, unread) = (fields, name, Set(fields.keys))
    }

    var keys: [String] { fields.keys.sorted() }

    func has(_ key: String) -> Bool { fields[key] != nil }

    subscript<Value: Decodable>(dynamicMember key: String) -> Value { get throws { try get(key) } }

    /// A missing field counts as null.
    func get<Value: Decodable>(_ key: String) throws -> Value {
        unread.remove(key)
        do { return try JSONCoding.decode(Value.self, from: fields[key] ?? .null) } catch {
            throw RowError("\(name): “\(key)” is missing, or of another form")
        }
    }

    func part(_ key: String) throws -> Given {
        let part = Given(try get(key), "\(name) \(key)")
        parts.append(part)
        return part
    }

    func list(_ key: String) throws -> [Given] {
        let list = try (get(key) ?? [[String: JSON]]()).enumerated().map { Given($1, "\(name) \(key) \($0 + 1)") }
        parts += list
        return list
    }

    /// These fields, or all of them.
    func all(_ keys: String...) -> [String: JSON] {
        unread = keys.isEmpty ? [] : unread.subtracting(keys)
        return keys.isEmpty ? fields : fields.filter { keys.contains($0.key) }
    }

    func expectAllRead() throws {
        if let field = unread.min() { throw RowError("\(name): unknown field “\(field)”") }
        for part in parts { try part.expectAllRead() }
    }
}

extension Side: Decodable {}
extension SizeClass: Decodable {}
extension SheetContentMode: Decodable {}
extension IndexRule.Axis: Decodable {}

/// Panels are numbers in PanelKit's rows and names in ours.
extension PanelID: Decodable {
    package init(from decoder: any Decoder) throws {
        self.init(try (try? String(from: decoder)) ?? String(Int(from: decoder)))
    }
}

extension Size: Decodable {
    package init(from decoder: any Decoder) throws {
        guard let pair = try JSON(from: decoder).pair else { throw RowError("it is not two numbers") }
        self.init(width: pair.0, height: pair.1)
    }
}

extension Rectangle: Decodable {
    package init(from decoder: any Decoder) throws {
        let numbers = try [Double](from: decoder)
        guard numbers.count == 4 else { throw RowError("it is not four numbers") }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    var row: JSON { [.number(x), .number(y), .number(width), .number(height)] }
}

extension Insets: Decodable {
    package init(from decoder: any Decoder) throws {
        let insets = Given(try [String: JSON](from: decoder), "insets")
        self.init(
            top: try insets.top ?? 0, left: try insets.left ?? 0, bottom: try insets.bottom ?? 0,
            right: try insets.right ?? 0)
        try insets.expectAllRead()
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(floatLiteral number: Double) { self = .number(number) }
    package init(integerLiteral number: Int) { self = .number(Double(number)) }
    package init(booleanLiteral flag: Bool) { self = .bool(flag) }
    package init(arrayLiteral elements: JSON...) { self = .list(elements) }
    package init(dictionaryLiteral fields: (String, JSON)...) { self = .object(of: fields) }

    static func object(of fields: some Sequence<(String, JSON)>) -> JSON { .object(Dictionary(fields) { $1 }) }
}
