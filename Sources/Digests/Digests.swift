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

/// A SHA-256 that grows. It has one owner, which adds to it and then finishes it once. Unchecked because nothing else ever
/// has it: it moves between threads with its owner.
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

    /// - Returns: the digest of all that was added, 32 bytes.
    package func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { room, count in
            guard EVP_DigestFinal_ex(context, room.baseAddress, nil) == 1 else { noDigest() }
            count = SHA256.byteCount
        }
    }
}

/// Ends the process. No memory is left, or libcrypto has no SHA-256; an empty or a half digest would make two secrets equal.
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

/// Unpredictable bytes: tokens, cookies, keys.
package enum RandomBytes {
    /// - Throws: `NoRandomBytes`, when libcrypto has no good ones: then no secret is made at all.
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
    /// Two digits for each byte, in lower case.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
