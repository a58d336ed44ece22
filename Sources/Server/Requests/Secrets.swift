import Digests

/// Makes and hashes the secrets of tokens, cookies and sign-in keys.
package enum Secrets {
    static let length = 43

    /// 258 random bits. A dictionary attack cannot find them, so the store keeps a plain hash and needs no slow one.
    package static func newWord() throws -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
        return String(decoding: try RandomBytes.make(length).map { alphabet[Int($0 & 63)] }, as: UTF8.self)
    }

    static func newToken() throws -> String { "galley_" + (try newWord()) }

    static func hash(_ word: String) -> [UInt8] { SHA256.hash(word.utf8) }
}
