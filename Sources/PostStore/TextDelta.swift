/// The difference of two texts: bytes kept from the beginning, bytes that differ, bytes kept from the end.
///
/// Most saves change one place, for which no difference is shorter, and it takes one pass.
struct TextDelta: Equatable {
    /// Bytes kept from the beginning and from the end.
    let head, tail: Int
    let middle: [UInt8]

    /// - Complexity: O(*n*)
    init(from old: [UInt8], to new: [UInt8]) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        self.head = head
        self.tail = tail
        middle = Array(new[head..<(new.count - tail)])
    }

    init(head: Int, middle: [UInt8], tail: Int) {
        self.head = head
        self.middle = middle
        self.tail = tail
    }

    /// - Returns: nil when the delta was made for another text.
    func applied(to old: [UInt8]) -> [UInt8]? {
        guard head >= 0, tail >= 0, head <= old.count, tail <= old.count else { return nil }
        return old.prefix(head) + middle + old.suffix(tail)
    }
}
