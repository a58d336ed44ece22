import Digests

/// A position in a list, from which the next page continues. It is opaque, and valid for its own list only.
package struct Cursor: Hashable, Sendable {
    package let text: String
    /// - Parameter text: any text from a request. `position(in:)` checks it.
    package init(_ text: String) { self.text = text }

    /// - Parameter list: names the list, its filter and its order.
    package init(_ first: Int64, _ second: Int64 = 0, list: String) {
        let position = Cursor.bytes(first) + Cursor.bytes(second)
        text = (position + Cursor.seal(position, list)).base64URL
    }

    /// - Throws: `badCursor` when it is not a cursor of `list`.
    package func position(in list: String) throws(StoreError) -> (Int64, Int64) {
        guard text.utf8.count == 32, let bytes = [UInt8](base64URL: text), bytes.count == 24,
            Array(bytes[16...]) == Cursor.seal(Array(bytes[..<16]), list)
        else { throw .badCursor }
        return (Cursor.integer(bytes[..<8]), Cursor.integer(bytes[8..<16]))
    }

    /// Eight bytes that depend on the position and the list. They are not a secret: a forged cursor shows nothing beyond its
    /// list.
    private static func seal(_ position: [UInt8], _ list: String) -> [UInt8] {
        Array(SHA256.hash(position + Array(list.utf8)).prefix(8))
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        let bits = UInt64(bitPattern: number)
        return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

/// One page of a list.
package struct Page<Item: Sendable>: Sendable {
    package let items: [Item]
    /// Where the next page begins; nil after the last.
    package let next: Cursor?

    func map<Other>(_ change: (Item) -> Other) -> Page<Other> { Page<Other>(items: items.map(change), next: next) }
}

/// The bounds of one page of a list, in rows and in bytes. They keep every answer near `bytes`, whatever the rows hold.
package struct PageRoom: Sendable {
    let rows: Int
    /// A page ends before the row that would exceed it, but has at least one row.
    let bytes: Int

    static let rowsMax = 500
    /// A page reads over so many damaged rows.
    static let spoiledMax = 50
    package static let bytesMax = 4_000_000

    /// - Parameter rows: clamped to 1...`rowsMax`.
    init(rows: Int, bytes: Int) {
        self.rows = min(max(rows, 1), PageRoom.rowsMax)
        self.bytes = bytes
    }
}
