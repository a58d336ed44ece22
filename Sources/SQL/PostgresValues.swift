import CPostgres

/// The columns of a statement's rows, found by name.
final class PostgresColumns {
    private var places: [String: Int32] = [:]

    /// PostgreSQL writes the names of a statement in small letters, and so does `PQfnumber`.
    /// - Returns: −1 for one that is not there.
    func place(of name: String, in answer: OpaquePointer?) -> Int32 {
        if let known = places[name] { return known }
        let place = PQfnumber(answer, name)
        places[name] = place
        return place
    }
}

/// A row of an answer.
final class PostgresRow: Row {
    private let answer: OpaquePointer?
    private let columns: PostgresColumns
    var index: Int32 = 0

    init(_ answer: OpaquePointer?, _ columns: PostgresColumns) { (self.answer, self.columns) = (answer, columns) }

    subscript(column: String) -> SQLValue? {
        let place = columns.place(of: column, in: answer)
        return place < 0 ? nil : SQLValue(answer, index, place)
    }

    var first: SQLValue { PQnfields(answer) > 0 ? SQLValue(answer, index, 0) : .null }
}

extension SQLValue {
    /// - Parameter answer: in PostgreSQL's binary form. Types that Galley does not use give the bytes as they are.
    fileprivate init(_ answer: OpaquePointer?, _ row: Int32, _ column: Int32) {
        guard PQgetisnull(answer, row, column) == 0, let start = PQgetvalue(answer, row, column) else {
            self = .null
            return
        }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(answer, row, column)))
        switch (PQftype(answer, column), bytes.count) {
        case (Oid.int8, 8): self = .integer(Int64(bitPattern: bytes.bits()))
        case (Oid.int4, 4): self = .integer(Int64(Int32(bitPattern: bytes.bits())))
        case (Oid.int2, 2): self = .integer(Int64(Int16(bitPattern: bytes.bits())))
        case (Oid.bool, 1): self = .integer(bytes[0] == 0 ? 0 : 1)
        case (Oid.float8, 8): self = .double(Double(bitPattern: bytes.bits()))
        case (Oid.text, _), (Oid.varchar, _), (Oid.name, _), (Oid.unknown, _):
            self = .text(String(decoding: bytes, as: UTF8.self))
        default: self = .bytes([UInt8](bytes))
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The number with the most significant byte first. The caller has compared the length.
    fileprivate func bits<Bits: FixedWidthInteger & UnsignedInteger>() -> Bits {
        reduce(into: Bits.zero) { $0 = ($0 << 8) | Bits($1) }
    }
}

/// Numbers of built-in types, which never change (`pg_type.dat` of PostgreSQL).
extension Oid {
    fileprivate static let bool: Oid = 16, bytea: Oid = 17, name: Oid = 19, int8: Oid = 20, int2: Oid = 21,
        int4: Oid = 23
    fileprivate static let text: Oid = 25, float8: Oid = 701, unknown: Oid = 705, varchar: Oid = 1043
}

extension SQLType {
    var oid: Oid {
        switch self {
        case .boolean: .bool
        case .integer: .int8
        case .double: .float8
        case .text: .text
        case .bytes: .bytea
        }
    }
}

/// The arguments of a statement in PostgreSQL's binary form, one behind the other.
struct PostgresArguments {
    private var bytes: [UInt8] = []
    /// Where each begins; nil for NULL.
    private var starts: [Int?] = []
    private(set) var lengths: [Int32] = []
    let formats: [Int32]

    init(_ arguments: [any SQLArgument]) {
        formats = Array(repeating: 1, count: arguments.count)
        for argument in arguments {
            let start = bytes.count
            let isThere = add(argument.stored, as: type(of: argument).type)
            starts.append(isThere ? start : nil)
            lengths.append(Int32(clamping: bytes.count - start))
        }
        // An empty value has an address, too.
        bytes.append(0)
    }

    /// - Returns: false for NULL.
    private mutating func add(_ value: SQLValue, as type: SQLType) -> Bool {
        switch value {
        case .null: return false
        case .integer(let number) where type == .boolean: bytes.append(number == 0 ? 0 : 1)
        case .integer(let number): add(UInt64(bitPattern: number))
        case .double(let number): add(number.bitPattern)
        // PostgreSQL refuses U+0000 in a text.
        case .text(let text) where text.utf8.contains(0): bytes += text.replacing("\0", with: "\u{FFFD}").utf8
        case .text(let text): bytes += text.utf8
        case .bytes(let more): bytes += more
        }
        return true
    }

    private mutating func add(_ bits: UInt64) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
    }

    func withPointers<Value>(_ use: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value) -> Value {
        bytes.withUnsafeBufferPointer { bytes in
            let pointers = starts.map { start in
                start.flatMap { start in
                    bytes.baseAddress.map { UnsafeRawPointer($0 + start).assumingMemoryBound(to: CChar.self) }
                }
            }
            return pointers.withUnsafeBufferPointer { use($0.baseAddress) }
        }
    }
}
