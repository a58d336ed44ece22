/// The number of quotes, list items and footnotes that a line may open. It is counted before memory is allocated for
/// them, because a line of two million `>` would make as many blocks. The result is never too low; it is too high only
/// in verbatim text.
func nestingMarkers(in line: CBytes) -> Int {
    var markers = MarkerReader(line: line)
    while markers.readOne() {}
    return markers.isThematicBreak ? 0 : markers.count
}

/// Reads the markers at the start of a line.
private struct MarkerReader {
    let line: CBytes
    private(set) var count = 0
    private var position = 0
    /// The only kind of bullet so far, if there was no other marker.
    private var bullet: UInt8?
    private var isMixed = false

    init(line: CBytes) { self.line = line }

    /// A line that consists only of hyphens or asterisks opens no list.
    var isThematicBreak: Bool { position == line.count && !isMixed && bullet != UInt8(ascii: "+") && count > 2 }

    mutating func readOne() -> Bool {
        while position < line.count, isSpace(at: position) { position += 1 }
        guard position < line.count else { return false }
        let byte = line[position]
        let isBullet = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "*")
        guard let end = isBullet ? endOfBullet : endOfOther(byte) else { return false }
        if !isBullet || (bullet ?? byte) != byte { isMixed = true }
        if isBullet { bullet = byte }
        count += 1
        position = end
        return true
    }

    private var endOfBullet: Int? { isSpace(at: position + 1) ? position + 1 : nil }

    private func endOfOther(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: ">"): position + 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"): endOfNumber
        case UInt8(ascii: "["): endOfFootnoteLabel
        default: nil
        }
    }

    /// After `1.` or `23)`.
    private var endOfNumber: Int? {
        guard let end = line[position...].prefix(10).firstIndex(where: { !(0x30...0x39).contains($0) }) else {
            return nil
        }
        guard line[end] == UInt8(ascii: ".") || line[end] == UInt8(ascii: ")"), isSpace(at: end + 1) else { return nil }
        return end + 1
    }

    /// After `[^label]:`, if the label has no spaces or brackets.
    private var endOfFootnoteLabel: Int? {
        guard line.has("[^", at: position) else { return nil }
        let label = line[(position + 2)...]
        guard let end = label.firstIndex(where: { $0 == UInt8(ascii: "]") || $0 <= 0x20 }) else { return nil }
        return line.has("]:", at: end) ? end + 2 : nil
    }

    /// Whether there is white space at `index`. The end of the line counts as white space.
    private func isSpace(at index: Int) -> Bool {
        index >= line.count || line[index] == 0x20 || (0x09...0x0D).contains(line[index])
    }
}
