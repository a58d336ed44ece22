import FoundationEssentials
import Posts

/// Writes a value as JSON straight into bytes, with its keys in order and its slashes plain.
///
/// Foundation's encoder gives the same bytes and builds a tree of boxes first, which was three quarters of what a list of
/// posts cost. Values that take their containers apart themselves (`nestedContainer`, `superEncoder`) are left to it: here
/// a value is written from its beginning to its end.
enum JSONWriter {
    /// - Returns: nil when Foundation's encoder has to do it.
    static func encode(_ value: some Encodable) throws -> [UInt8]? {
        let sheet = Sheet()
        sheet.bytes.reserveCapacity(4096)
        try sheet.writeValue(value)
        return sheet.isBeyond ? nil : sheet.bytes
    }
}

/// What has been written. All writers of one value share it, and each call touches the bytes once: that nobody else does
/// meanwhile is checked while it runs, and was a tenth of the whole.
private final class Sheet {
    var bytes: [UInt8] = []
    /// Of the objects that are not finished yet, the inner ones last.
    var members: [Member] = []
    /// Whether something was asked for that is not done here.
    var isBeyond = false

    struct Member {
        let key: String
        /// Of key, colon and value.
        let place: Range<Int>
    }

    func writeValue(_ value: some Encodable) throws {
        if let value = value as? any JSONWritable {
            var written: [UInt8] = []
            swap(&written, &bytes)
            bytes = try JSONObject.append(value, to: written)
            return
        }
        let writer = ValueWriter(self)
        try value.encode(to: writer)
        writer.finish()
    }

    /// Writes a member that is no object or list.
    func writeMember(_ key: String, isFirst: Bool, _ write: (inout [UInt8]) throws -> Void) rethrows {
        let start = bytes.count
        try bytes.append(member: key, isFirst: isFirst, write)
        members.append(Member(key: key, place: (isFirst ? start : start + 1)..<bytes.count))
    }

    func writeMember(_ key: String, isFirst: Bool, value: some Encodable) throws {
        let start = bytes.count
        bytes.append(member: key, isFirst: isFirst) { _ in }
        try writeValue(value)
        members.append(Member(key: key, place: (isFirst ? start : start + 1)..<bytes.count))
    }

    /// Closes the object whose members are those from `first` on, with its keys in order.
    /// - Parameter start: where its brace stands.
    func closeObject(from start: Int, members first: Int) {
        defer { members.removeSubrange(first...) }
        let isInOrder = zip(members[first...], members[first...].dropFirst()).allSatisfy { $0.key < $1.key }
        guard !isInOrder else { return bytes.append(UInt8(ascii: "}")) }
        members[first...].sort { $0.key < $1.key }
        var ordered: [UInt8] = []
        ordered.reserveCapacity(bytes.count - start + 1)
        for member in members[first...] {
            ordered.append(ordered.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
            ordered.append(contentsOf: bytes[member.place])
        }
        ordered.append(UInt8(ascii: "}"))
        bytes.replaceSubrange(start..., with: ordered)
    }
}

extension [UInt8] {
    fileprivate mutating func append(
        member key: String, isFirst: Bool, _ write: (inout [UInt8]) throws -> Void
    ) rethrows {
        if !isFirst { append(UInt8(ascii: ",")) }
        self.write(key)
        append(UInt8(ascii: ":"))
        try write(&self)
    }

    mutating func write(_ flag: Bool) { append(contentsOf: (flag ? "true" : "false").utf8) }
    mutating func write(_ number: some BinaryInteger) { append(contentsOf: String(number).utf8) }
    fileprivate mutating func writeNull() { append(contentsOf: "null".utf8) }

    /// As short as it comes back the same; whole ones without a fraction.
    fileprivate mutating func write(fraction number: some BinaryFloatingPoint & CustomStringConvertible) throws {
        guard number.isFinite else {
            let words = "JSON has no \(number)."
            throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: words))
        }
        let text = number.description
        append(contentsOf: (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
    }

    mutating func write(_ text: String) {
        var text = text
        append(UInt8(ascii: "\""))
        text.withUTF8 { text in
            // Nearly all of a text stands as it is, so it is copied in long pieces.
            var start = 0
            while start < text.count {
                let end = unsafe JSONSpecials.first(in: text.span, from: start)
                unsafe append(contentsOf: text[start..<end])
                if end < text.count { append(escaped: unsafe text[end]) }
                start = end + 1
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// A quotation mark, a backslash or a control character.
    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case 0x08: appendEscape(UInt8(ascii: "b"))
        case 0x09: appendEscape(UInt8(ascii: "t"))
        case 0x0A: appendEscape(UInt8(ascii: "n"))
        case 0x0C: appendEscape(UInt8(ascii: "f"))
        case 0x0D: appendEscape(UInt8(ascii: "r"))
        case ..<0x20: append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
        default: appendEscape(byte)
        }
    }

    private mutating func appendEscape(_ letter: UInt8) {
        append(UInt8(ascii: "\\"))
        append(letter)
    }
}

/// What a value writes itself into.
private final class ValueWriter: Encoder {
    let sheet: Sheet
    private let start: Int
    private let firstMember: Int
    private var form = Form.nothing
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private enum Form { case nothing, plain, object, list }

    init(_ sheet: Sheet) {
        self.sheet = sheet
        start = sheet.bytes.count
        firstMember = sheet.members.count
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if form != .object { sheet.bytes.append(UInt8(ascii: "{")) }
        form = .object
        return KeyedEncodingContainer(ObjectWriter<Key>(sheet: sheet, firstMember: firstMember))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if form != .list { sheet.bytes.append(UInt8(ascii: "[")) }
        form = .list
        return ListWriter(sheet: sheet)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        form = .plain
        return PlainWriter(sheet: sheet)
    }

    /// To be called when the value has written all of itself.
    func finish() {
        switch form {
        case .plain: break
        case .nothing: sheet.bytes.append(contentsOf: "{}".utf8)
        case .list: sheet.bytes.append(UInt8(ascii: "]"))
        case .object: sheet.closeObject(from: start, members: firstMember)
        }
    }
}

extension Sheet {
    /// For what Foundation has to do: a place for words that nobody will read.
    func giveUp() -> ValueWriter {
        isBeyond = true
        return ValueWriter(Sheet())
    }
}

private struct ObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let sheet: Sheet
    let firstMember: Int
    var codingPath: [any CodingKey] { [] }

    private func put(_ key: Key, _ write: (inout [UInt8]) throws -> Void) rethrows {
        try sheet.writeMember(key.stringValue, isFirst: sheet.members.count == firstMember, write)
    }

    func encodeNil(forKey key: Key) { put(key) { $0.writeNull() } }
    func encode(_ value: Bool, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: String, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: Double, forKey key: Key) throws { try put(key) { try $0.write(fraction: value) } }
    func encode(_ value: Float, forKey key: Key) throws { try put(key) { try $0.write(fraction: value) } }
    func encode(_ value: Int, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: Int8, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: Int16, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: Int32, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: Int64, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: UInt, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: UInt8, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: UInt16, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: UInt32, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: UInt64, forKey key: Key) { put(key) { $0.write(value) } }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try sheet.writeMember(key.stringValue, isFirst: sheet.members.count == firstMember, value: value)
    }

    func nestedContainer<Other: CodingKey>(
        keyedBy type: Other.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Other> { sheet.giveUp().container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { sheet.giveUp().unkeyedContainer() }
    func superEncoder() -> any Encoder { sheet.giveUp() }
    func superEncoder(forKey key: Key) -> any Encoder { sheet.giveUp() }
}

private struct ListWriter: UnkeyedEncodingContainer {
    let sheet: Sheet
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(sheet: Sheet) { self.sheet = sheet }

    private mutating func put(_ write: (inout [UInt8]) throws -> Void) rethrows {
        if count > 0 { sheet.bytes.append(UInt8(ascii: ",")) }
        try write(&sheet.bytes)
        count += 1
    }

    mutating func encodeNil() { put { $0.writeNull() } }
    mutating func encode(_ value: Bool) { put { $0.write(value) } }
    mutating func encode(_ value: String) { put { $0.write(value) } }
    mutating func encode(_ value: Double) throws { try put { try $0.write(fraction: value) } }
    mutating func encode(_ value: Float) throws { try put { try $0.write(fraction: value) } }
    mutating func encode(_ value: Int) { put { $0.write(value) } }
    mutating func encode(_ value: Int8) { put { $0.write(value) } }
    mutating func encode(_ value: Int16) { put { $0.write(value) } }
    mutating func encode(_ value: Int32) { put { $0.write(value) } }
    mutating func encode(_ value: Int64) { put { $0.write(value) } }
    mutating func encode(_ value: UInt) { put { $0.write(value) } }
    mutating func encode(_ value: UInt8) { put { $0.write(value) } }
    mutating func encode(_ value: UInt16) { put { $0.write(value) } }
    mutating func encode(_ value: UInt32) { put { $0.write(value) } }
    mutating func encode(_ value: UInt64) { put { $0.write(value) } }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        put { _ in }
        try sheet.writeValue(value)
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        sheet.giveUp().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { sheet.giveUp().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { sheet.giveUp() }
}

private struct PlainWriter: SingleValueEncodingContainer {
    let sheet: Sheet
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { sheet.bytes.writeNull() }
    func encode(_ value: Bool) { sheet.bytes.write(value) }
    func encode(_ value: String) { sheet.bytes.write(value) }
    func encode(_ value: Double) throws { try sheet.bytes.write(fraction: value) }
    func encode(_ value: Float) throws { try sheet.bytes.write(fraction: value) }
    func encode(_ value: Int) { sheet.bytes.write(value) }
    func encode(_ value: Int8) { sheet.bytes.write(value) }
    func encode(_ value: Int16) { sheet.bytes.write(value) }
    func encode(_ value: Int32) { sheet.bytes.write(value) }
    func encode(_ value: Int64) { sheet.bytes.write(value) }
    func encode(_ value: UInt) { sheet.bytes.write(value) }
    func encode(_ value: UInt8) { sheet.bytes.write(value) }
    func encode(_ value: UInt16) { sheet.bytes.write(value) }
    func encode(_ value: UInt32) { sheet.bytes.write(value) }
    func encode(_ value: UInt64) { sheet.bytes.write(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try sheet.writeValue(value) }
}
