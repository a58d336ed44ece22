import FoundationEssentials
import Transfer
import Wire

/// Asks the daemon, and turns what it refuses into complaints.
struct DeskClient {
    let address: DeskAddress
    private let line: Line

    init(_ address: DeskAddress) throws(Complaint) {
        self.address = address
        do throws(TransferError) {
            line = if let path = address.socket { .socket(path) } else { .network(try Transfer()) }
        } catch {
            throw Complaint(error, place: address.place)
        }
    }

    func get<Answer: Decodable>(_ call: DeskCall, as type: Answer.Type = Answer.self) throws -> Answer {
        try send("GET", call)
    }

    /// - Returns: the decoded body of the answer.
    func send<Answer: Decodable>(
        _ method: String, _ call: DeskCall, as type: Answer.Type = Answer.self
    ) throws -> Answer {
        let answer = try bytes(method, call)
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
    func bytes(_ method: String, _ call: DeskCall) throws -> [UInt8] {
        let (status, body): (Int, [UInt8])
        do throws(TransferError) {
            (status, body) = try line.exchange(request(method, call))
        } catch {
            throw Complaint(error, place: address.place)
        }
        guard (200..<300).contains(status) else { throw problem(status, body) }
        return body
    }

    /// An answer without an end.
    /// - Throws: `TransferError` as it is, so that the caller can try again; `ProblemBody` for what was refused.
    func stream(_ call: DeskCall, method: String = "GET") throws -> LineStream {
        var stream = try line.stream(request(method, call))
        guard stream.status == 200 else {
            var body: [UInt8] = []
            while body.count < 65_536, let more = try stream.next() { body += more }
            throw problem(stream.status, body)
        }
        return stream
    }

    private func request(_ method: String, _ call: DeskCall) -> TransferRequest {
        var headers = call.headers
        headers.append("User-Agent", "galley/\(GalleyVersion.text)")
        if !headers.contains("Accept") { headers.append("Accept", "application/json") }
        if let token = address.token { headers.append("Authorization", "Bearer \(token)") }
        return TransferRequest(
            method, address.base + call.target, headers: headers, body: call.body,
            certificateAuthorityFile: address.certificateAuthorityFile)
    }

    private func problem(_ status: Int, _ body: [UInt8]) -> ProblemBody {
        (try? WireJSON.decode(ProblemBody.self, from: body))
            ?? ProblemBody(
                "unexpected",
                "The daemon at \(address.place) answered \(status) without saying why. Look into its log.",
                status: status)
    }
}
