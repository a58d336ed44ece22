import HTTPTypes
import HTTPValues
import Hummingbird
import PostStore
import Posts
import Targets
import Wire

/// A request as a target's kind composes it. The name avoids a clash with the HTTP package's `HTTPRequest`.
typealias ComposedRequest = HTTPValues.HTTPRequest

/// The rehearsal inbox. It receives the exact requests of targets in rehearsal, responds as their services would, and
/// keeps the requests.
struct RehearsalRoutes: ServiceRoutes {
    let service: PostService
    let pass: String

    func add(to book: inout RouteTable) {
        book.answer(API.listArrivals, list)
        for method in RouteTable.methods { book.addPage(method, "/rehearsal/:target", .everyone, receive) }
    }

    @Sendable private func list(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<ArrivalBody>> {
        let page = try await store.arrivals(
            within: try call.reach, after: call.cursor, limit: call.limit())
        return try .page(page) { ArrivalBody($0, times) }
    }

    @Sendable private func receive(_ call: PageCall) async throws -> Response {
        guard let found = call.header(.rehearsalPass), found.isSame(as: pass) else {
            throw Problem(
                "inbox-closed", "The rehearsal inbox takes requests from this Galley's own courier only.", status: 403)
        }
        let target = try service.target(named: try call.name("target"))
        guard case .http(let kind) = target.kind else {
            throw Problem.refused("“\(target.name)” does not use HTTP, so its deliveries do not appear here.")
        }
        let request = try await request(call)
        guard request.isMutation else { return Response(kind.rehearsalAnswer(to: request, at: service.now())) }
        let inspection = Inspection(request, of: kind, now: service.now())
        // A request with a wrong signature must not take the key of a later one with the right signature.
        let key = inspection.isRefused ? nil : request.headers.first("Idempotency-Key")
        let (arrival, isRepetition) = try await store.addArrival(
            RehearsalArrival(
                at: service.now(), target: target.name.text, key: key, method: request.method,
                path: target.shown(request.url),
                headers: request.headers.map { [$0.name, Redaction.shown($0)] }, body: request.body,
                note: inspection.words))
        if inspection.isRefused {
            return try .json(["error": inspection.words], status: .unauthorized)
        }
        // A repeated key gets the first response again.
        let first = isRepetition ? request.asKept(arrival) : request
        return Response(kind.rehearsalAnswer(to: first, at: arrival.at))
    }

    private func request(_ call: PageCall) async throws -> ComposedRequest {
        let body = try await call.bytes()
        let url = call.header(.rehearsedURL) ?? call.request.uri.string
        let own: Set<HTTPField.Name> = [.rehearsalPass, .rehearsedURL]
        let headers = call.request.headers.filter { !own.contains($0.name) }
            .map { HTTPHeader($0.name.rawName, $0.value) }
        return ComposedRequest(call.request.method.rawValue, url, headers: headers, body: body)
    }
}

/// Checks a request's credentials by composing the headers again.
private struct Inspection {
    let words: String
    let isRefused: Bool

    /// Receivers refuse signatures older than this.
    private static let ageMax = Span.minutes(5)

    init(_ request: ComposedRequest, of kind: any TargetKind, now: Instant) {
        let stamp = request.headers.first("X-Timestamp").flatMap { Int64($0) }.map { Instant(seconds: $0) }
        let expected = Parcel.empty.map { kind.request($0, body: request.body, at: stamp ?? now).headers } ?? []
        guard let wanted = expected.first("X-Signature") else {
            let isKnown = Inspection.matches("Authorization", request, expected)
            (words, isRefused) = (
                isKnown.map { $0 ? "credential right" : "credential wrong" } ?? "no signature", isKnown == false
            )
            return
        }
        guard let found = request.headers.first("X-Signature"), let stamp else {
            (words, isRefused) = ("signature missing", true)
            return
        }
        guard found.isSame(as: wanted) else {
            (words, isRefused) = ("signature wrong", true)
            return
        }
        let age = max(now - stamp, stamp - now)
        (words, isRefused) =
            age > Inspection.ageMax ? ("signature right, but \(age.roughly) old", true) : ("signature right", false)
    }

    /// nil when no such header is expected.
    private static func matches(_ name: String, _ request: ComposedRequest, _ expected: [HTTPHeader]) -> Bool? {
        guard let wanted = expected.first(name) else { return nil }
        return request.headers.first(name)?.isSame(as: wanted) ?? false
    }
}

extension Parcel {
    /// An empty parcel: enough for a kind to compose the headers that depend only on the body.
    fileprivate static var empty: Parcel? {
        let text = #"{"body":[],"headers":[],"identity":{},"key":"","method":"POST","url":""}"#
        return try? Parcel(encoded: Array(text.utf8))
    }
}

extension ComposedRequest {
    fileprivate func asKept(_ arrival: RehearsalArrival) -> ComposedRequest {
        var first = self
        first.method = arrival.method
        first.url = arrival.path
        first.body = arrival.body
        return first
    }
}

extension String {
    /// Compares in a time that does not reveal where two strings of equal length differ.
    func isSame(as other: String) -> Bool {
        let (one, two) = (Array(utf8), Array(other.utf8))
        guard one.count == two.count else { return false }
        return zip(one, two).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Response {
    fileprivate init(_ answer: HTTPAnswer) {
        var headers = HTTPFields()
        for header in answer.headers {
            if let name = HTTPField.Name(header.name) { headers.append(HTTPField(name: name, value: header.value)) }
        }
        self.init(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
}

extension ArrivalBody {
    init(_ arrival: RehearsalArrival, _ times: Times) {
        self.init(
            id: arrival.id, at: times.text(arrival.at), target: arrival.target,
            request: "\(arrival.method) \(arrival.path)", headers: arrival.headers.map { $0.joined(separator: ": ") },
            body: String(decoding: arrival.body, as: UTF8.self), verdict: arrival.note ?? "")
    }
}
