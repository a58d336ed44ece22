import Transfer

/// An answer that comes over the socket: HTTP/1.1, read strictly, since it is our own daemon that writes it.
struct SocketAnswer {
    let status: Int
    private let line: SocketLine
    private var framing: Framing

    /// How one knows where the body ends (RFC 9112, section 6.3).
    private enum Framing {
        case close
        case length(left: Int)
        /// `left` of the chunk that is being read; 0 before the next one.
        case chunked(left: Int)
        case over
    }

    /// Reads the head; interim answers are passed over.
    init(_ line: SocketLine) throws(TransferError) {
        self.line = line
        var head = try Self.head(line)
        while (100..<200).contains(head.status) { head = try Self.head(line) }
        status = head.status
        if status == 204 || status == 304 {
            framing = .over
        } else if head.fields["transfer-encoding"]?.lowercased() == "chunked" {
            framing = .chunked(left: 0)
        } else if let length = head.fields["content-length"] {
            guard let length = Int(length), length >= 0 else { throw line.senseless("Its length is “\(length)”") }
            framing = .length(left: length)
        } else {
            framing = .close
        }
    }

    /// - Returns: the next bytes of the body; nil at its end.
    mutating func next() throws(TransferError) -> [UInt8]? {
        switch framing {
        case .over: return nil
        case .close: return try line.read(upTo: 65_536)
        case .length(let left):
            guard left > 0 else { return nil }
            guard let bytes = try line.read(upTo: left) else { throw line.lost() }
            framing = .length(left: left - bytes.count)
            return bytes
        case .chunked(let left): return try nextOfChunk(left == 0 ? try chunkSize() : left)
        }
    }

    mutating func whole(bytesMax: Int) throws(TransferError) -> [UInt8] {
        var body: [UInt8] = []
        while let more = try next() {
            body += more
            guard body.count <= bytesMax else { throw line.tooLarge() }
        }
        return body
    }

    private mutating func nextOfChunk(_ left: Int) throws(TransferError) -> [UInt8]? {
        guard left > 0 else {
            // Trailers, which nobody here wants, and the empty line after them.
            while try !line.readLine().isEmpty {}
            framing = .over
            return nil
        }
        guard let bytes = try line.read(upTo: left) else { throw line.lost() }
        framing = .chunked(left: left - bytes.count)
        if bytes.count == left {
            guard try line.readLine().isEmpty else { throw line.senseless("A chunk is longer than it says") }
        }
        return bytes
    }

    private func chunkSize() throws(TransferError) -> Int {
        let text = try line.readLine()
        guard let size = Int(text.prefix { $0 != ";" }, radix: 16), size >= 0 else {
            throw line.senseless("A chunk has the size “\(text.prefix(20))”")
        }
        return size
    }

    private static func head(_ line: SocketLine) throws(TransferError) -> (status: Int, fields: [String: String]) {
        let first = try line.readLine()
        let words = first.split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw line.senseless("Its first line is “\(first.prefix(40))”")
        }
        line.answerBegan()
        var fields: [String: String] = [:]
        while true {
            let field = try line.readLine()
            guard !field.isEmpty else { return (status, fields) }
            guard fields.count < 200 else { throw line.senseless("It has more than 200 headers") }
            guard let colon = field.firstIndex(of: ":") else { continue }
            let value = field[field.index(after: colon)...].trimmedBlanks
            fields[field[..<colon].lowercased()] = String(value)
        }
    }
}
