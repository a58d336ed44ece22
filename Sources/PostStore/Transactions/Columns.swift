import FoundationEssentials
import JSONTree
import Panels
import Pictures
import Posts
import SQL

/// The columns of one table in a row of a query, read by name.
///
/// SQLite checks what Galley writes, but a failing disk or another program can leave anything in the file. A value that
/// its column cannot have is a `BadValue`, never zero or an empty text.
struct Columns {
    private let row: any Row
    private let table: String

    init(_ row: any Row, of table: String) {
        self.row = row
        self.table = table
    }

    /// A value that is never NULL.
    /// - Parameter alias: the name of the column in the query, if it has another there.
    subscript<Value: StoredValue>(_ column: String, as alias: String? = nil) -> Value {
        get throws {
            let found = try storage(column, alias)
            do {
                if let value = try Value(stored: found) { return value }
            } catch {
                throw bad(column, as: alias, "\(error)")
            }
            throw bad(column, as: alias)
        }
    }

    /// nil for NULL.
    subscript<Value: StoredValue>(_ column: String, as alias: String? = nil) -> Value? {
        get throws {
            if case .null = try storage(column, alias) { return nil }
            return try self[column, as: alias] as Value
        }
    }

    /// A value that is never NULL and lies within bounds.
    subscript<Value: StoredValue & Comparable>(
        _ column: String, as alias: String? = nil, in bounds: some RangeExpression<Value>
    ) -> Value {
        get throws {
            let value: Value = try self[column, as: alias]
            guard bounds.contains(value) else { throw bad(column, as: alias) }
            return value
        }
    }

    /// That a column has a value which it cannot have.
    /// - Parameter reason: the rule that the value breaks.
    func bad(_ column: String, as alias: String? = nil, _ reason: String? = nil) -> BadValue {
        BadValue(table: table, column: column, found: try? storage(column, alias), reason: reason)
    }

    private func storage(_ column: String, _ alias: String?) throws -> SQLValue {
        guard let value = row[alias ?? column] else { throw BadValue(table: table, column: column, found: nil) }
        return value
    }
}

extension Columns {
    /// The name of a post in lists.
    func heading() throws -> String { try Post.heading(title: self["title"], excerpt: self["excerpt"]) }

    /// See `Post.isWanted`.
    func isWanted() throws -> Bool {
        let (publication, deletedAt): (Publication, Instant?) = (try self["publication"], try self["deletedAt"])
        return publication == .wanted && deletedAt == nil
    }
}

extension Row {
    func columns(of table: String) -> Columns { Columns(self, of: table) }
}

/// A value in the store's file that its column cannot have.
struct BadValue: Error, Hashable, CustomStringConvertible {
    let table, column: String
    /// At most 80 characters of it.
    let found: String
    let reason: String?

    private static let foundMax = 80
    private static let reasonMax = 200

    init(table: String, column: String, found: SQLValue?, reason: String? = nil) {
        self.table = table
        self.column = column
        self.found = BadValue.words(found)
        self.reason = reason.map { BadValue.shown($0, BadValue.reasonMax) }
    }

    var description: String { "\(table).\(column) is \(found).\(reason.map { " \($0)" } ?? "")" }

    private static func words(_ found: SQLValue?) -> String {
        switch found {
        case nil: "missing"
        case .null?: "NULL"
        case .integer(let number)?: "\(number)"
        case .double(let number)?: "\(number)"
        case .text(let text)?: "“\(shown(text, foundMax))”"
        case .bytes(let bytes)?: "a BLOB of \(bytes.count) bytes"
        }
    }

    /// Without control characters, which a terminal would obey.
    private static func shown(_ text: String, _ lengthMax: Int) -> String {
        let scalars = text.unicodeScalars.prefix(lengthMax).map { $0.properties.generalCategory == .control ? "·" : $0 }
        return String(String.UnicodeScalarView(scalars)) + (text.unicodeScalars.count > lengthMax ? "…" : "")
    }
}

// MARK: - Values

/// A type that a column can have.
protocol StoredValue {
    /// - Returns: nil when the storage is of another type or out of range.
    /// - Throws: the rule of the type that it breaks.
    init?(stored: SQLValue) throws
}

/// A type made of an INTEGER.
protocol StoredInteger: StoredValue { init?(storedInteger: Int64) }

extension StoredInteger {
    init?(stored: SQLValue) throws {
        guard case .integer(let number) = stored else { return nil }
        self.init(storedInteger: number)
    }
}

extension Int64: StoredInteger { init?(storedInteger number: Int64) { self = number } }
extension Int: StoredInteger { init?(storedInteger number: Int64) { self.init(exactly: number) } }
extension UInt32: StoredInteger { init?(storedInteger number: Int64) { self.init(exactly: number) } }
extension Bool: StoredInteger {
    init?(storedInteger number: Int64) {
        guard (0...1).contains(number) else { return nil }
        self = number == 1
    }
}
extension Instant: StoredInteger { init?(storedInteger number: Int64) { self.init(microseconds: number) } }
extension Posts.Span: StoredInteger { init?(storedInteger number: Int64) { self.init(microseconds: number) } }
extension UserID: StoredInteger { init?(storedInteger number: Int64) { self.init(number) } }
extension DeliveryID: StoredInteger { init?(storedInteger number: Int64) { self.init(number) } }
extension Revision: StoredInteger {
    init?(storedInteger number: Int64) {
        guard number >= 1 else { return nil }
        self.init(number)
    }
}

extension Double: StoredValue {
    init?(stored: SQLValue) throws {
        guard case .double(let number) = stored else { return nil }
        self = number
    }
}

extension [UInt8]: StoredValue {
    init?(stored: SQLValue) throws {
        guard case .bytes(let bytes) = stored else { return nil }
        self = bytes
    }
}

/// A type made of a TEXT.
protocol StoredText: StoredValue { init?(storedText: String) throws }

extension StoredText {
    init?(stored: SQLValue) throws {
        guard case .text(let text) = stored else { return nil }
        try self.init(storedText: text)
    }
}

extension String: StoredText { init?(storedText text: String) { self = text } }
extension PostID: StoredText { init?(storedText text: String) { self.init(text) } }
extension MediaID: StoredText { init?(storedText text: String) { self.init(text) } }
extension WindowID: StoredText { init?(storedText text: String) { self.init(text) } }
extension PanelID: StoredText { init?(storedText text: String) { self.init(text) } }
extension BootID: StoredText { init?(storedText text: String) { self.init(text) } }
extension ArrangementName: StoredText { init?(storedText text: String) { self.init(kept: text) } }
extension Language: StoredText { init?(storedText text: String) throws { try self.init(text) } }
extension PostPath: StoredText { init?(storedText text: String) { self.init(kept: text) } }
extension Slug: StoredText { init?(storedText text: String) { self.init(kept: text) } }
extension TargetName: StoredText { init?(storedText text: String) { self.init(kept: text) } }
extension WallClock: StoredText { init?(storedText text: String) throws { try self.init(text) } }
extension ZoneName: StoredText { init?(storedText text: String) throws { try self.init(text) } }

/// Words, of which a column has one.
extension StoredText where Self: RawRepresentable<String> {
    init?(storedText text: String) throws { self.init(rawValue: text) }
}

extension CommandKind: StoredText {}
extension DeliveryKind: StoredText {}
extension DeliveryState.Block: StoredText {}
extension DeliveryState.Word: StoredText {}
extension LogEvent.Kind: StoredText {}
extension NotificationMeans: StoredText {}
extension OperatorNotification.Outcome: StoredText {}
extension Origin.Format: StoredText {}
extension OriginPrivacy: StoredText {}
extension PictureKind: StoredText {}
extension PostKind: StoredText {}
extension PostState: StoredText {}
extension Publication: StoredText {}
extension SizeClass: StoredText {}

/// 64 lower-case hexadecimal digits. Files are named after them.
struct StoredDigest: StoredText {
    let text: String

    init?(storedText text: String) {
        guard text.utf8.count == 64, text.utf8.allSatisfy(MediaID.isDigit) else { return nil }
        self.text = text
    }
}

/// Words with a space between them.
struct StoredScopes: StoredText {
    let scopes: Set<Scope>

    init?(storedText text: String) {
        var scopes: Set<Scope> = []
        for word in text.split(separator: " ") {
            guard let scope = Scope(rawValue: String(word)) else { return nil }
            scopes.insert(scope)
        }
        self.scopes = scopes
    }
}

/// Tags with a comma between them, which no tag contains.
struct StoredTags: StoredText {
    let tags: [Tag]

    init?(storedText text: String) {
        tags = text.utf8.split(separator: UInt8(ascii: ",")).compactMap { Tag(kept: String(Substring($0))) }
    }
}

struct StoredJSON<Value: Decodable>: StoredText {
    let value: Value

    init?(storedText text: String) throws {
        guard let value = try? JSONCoding.decode(Value.self, from: Array(text.utf8)) else { return nil }
        self.value = value
    }
}
