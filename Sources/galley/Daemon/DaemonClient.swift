import Glibc
import HTTPValues
import JSONTree
import Transfer
import Wire

/// Sends requests to the daemon and turns refusals into errors.
struct DaemonClient {
    let address: DaemonAddress
    private let transfer: Transfer
    private let timeoutSeconds: Int?

    private static let bodyBytesMax = 64 << 20

    /// - Parameter timeoutSeconds: how long to wait for each part of an answer; nil for the author's choice.
    init(_ address: DaemonAddress, timeoutSeconds: Int? = nil) throws(CommandFailure) {
        self.address = address
        if let timeoutSeconds {
            self.timeoutSeconds = timeoutSeconds
        } else {
            self.timeoutSeconds = try Timeout.seconds()
        }
        do throws(TransferError) {
            transfer = try Transfer()
        } catch {
            throw CommandFailure(error, place: address.place)
        }
    }

    /// - Returns: the decoded body of the answer.
    func send<Answer: Decodable>(_ call: DaemonCall<some Any, some Any, Answer>) throws -> Answer {
        try decoded(try bytes(call), call)
    }

    func send(_ call: DaemonCall<some Any, some Any, Nothing>) throws { try bytes(call) }

    private func decoded<Answer: Decodable>(
        _ answer: [UInt8], _ call: DaemonCall<some Any, some Any, Answer>
    ) throws -> Answer {
        do {
            return try JSONCoding.decode(Answer.self, from: answer)
        } catch {
            throw CommandFailure(
                .refused,
                "The daemon at \(address.place) answered \(call.path) with content that this galley does not understand. "
                    + "Install the same version of galley and galleyd.")
        }
    }

    /// Sends a request that may be carried out twice: once more if the answer was lost.
    func sendOrRepeat<Answer: Decodable>(_ call: DaemonCall<some Any, some Any, Answer>) throws -> Answer {
        do {
            return try send(call)
        } catch let failure as CommandFailure where failure.status == .tryAgain {
            return try send(call)
        }
    }

    /// How often a request that the daemon has no room for is sent again: for about half an hour.
    private static let turnsMax = 900

    /// Sends a request that may be carried out twice. It waits while the daemon has no room for the request, for as long
    /// as each answer says, and sends it once more if the answer was lost.
    /// - Parameter wait: called before the first wait.
    func sendInTurn<Answer: Decodable>(
        _ call: DaemonCall<some Any, some Any, Answer>, _ wait: () -> Void
    ) throws -> Answer {
        for turn in 0..<DaemonClient.turnsMax {
            let answer = try exchangeOrRepeat(call)
            guard answer.status == 429, let seconds = answer.headers.first("Retry-After").flatMap(UInt32.init) else {
                return try decoded(try accepted(answer), call)
            }
            if turn == 0 { wait() }
            sleep(min(seconds, 60))
        }
        return try send(call)
    }

    /// - Returns: the body of the answer.
    /// - Throws: `CommandFailure`, or `ProblemBody` when the daemon refuses the request.
    @discardableResult
    func bytes(_ call: DaemonCall<some Any, some Any, some Any>) throws -> [UInt8] {
        try accepted(try exchange(call))
    }

    private func accepted(_ answer: HTTPAnswer) throws(ProblemBody) -> [UInt8] {
        guard (200..<300).contains(answer.status) else { throw problem(answer.status, answer.body) }
        return answer.body
    }

    private func exchangeOrRepeat(
        _ call: DaemonCall<some Any, some Any, some Any>
    ) throws(CommandFailure) -> HTTPAnswer {
        do {
            return try exchange(call)
        } catch {
            guard error.status == .tryAgain else { throw error }
            return try exchange(call)
        }
    }

    private func exchange(_ call: DaemonCall<some Any, some Any, some Any>) throws(CommandFailure) -> HTTPAnswer {
        do throws(TransferError) {
            var request = request(call)
            request.limits.downloadBytesMax = Self.bodyBytesMax
            request.limits.wait(seconds: timeoutSeconds)
            return try Waiting.result { [transfer, request] () async throws(TransferError) in
                try await transfer.exchange(request)
            }
        } catch {
            throw CommandFailure(error, place: address.place)
        }
    }

    /// Opens an endless answer, such as the event stream.
    /// - Throws: `TransferError`, so that the caller can reconnect; `ProblemBody` when the daemon refuses the request.
    func stream(_ call: DaemonCall<some Any, some Any, some Any>) throws -> DaemonStream {
        var request = request(call)
        // The daemon's heartbeat comes well within the 90 seconds of this limit.
        request.limits = .endless()
        request.limits.wait(seconds: timeoutSeconds)
        let stream = DaemonStream(
            try Waiting.result { [transfer, request] () async throws(TransferError) in
                try await transfer.stream(request)
            })
        guard stream.status == 200 else {
            var body: [UInt8] = []
            while body.count < 65_536, let more = try stream.next() { body += more }
            throw problem(stream.status, body)
        }
        return stream
    }

    private func request(_ call: DaemonCall<some Any, some Any, some Any>) -> TransferRequest {
        var headers = call.headers
        headers.append("User-Agent", "galley/\(GalleyVersion.text)")
        if !headers.contains("Accept") { headers.append("Accept", "application/json") }
        if let token = address.token { headers.append("Authorization", "Bearer \(token)") }
        return TransferRequest(
            HTTPRequest(call.method, address.base + call.target, headers: headers, body: call.body),
            unixSocket: address.socket, certificateAuthorityFile: address.certificateAuthorityFile)
    }

    private func problem(_ status: Int, _ body: [UInt8]) -> ProblemBody {
        (try? JSONCoding.decode(ProblemBody.self, from: body))
            ?? ProblemBody(
                "unexpected",
                "The daemon at \(address.place) answered \(status) without a reason. See its log.",
                status: status)
    }
}

extension TransferLimits {
    /// - Parameter seconds: how long to wait for the next bytes; nil for the default.
    fileprivate mutating func wait(seconds: Int?) {
        guard let seconds else { return }
        connectMilliseconds = min(connectMilliseconds, seconds * 1000)
        firstByteMilliseconds = seconds * 1000
        if wholeMilliseconds > 0 {
            stallMilliseconds = seconds * 1000
            wholeMilliseconds = max(wholeMilliseconds, seconds * 1000)
        }
    }
}
