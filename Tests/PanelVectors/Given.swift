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

    subscript<Value: RowValue>(dynamicMember key: String) -> Value { get throws { try get(key) } }

    /// A missing field counts as null.
    func get<Value: RowValue>(_ key: String) throws -> Value {
        unread.remove(key)
        do { return try Value(row: fields[key] ?? .null) } catch {
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

/// What a field of a row can be. The rows have forms of their own: a rectangle is four numbers there.
protocol RowValue {
    init(row: JSON) throws
}

extension RowValue where Self: Decodable {
    init(row: JSON) throws { self = try JSONCoding.decode(Self.self, from: row) }
}

extension String: RowValue {}
extension Double: RowValue {}
extension Int: RowValue {}
extension Bool: RowValue {}
extension JSON: RowValue {
    init(row: JSON) { self = row }
}

extension Optional: RowValue where Wrapped: RowValue {
    init(row: JSON) throws { self = row == .null ? nil : try Wrapped(row: row) }
}

extension Array: RowValue where Element: RowValue {
    init(row: JSON) throws {
        guard let elements = row.elements else { throw RowError("it is no list") }
        self = try elements.map { try Element(row: $0) }
    }
}

extension Dictionary: RowValue where Key == String, Value: RowValue {
    init(row: JSON) throws {
        guard let fields = row.fields else { throw RowError("it has no fields") }
        self = try fields.mapValues { try Value(row: $0) }
    }
}

protocol RowWord: RowValue, RawRepresentable<String> {}

extension RowWord {
    init(row: JSON) throws {
        guard let word = row.text.flatMap({ Self(rawValue: $0) }) else { throw RowError("it is another word") }
        self = word
    }
}

extension Side: RowWord {}
extension SizeClass: RowWord {}
extension SheetContentMode: RowWord {}
extension IndexRule.Axis: RowWord {}

/// Panels are numbers in PanelKit's rows and names in ours.
extension PanelID: RowValue {
    init(row: JSON) throws {
        guard let text = row.text ?? row.integer.map(String.init) else { throw RowError("it is no panel") }
        self.init(text)
    }
}

extension Size: RowValue {
    init(row: JSON) throws {
        guard let pair = row.pair else { throw RowError("it is not two numbers") }
        self.init(width: pair.0, height: pair.1)
    }
}

extension Rectangle: RowValue {
    init(row: JSON) throws {
        let numbers = try [Double](row: row)
        guard numbers.count == 4 else { throw RowError("it is not four numbers") }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    var row: JSON { [.number(x), .number(y), .number(width), .number(height)] }
}

extension Insets: RowValue {
    init(row: JSON) throws {
        let insets = Given(try [String: JSON](row: row), "insets")
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
