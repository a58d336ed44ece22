import CZlib

/// Compresses a text once, so that it can be sent many times.
package enum Gzip {
    /// The longest text that is compressed: it is in memory as a whole, twice.
    package static let bytesMax = 4 << 20

    /// As a gzip file (RFC 1952) has it, at the best level: some 25 ms for a megabyte of script.
    /// - Returns: nil when it would not be shorter, is longer than `bytesMax`, or there is no memory for it.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count <= bytesMax else { return nil }
        let answer = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, count in
            count = bytes.withUnsafeBufferPointer {
                Int(galley_gzip($0.baseAddress, UInt32($0.count), room.baseAddress, UInt32(room.count)))
            }
        }
        return answer.isEmpty ? nil : answer
    }
}
