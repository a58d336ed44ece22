import FoundationEssentials
import Transfer
import Wire

/// Asks the daemon, and turns what it refuses into complaints.
struct DeskClient {
    let address: DeskAddress
    private let transfer: Transfer

    init(_ address: DeskAddress) throws(Complaint) {
        self.address = address
        do throws(TransferError) {
            transfer = try Transfer()
        } catch {
            throw Complaint(error, place: address.place)
        }
    }

    func get<Answer: Decodable>(_ call: DeskCall, as type: Answer.Type = Answer.self) async throws -> Answer {
        try await send("GET", call)
    }

    /// - Returns: the decoded body of the answer.
    func send<Answer: Decodable>(
        _ method: String, _ call: DeskCall, as type: Answer.Type = Answer.self
    ) async throws -> Answer {
        let answer = try await bytes(method, call)
        do {
            return try WireJSON.decode(Answer.self, from: answer)
        } catch {
            throw Complaint(
                .refused,
                "The daemon at \(address.place) answered \(call.path) with something this program does not understand. "
                    + "Install the same version of galley and galleyd.")
        }
    }

    /// - Returns: the body of the answer, as it came.
    /// - Throws: `Complaint`, or `ProblemBody` for what the daemon refused.
    @discardableResult
    func bytes(_ method: String, _ call: DeskCall) async throws -> [UInt8] {
        let answer: TransferAnswer
        do throws(TransferError) {
            answer = try await transfer.exchange(request(method, call))
        } catch {
            throw Complaint(error, place: address.place)
        }
        guard (200..<300).contains(answer.status) else { throw problem(answer.status, answer.body) }
        return answer.body
    }

    /// An answer without an end.
    /// - Throws: `TransferError` as it is, so that the caller can try again; `ProblemBody` for what was refused.
    func stream(_ call: DeskCall) async throws -> TransferStream {
        var request = request("GET", call)
        request.limits = .endless()
        let stream = try await transfer.stream(request)
        guard stream.status == 200 else {
            var body: [UInt8] = []
            while body.count < 65_536, let more = try await stream.next() { body += more }
            throw problem(stream.status, body)
        }
        return stream
    }

    private func request(_ method: String, _ call: DeskCall) -> TransferRequest {
        var headers = call.headers
        headers.append("User-Agent", "galley/0.1.0")
        if !headers.contains("Accept") { headers.append("Accept", "application/json") }
        if let token = address.token { headers.append("Authorization", "Bearer \(token)") }
        var request = TransferRequest(
            method, address.base + call.target, headers: headers, body: call.body, unixSocket: address.socket)
        request.limits.downloadBytesMax = 64 << 20
        return request
    }

    private func problem(_ status: Int, _ body: [UInt8]) -> ProblemBody {
        (try? WireJSON.decode(ProblemBody.self, from: body))
            ?? ProblemBody(
                "unexpected",
                "The daemon at \(address.place) answered \(status) without saying why. Look into its log.",
                status: status)
    }
}
