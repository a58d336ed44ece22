import CCrypto

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    package static let byteCount = 32

    /// - Returns: 32 bytes.
    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let running = RunningDigest()
        running.add(bytes)
        return running.finish()
    }
}

/// An incremental SHA-256. Its single owner adds bytes and then finishes it once. `@unchecked Sendable`: no one else
/// holds a reference, so it moves between threads with its owner.
package final class RunningDigest: @unchecked Sendable {
    private let context: OpaquePointer

    package init() {
        guard let context = EVP_MD_CTX_new() else { noDigest() }
        guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { noDigest() }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    package func add(_ bytes: some Collection<UInt8>) {
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
        if isContiguous == nil { Array(bytes).withUnsafeBytes { add($0) } }
    }

    private func add(_ bytes: UnsafeRawBufferPointer) {
        guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else { noDigest() }
    }

    /// - Returns: the digest of all added bytes, 32 bytes.
    package func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { room, count in
            guard EVP_DigestFinal_ex(context, room.baseAddress, nil) == 1 else { noDigest() }
            count = SHA256.byteCount
        }
    }
}

/// Ends the process: memory is exhausted, or libcrypto has no SHA-256. An empty or partial digest could make two
/// secrets equal.
private func noDigest() -> Never { fatalError("libcrypto gives no SHA-256.") }

/// HMAC (RFC 2104) with SHA-256.
package enum HMACSHA256 {
    /// - Returns: 32 bytes.
    package static func code(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { room, count in
            let code = HMAC(EVP_sha256(), key, Int32(clamping: key.count), bytes, bytes.count, room.baseAddress, nil)
            guard code != nil else { noDigest() }
            count = SHA256.byteCount
        }
    }
}

/// Unpredictable bytes for tokens, cookies and keys.
package enum RandomBytes {
    /// - Throws: `NoRandomBytes` if libcrypto cannot provide good ones; then no secret is created.
    package static func make(_ count: Int) throws(NoRandomBytes) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let isRandom = bytes.withUnsafeMutableBufferPointer {
            RAND_bytes($0.baseAddress, Int32(clamping: $0.count)) == 1
        }
        guard isRandom, Int32(exactly: count) != nil else { throw NoRandomBytes() }
        return bytes
    }
}

package struct NoRandomBytes: Error, CustomStringConvertible {
    package var description: String { "This machine gives no random bytes, so no secret was made. Check its kernel." }
}

extension Sequence<UInt8> {
    /// Two digits per byte, in lower case.
    package var hexadecimal: String {
        func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) }
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * underestimatedCount)
        for byte in self {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
