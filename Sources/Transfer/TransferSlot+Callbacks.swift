import CCurl
import Glibc
import HTTPValues

/// The state of a running exchange. The callbacks write it, the loop reads it.
struct Progress {
    /// The current phase, which selects the time limit.
    enum Watch { case connection, upload, answer, download }

    /// How often libcurl was about to send. A second time means that a reused connection was dead.
    var prerequestCount = 0
    /// Header lines of the latest answer, without its status line.
    var head: [UInt8] = []
    var status = 0
    var hasStatusLine = false
    var isHeadComplete = false
    var body: [UInt8] = []
    /// Total bytes of head and body, and bytes of the body, for the rate and the limits.
    var bytesReceived = 0, bodyBytesReceived = 0
    /// Why one of our callbacks aborted the exchange.
    var objection: TransferError.Reason?
    var isPaused = false
    var watch = Watch.connection
    /// When the current time limit expires, in monotonic milliseconds, and the bytes moved when it started.
    var deadline = Int.max, bytesAtMark = 0
}

/// More than any server sends intentionally.
private let headBytesMax = 256 << 10

extension TransferSlot {
    func prepareCallbacks() throws(CurlFailure) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        try handle.setPrerequest { context, address, _, _, _ in
            TransferSlot.at(context)?.willSend(to: address) == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        try handle.set(CURLOPT_PREREQDATA, pointer: this)
        try handle.setOpenSocket { _, _, address in
            guard let address = address?.pointee else { return CURL_SOCKET_BAD }
            // A command that the daemon starts must not inherit the connection and keep it open.
            return socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
        }
        // Any count other than the offered one makes libcurl abort.
        try handle.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return TransferSlot.at(context)?.receive(headerLine: line) == true ? line.count : line.count &+ 1
        }
        try handle.set(CURLOPT_HEADERDATA, pointer: this)
        try handle.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return TransferSlot.at(context)?.receive(chunk) ?? chunk.count &+ 1
        }
        try handle.set(CURLOPT_WRITEDATA, pointer: this)
    }

    /// The loop retains the slot for as long as libcurl may call.
    private static func at(_ context: UnsafeMutableRawPointer?) -> TransferSlot? {
        context.map { Unmanaged<TransferSlot>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The connection and the TLS handshake are complete; the first byte comes next.
    private func willSend(to address: UnsafeMutablePointer<CChar>?) -> Bool {
        guard let submission else { return false }
        if submission.destination.mustBeLoopback {
            guard let address, Destination.isLoopback(address: String(cString: address)) else {
                progress.objection = .credentialsInTheClear
                return false
            }
        }
        guard submission.mayBegin() else {
            progress.objection = .superseded
            return false
        }
        progress.prerequestCount += 1
        let limits = submission.request.limits
        // libcurl's first write includes a body up to this size.
        if submission.request.http.body.count < 64 << 10 {
            watch(.answer, for: limits.firstByteMilliseconds)
        } else {
            watch(.upload, for: limits.stallMilliseconds)
        }
        return true
    }

    /// Receives one line with its end: a status line, a field, the blank line after them, or a trailer after a chunked
    /// body.
    private func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        progress.bytesReceived += line.count
        if progress.isHeadComplete {
            // Trailers could be mistaken for headers, and Galley uses none: discard them.
            return progress.bytesReceived - progress.bodyBytesReceived <= headBytesMax || object(.answerTooLarge)
        }
        if line.starts(with: "HTTP/".utf8) {
            progress.hasStatusLine = true
            progress.status = Self.status(in: line)
            progress.head.removeAll(keepingCapacity: true)
        } else if line.first == 0x0D || line.first == 0x0A {
            if progress.status >= 200 { headIsComplete() }
        } else {
            guard progress.head.count + line.count <= headBytesMax else { return object(.answerTooLarge) }
            progress.head.append(contentsOf: line)
        }
        if progress.status >= 200, progress.watch != .download, let submission {
            watch(.download, for: submission.request.limits.stallMilliseconds)
        }
        return true
    }

    private func headIsComplete() {
        progress.isHeadComplete = true
        guard case .stream(let pipe) = submission?.sink else { return }
        pipe.open((progress.status, [HTTPHeader](reading: progress.head)))
    }

    /// - Returns: how many bytes were accepted: all, or the value that makes libcurl pause or abort.
    private func receive(_ chunk: UnsafeRawBufferPointer) -> Int {
        guard let submission else { return chunk.count &+ 1 }
        guard chunk.count <= submission.request.limits.downloadBytesMax - progress.bodyBytesReceived else {
            _ = object(.answerTooLarge)
            return chunk.count &+ 1
        }
        switch submission.sink {
        case .answer: progress.body.append(contentsOf: chunk)
        case .stream(let pipe):
            guard chunk.isEmpty || pipe.offer(chunk) else {
                progress.isPaused = true
                return Int(CURL_WRITEFUNC_PAUSE)
            }
        }
        progress.bytesReceived += chunk.count
        progress.bodyBytesReceived += chunk.count
        return chunk.count
    }

    /// Resumes after the reader has made room. libcurl delivers the bytes it has kept before this returns.
    func resume() {
        guard progress.isPaused else { return }
        progress.isPaused = false
        curl_easy_pause(handle.raw, CURLPAUSE_CONT)
    }

    private func object(_ reason: TransferError.Reason) -> Bool {
        progress.objection = reason
        return false
    }

    /// The status in “HTTP/1.1 200 OK”; 0 if there is none. libcurl has already accepted the line.
    private static func status(in line: UnsafeRawBufferPointer) -> Int {
        let digits = line.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
        return digits.prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
