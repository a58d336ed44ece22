import CZlib

/// Compresses a text once for sending it many times.
package enum Gzip {
    /// The longest text to compress; memory holds it twice.
    package static let bytesMax = 4 << 20

    /// The text as a gzip file (RFC 1952) at the best level; takes about 25 ms per megabyte of script.
    /// - Returns: nil if the result would not be shorter, the text exceeds `bytesMax`, or memory is exhausted.
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
