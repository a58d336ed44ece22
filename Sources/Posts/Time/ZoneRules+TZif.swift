extension ZoneRules {
    /// Parses a compiled time zone file, version 1 to 4 (RFC 9636). For version 2 and later it uses only the 64-bit
    /// part.
    ///
    /// - Throws: the error in the file. Files with leap seconds are rejected, because instants here count none.
    package init(tzif bytes: [UInt8]) throws(ZoneFileError) {
        // The longest file of the database has less than 4 kB.
        guard bytes.count <= 1_000_000 else { throw .tooLong(bytes.count) }
        var reader = TZifReader(bytes: bytes)
        let header = try reader.header()
        guard header.version >= UInt8(ascii: "2") else {
            self = try reader.rules(header, timeSize: 4)
            return
        }
        _ = try reader.take(header.blockSize(timeSize: 4))
        self = try reader.rules(try reader.header(), timeSize: 8)
    }
}

/// Why a file does not contain a time zone.
package enum ZoneFileError: Error, Equatable, Sendable, CustomStringConvertible {
    case notTZif
    case tooLong(Int)
    case truncated
    case badCounts
    case leapSeconds
    case unsortedTransitions
    case badType
    case badRule(String)

    package var description: String {
        switch self {
        case .notTZif: "This is not a compiled time zone file. It does not begin with “TZif”."
        case .tooLong(let count): "The time zone file has \(count) bytes. No real one has more than 1,000,000."
        case .truncated: "The time zone file ends too early. Reinstall the package tzdata."
        case .badCounts: "The time zone file announces impossible numbers of entries. Reinstall the package tzdata."
        case .leapSeconds: "The time zone file counts leap seconds. Use the zone of the same name without “right/”."
        case .unsortedTransitions: "The time zone file's transitions are out of order. Reinstall the package tzdata."
        case .badType: "The time zone file has an impossible clock setting. Reinstall the package tzdata."
        case .badRule(let found):
            "The time zone file ends with the rule “\(found)”, which cannot be read. Reinstall the package tzdata."
        }
    }
}

private struct TZifHeader {
    let version: UInt8
    let isUTCount, isStandardCount, leapCount, timeCount, typeCount, characterCount: Int

    /// The size in bytes of the data after the header. The counts have 32 bits each, so the sum cannot overflow.
    func blockSize(timeSize: Int) -> Int {
        timeCount * timeSize + timeCount + typeCount * 6 + characterCount
            + leapCount * (timeSize + 4) + isStandardCount + isUTCount
    }
}

private struct TZifReader {
    let bytes: [UInt8]
    var position = 0

    mutating func take(_ count: Int) throws(ZoneFileError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw .truncated }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    mutating func header() throws(ZoneFileError) -> TZifHeader {
        guard bytes.dropFirst(position).starts(with: "TZif".utf8) else { throw .notTZif }
        _ = try take(4)
        let version = try take(1).first ?? 0
        _ = try take(15)
        var counts: [Int] = []
        for _ in 0..<6 { counts.append(integer(try take(4)) & 0xFFFF_FFFF) }
        return TZifHeader(
            version: version, isUTCount: counts[0], isStandardCount: counts[1], leapCount: counts[2],
            timeCount: counts[3], typeCount: counts[4], characterCount: counts[5])
    }

    mutating func rules(_ header: TZifHeader, timeSize: Int) throws(ZoneFileError) -> ZoneRules {
        let areIndicatorsWhole =
            [0, header.typeCount].contains(header.isUTCount)
            && [0, header.typeCount].contains(header.isStandardCount)
        guard (1...256).contains(header.typeCount), header.characterCount > 0, areIndicatorsWhole else {
            throw .badCounts
        }
        guard header.leapCount == 0 else { throw .leapSeconds }
        let times = try times(header.timeCount, size: timeSize)
        let indexes = try take(header.timeCount)
        let offsets = try offsets(try take(header.typeCount * 6))
        _ = try take(header.characterCount + header.isStandardCount + header.isUTCount)
        var transitions: [ZoneTransition] = []
        for (time, index) in zip(times, indexes) {
            guard Int(index) < offsets.count else { throw .badType }
            transitions.append(ZoneTransition(second: time, offset: offsets[Int(index)]))
        }
        return ZoneRules(
            transitions: transitions, initialOffset: offsets[0], cycle: timeSize == 8 ? try cycle() : nil)
    }

    private mutating func times(_ count: Int, size: Int) throws(ZoneFileError) -> [Int] {
        let block = try take(count * size)
        let times = stride(from: block.startIndex, to: block.endIndex, by: size).map { start in
            integer(block[start..<(start + size)])
        }
        guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .unsortedTransitions }
        return times
    }

    private func offsets(_ types: ArraySlice<UInt8>) throws(ZoneFileError) -> [Int] {
        var offsets: [Int] = []
        for start in stride(from: types.startIndex, to: types.endIndex, by: 6) {
            let offset = integer(types[start..<(start + 4)])
            guard abs(offset) < 26 * 3600, types[start + 4] <= 1 else { throw .badType }
            offsets.append(offset)
        }
        return offsets
    }

    /// Parses the rule between two newlines; nil if it is empty.
    private mutating func cycle() throws(ZoneFileError) -> ZoneCycle? {
        guard try take(1).first == .newline else { throw .badRule("") }
        let text = bytes.dropFirst(position).prefix { $0 != .newline }
        guard text.endIndex < bytes.endIndex else { throw .truncated }
        guard !text.isEmpty else { return nil }
        let rule = String(decoding: text, as: UTF8.self)
        guard let cycle = ZoneCycle(posix: rule) else { throw .badRule(rule.shortened) }
        return cycle
    }

    /// Big-endian, two's complement; 4 or 8 bytes.
    private func integer(_ bytes: ArraySlice<UInt8>) -> Int {
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return bytes.count == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(bitPattern: bits))
    }
}
