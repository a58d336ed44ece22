/// Byte search for every preview and every save, which rarely finds a picture. The standard library's search compares
/// characters and takes longer than rendering.
extension Span<UInt8> {
    /// The first position of `pattern` at or after `start`; nil if there is none or the pattern is empty.
    func firstIndex(of pattern: Span<UInt8>, from start: Int = 0) -> Int? {
        let last = pattern.count - 1
        guard last >= 0, start >= 0 else { return nil }
        var end = start + last
        while end < count {
            if self[end] == pattern[last], isEqual(to: pattern, from: end - last) { return end - last }
            end += 1
        }
        return nil
    }

    private func isEqual(to pattern: Span<UInt8>, from start: Int) -> Bool {
        for offset in 0..<pattern.count where self[start + offset] != pattern[offset] { return false }
        return true
    }
}
