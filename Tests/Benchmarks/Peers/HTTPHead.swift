/// As much of HTTP/1.1 as the benchmarks need.
enum HTTPHead {
    private static let end = Array("\r\n\r\n".utf8)
    private static let lengthName = Array("content-length:".utf8)

    /// The length of a whole message, head and body; 0 while its head is incomplete.
    /// - Throws: for an answer that is not a success, with its first line and its end.
    static func length(of message: [UInt8]) throws -> Int {
        guard let headEnd = place(of: end, in: message, from: 0) else { return 0 }
        if message.starts(with: "HTTP/1.1 ".utf8), message[9] != UInt8(ascii: "2") {
            throw PeerError("Answered with \(String(decoding: message.prefix(2000), as: UTF8.self))")
        }
        return headEnd + end.count + bodyLength(message, before: headEnd)
    }

    private static func bodyLength(_ message: [UInt8], before headEnd: Int) -> Int {
        guard let name = place(of: lengthName, in: message, from: 0), name < headEnd else { return 0 }
        var length = 0
        for byte in message[(name + lengthName.count)..<headEnd] {
            if byte == UInt8(ascii: " ") { continue }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
            length = length * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return length
    }

    /// - Parameter words: in lower case.
    static func place(of words: [UInt8], in message: [UInt8], from start: Int) -> Int? {
        guard message.count >= start + words.count else { return nil }
        for place in start...(message.count - words.count) {
            var matched = 0
            while matched < words.count {
                let byte = message[place + matched]
                let lower = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
                guard lower == words[matched] else { break }
                matched += 1
            }
            if matched == words.count { return place }
        }
        return nil
    }
}
