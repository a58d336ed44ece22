import Digests
import Testing

@Suite("Digests")
struct DigestsTests {
    @Test(
        "SHA-256 matches FIPS 180-4, in one piece and in many",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func known(text: String, digest: String) {
        #expect(SHA256.hash(text.utf8).hexadecimal == digest)
        let running = RunningDigest()
        for byte in text.utf8 { running.add(CollectionOfOne(byte)) }
        #expect(running.finish().hexadecimal == digest)
    }

    @Test("bytes in several buffers count as one text")
    func scattered() {
        let text = Array("a text in pieces".utf8)
        #expect(SHA256.hash(text.lazy.map { $0 }) == SHA256.hash(text))
        #expect(SHA256.hash(text[2..<9]) == SHA256.hash(Array("text in".utf8)))
    }

    @Test(
        "HMAC matches RFC 4231",
        arguments: [
            (
                "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                String(repeating: "aa", count: 131),
                "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            ("", "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ])
    func code(key: String, text: String, code: String) {
        #expect(HMACSHA256.code(bytes(text), key: bytes(key)).hexadecimal == code)
    }

    private func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    }
}
