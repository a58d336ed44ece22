/// What leads from one text to another: so much of the beginning, something else, so much of the end.
///
/// An author's save changes one place, for which this is as short as any difference, and it is found in one pass.
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
