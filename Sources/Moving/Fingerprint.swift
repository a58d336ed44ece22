/// FNV-1a with 128 bits (http://www.isthe.com/chongo/tech/comp/fnv/), to detect changes of a source. It protects no
/// secret.
package struct Fingerprint: Sendable {
    private var hash = UInt128(0x6C62_272E_07BB_0142) << 64 | 0x62B8_2175_6295_C58D

    package init(_ bytes: some Sequence<UInt8>) { add(bytes) }

    /// Of several texts in their order.
    init(_ parts: [String]) { self.init(parts.joined(separator: "\0").utf8) }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* (UInt128(1) << 88 | 0x13B) }
    }

    package var text: String { String(hash, radix: 16) }
}
