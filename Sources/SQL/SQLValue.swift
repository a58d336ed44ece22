/// What a column of a row holds.
package enum SQLValue: Hashable, Sendable {
    case null, integer(Int64), double(Double), text(String), bytes([UInt8])
}

/// What an argument is. NULL has a type, too: PostgreSQL cannot always find one.
package enum SQLType: Hashable, Sendable { case boolean, integer, double, text, bytes }

/// A type that an argument of a statement can have.
package protocol SQLArgument: Sendable {
    static var type: SQLType { get }
    var stored: SQLValue { get }
}

extension Int64: SQLArgument {
    package static var type: SQLType { .integer }
    package var stored: SQLValue { .integer(self) }
}

extension Int: SQLArgument {
    package static var type: SQLType { .integer }
    package var stored: SQLValue { .integer(Int64(self)) }
}

extension Bool: SQLArgument {
    package static var type: SQLType { .boolean }
    package var stored: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLArgument {
    package static var type: SQLType { .double }
    package var stored: SQLValue { .double(self) }
}

extension String: SQLArgument {
    package static var type: SQLType { .text }
    package var stored: SQLValue { .text(self) }
}

extension [UInt8]: SQLArgument {
    package static var type: SQLType { .bytes }
    package var stored: SQLValue { .bytes(self) }
}

extension Optional: SQLArgument where Wrapped: SQLArgument {
    package static var type: SQLType { Wrapped.type }
    package var stored: SQLValue { self?.stored ?? .null }
}

extension SQLArgument {
    /// NULL of this type.
    package static var null: any SQLArgument { Self?.none }
}
