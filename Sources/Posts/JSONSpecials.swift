/// The bytes that do not stand for themselves in a JSON text: control characters, the quotation mark and the backslash.
package enum JSONSpecials {
    /// - Returns: where the first one at or behind `start` stands; the end when there is none.
    package static func first(in text: Swift.Span<UInt8>, from start: Int = 0) -> Int {
        var place = start
        // Lines are long and specials few: eight at a time.
        while text.count - place >= 8 {
            let word = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
            guard (below(0x20, word) | holds(0x22, word) | holds(0x5C, word)) & 0x8080_8080_8080_8080 == 0 else {
                break
            }
            place += 8
        }
        while place < text.count, text[place] >= 0x20, text[place] != 0x22, text[place] != 0x5C { place += 1 }
        return place
    }

    /// The highest bit of some byte is set when one of the eight is less than `limit`, which is at most 0x80.
    ///
    /// Source: https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord
    private static func below(_ limit: UInt64, _ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101 &* limit) & ~word
    }

    /// The same when one of the eight is `byte`.
    private static func holds(_ byte: UInt64, _ word: UInt64) -> UInt64 {
        below(1, word ^ (0x0101_0101_0101_0101 &* byte))
    }
}
