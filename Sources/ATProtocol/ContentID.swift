import Digests
package import JSONTree

/// The content identifier of a record or a blob: CIDv1 with SHA-256 (https://github.com/multiformats/cid).
///
/// The CID of a record follows from its bytes, so a reply can name a record that has not been sent yet.
package struct ContentID: Hashable, Sendable, CustomStringConvertible {
    /// The version, the codec, and the digest with its kind and length: 36 bytes.
    let bytes: [UInt8]

    /// Of a record, as the network stores it.
    /// - Throws: when the record has a value that a record cannot have.
    package init(of record: JSON) throws(RecordError) {
        let codec: UInt8 = 0x71
        bytes = [1, codec, 0x12, UInt8(SHA256.byteCount)] + SHA256.hash(try DAGCBOR.encoded(record))
    }

    /// - Throws: `notACID` unless `text` is a CIDv1 with SHA-256 in base32.
    package init(_ text: String) throws(RecordError) {
        guard text.utf8.first == UInt8(ascii: "b"), let bytes = Base32.decoded(text.utf8.dropFirst()),
            bytes.count == 4 + SHA256.byteCount, bytes.starts(with: [1]), bytes[2...].starts(with: [0x12, 0x20])
        else { throw .notACID(String(text.prefix(100))) }
        self.bytes = bytes
    }

    /// In base32 with its multibase prefix: 59 characters.
    package var description: String { "b" + Base32.encoded(bytes) }
}

/// Base32 in lower case without padding (RFC 4648).
private enum Base32 {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    static func encoded(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                digits.append(alphabet[Int(bits >> count & 31)])
            }
            bits &= 1 << count - 1
        }
        if count > 0 { digits.append(alphabet[Int(bits << (5 - count) & 31)]) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// nil for other characters, and for digits beyond the last whole byte that are not zero.
    static func decoded(_ digits: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for digit in digits {
            guard let value = alphabet.firstIndex(of: digit) else { return nil }
            bits = bits << 5 | UInt32(value)
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= 1 << count - 1
            }
        }
        return count < 5 && bits == 0 ? bytes : nil
    }
}
