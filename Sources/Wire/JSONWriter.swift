import FoundationEssentials

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

/// The bytes that have been written. All writers of one value share it.
private final class Sheet {
    var bytes: [UInt8] = []
    /// Whether something was asked for that is not done here.
    var isBeyond = false

    func writeValue(_ value: some Encodable) throws {
        let writer = ValueWriter(self)
        try value.encode(to: writer)
        writer.finish()
    }

    func write(_ flag: Bool) { bytes.append(contentsOf: (flag ? "true" : "false").utf8) }
    func writeNumber(_ number: some BinaryInteger) { bytes.append(contentsOf: String(number).utf8) }
    func writeNull() { bytes.append(contentsOf: "null".utf8) }

    /// As short as it comes back the same; whole ones without a fraction.
    func writeFraction(_ number: some BinaryFloatingPoint & CustomStringConvertible) throws {
        guard number.isFinite else {
            let words = "JSON has no \(number)."
            throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: words))
        }
        let text = number.description
        bytes.append(contentsOf: (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
    }

    func write(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { text in
            // Nearly all of a text stands as it is, so it is copied in long pieces.
            var start = text.startIndex
            for place in text.indices {
                let byte = unsafe text[place]
                guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
                unsafe bytes.append(contentsOf: text[start..<place])
                writeEscaped(byte)
                start = place + 1
            }
            unsafe bytes.append(contentsOf: text[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A quotation mark, a backslash or a control character.
    private func writeEscaped(_ byte: UInt8) {
        switch byte {
        case 0x08: writeEscape(UInt8(ascii: "b"))
        case 0x09: writeEscape(UInt8(ascii: "t"))
        case 0x0A: writeEscape(UInt8(ascii: "n"))
        case 0x0C: writeEscape(UInt8(ascii: "f"))
        case 0x0D: writeEscape(UInt8(ascii: "r"))
        case ..<0x20: bytes.append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
        default: writeEscape(byte)
        }
    }

    private func writeEscape(_ letter: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
    }
}

/// What a value writes itself into.
private final class ValueWriter: Encoder {
    let sheet: Sheet
    let start: Int
    var form = Form.nothing
    /// Of an object: where in the sheet the value of each key stands.
    var members: [(key: String, value: Range<Int>)] = []
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    enum Form { case nothing, plain, object, list }

    init(_ sheet: Sheet) {
        self.sheet = sheet
        start = sheet.bytes.count
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        form = .object
        return KeyedEncodingContainer(ObjectWriter<Key>(writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if form != .list { sheet.bytes.append(UInt8(ascii: "[")) }
        form = .list
        return ListWriter(writer: self)
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
        case .object: putInOrder()
        }
    }

    private func putInOrder() {
        members.sort { $0.key < $1.key }
        let ordered = Sheet()
        ordered.bytes.reserveCapacity(sheet.bytes.count - start + members.count * 24 + 2)
        ordered.bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { ordered.bytes.append(UInt8(ascii: ",")) }
            ordered.write(member.key)
            ordered.bytes.append(UInt8(ascii: ":"))
            ordered.bytes.append(contentsOf: sheet.bytes[member.value])
        }
        ordered.bytes.append(UInt8(ascii: "}"))
        sheet.bytes.replaceSubrange(start..., with: ordered.bytes)
    }

    /// For what Foundation has to do: a place for words that nobody will read.
    func giveUp() -> ValueWriter {
        sheet.isBeyond = true
        return ValueWriter(Sheet())
    }
}

private struct ObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: ValueWriter
    var codingPath: [any CodingKey] { [] }

    private func put(_ key: Key, _ write: (Sheet) throws -> Void) rethrows {
        let start = writer.sheet.bytes.count
        try write(writer.sheet)
        writer.members.append((key.stringValue, start..<writer.sheet.bytes.count))
    }

    func encodeNil(forKey key: Key) { put(key) { $0.writeNull() } }
    func encode(_ value: Bool, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: String, forKey key: Key) { put(key) { $0.write(value) } }
    func encode(_ value: Double, forKey key: Key) throws { try put(key) { try $0.writeFraction(value) } }
    func encode(_ value: Float, forKey key: Key) throws { try put(key) { try $0.writeFraction(value) } }
    func encode(_ value: Int, forKey key: Key) { put(key) { $0.writeNumber(value) } }
    func encode(_ value: Int8, forKey key: Key) { put(key) { $0.writeNumber(value) } }
    func encode(_ value: Int16, forKey key: Key) { put(key) { $0.writeNumber(value) } }
    func encode(_ value: Int32, forKey key: Key) { put(key) { $0.writeNumber(value) } }
    func encode(_ value: Int64, forKey key: Key) { put(key) { $0.writeNumber(value) } }
    func encode(_ value: UInt, forKey key: Key) { put(key) { $0.writeNumber(value) } }
    func encode(_ value: UInt8, forKey key: Key) { put(key) { $0.writeNumber(value) } }
    func encode(_ value: UInt16, forKey key: Key) { put(key) { $0.writeNumber(value) } }
    func encode(_ value: UInt32, forKey key: Key) { put(key) { $0.writeNumber(value) } }
    func encode(_ value: UInt64, forKey key: Key) { put(key) { $0.writeNumber(value) } }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try put(key) { try $0.writeValue(value) } }

    func nestedContainer<Other: CodingKey>(
        keyedBy type: Other.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Other> { writer.giveUp().container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { writer.giveUp().unkeyedContainer() }
    func superEncoder() -> any Encoder { writer.giveUp() }
    func superEncoder(forKey key: Key) -> any Encoder { writer.giveUp() }
}

private struct ListWriter: UnkeyedEncodingContainer {
    let writer: ValueWriter
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(writer: ValueWriter) { self.writer = writer }

    private mutating func put(_ write: (Sheet) throws -> Void) rethrows {
        if count > 0 { writer.sheet.bytes.append(UInt8(ascii: ",")) }
        try write(writer.sheet)
        count += 1
    }

    mutating func encodeNil() { put { $0.writeNull() } }
    mutating func encode(_ value: Bool) { put { $0.write(value) } }
    mutating func encode(_ value: String) { put { $0.write(value) } }
    mutating func encode(_ value: Double) throws { try put { try $0.writeFraction(value) } }
    mutating func encode(_ value: Float) throws { try put { try $0.writeFraction(value) } }
    mutating func encode(_ value: Int) { put { $0.writeNumber(value) } }
    mutating func encode(_ value: Int8) { put { $0.writeNumber(value) } }
    mutating func encode(_ value: Int16) { put { $0.writeNumber(value) } }
    mutating func encode(_ value: Int32) { put { $0.writeNumber(value) } }
    mutating func encode(_ value: Int64) { put { $0.writeNumber(value) } }
    mutating func encode(_ value: UInt) { put { $0.writeNumber(value) } }
    mutating func encode(_ value: UInt8) { put { $0.writeNumber(value) } }
    mutating func encode(_ value: UInt16) { put { $0.writeNumber(value) } }
    mutating func encode(_ value: UInt32) { put { $0.writeNumber(value) } }
    mutating func encode(_ value: UInt64) { put { $0.writeNumber(value) } }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try put { try $0.writeValue(value) } }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        writer.giveUp().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { writer.giveUp().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { writer.giveUp() }
}

private struct PlainWriter: SingleValueEncodingContainer {
    let sheet: Sheet
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { sheet.writeNull() }
    func encode(_ value: Bool) { sheet.write(value) }
    func encode(_ value: String) { sheet.write(value) }
    func encode(_ value: Double) throws { try sheet.writeFraction(value) }
    func encode(_ value: Float) throws { try sheet.writeFraction(value) }
    func encode(_ value: Int) { sheet.writeNumber(value) }
    func encode(_ value: Int8) { sheet.writeNumber(value) }
    func encode(_ value: Int16) { sheet.writeNumber(value) }
    func encode(_ value: Int32) { sheet.writeNumber(value) }
    func encode(_ value: Int64) { sheet.writeNumber(value) }
    func encode(_ value: UInt) { sheet.writeNumber(value) }
    func encode(_ value: UInt8) { sheet.writeNumber(value) }
    func encode(_ value: UInt16) { sheet.writeNumber(value) }
    func encode(_ value: UInt32) { sheet.writeNumber(value) }
    func encode(_ value: UInt64) { sheet.writeNumber(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try sheet.writeValue(value) }
}
