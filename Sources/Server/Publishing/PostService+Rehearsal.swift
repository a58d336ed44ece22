import HTTPValues
import PostStore
import Posts
import Targets
import Wire

extension PostService {
    /// Composes the exact requests, stores them in the rehearsal inbox, and has each kind read the response that its
    /// service would give. Schedules nothing and sends nothing.
    /// - Parameter frozen: the deliveries that the publication would add.
    func rehearse(
        _ copies: [PublicationPlan.Copy], of post: Post, _ frozen: [FrozenDelivery]
    ) async throws -> [DeliveryBody] {
        var bodies: [DeliveryBody] = []
        var addresses: [TargetName: String] = [:]
        for copy in copies.parentsFirst(\.target.name, \.parent) {
            let address = copy.parent.flatMap { addresses[$0] ?? prediction(at: $0, among: copies) }
            let outcome = try await rehearse(copy, of: post.owner, address: address)
            if case .accepted(let record) = outcome { addresses[copy.target.name] = record.url }
            let delivery = frozen.first { $0.kind == .create && $0.target == copy.target.name }
            bodies.append(body(of: copy, post, dueAt: delivery?.dueAt ?? now(), outcome))
        }
        return bodies
    }

    private func prediction(at name: TargetName, among copies: [PublicationPlan.Copy]) -> String? {
        copies.first { $0.target.name == name }?.frozen.preview.predictedAddress
    }

    private func rehearse(_ copy: PublicationPlan.Copy, of owner: UserID, address: String?) async throws -> Outcome {
        guard case .http(let kind) = copy.target.kind else {
            let url = copy.frozen.preview.predictedAddress
            try await record(HTTPRequest("PUT", url ?? "", body: copy.frozen.payload), of: copy, key: nil, owner)
            return .accepted(RemotePost(url: url))
        }
        let facts = try await store.facts(of: copy.target.name)?.bytes
        var briefing = Briefing(now: now(), facts: facts, address: address)
        var root: RemotePost?
        for parcel in try Parcels(encoded: copy.frozen.payload).all {
            let outcome = try await rehearse(parcel, of: copy, by: kind, briefing, owner)
            guard case .accepted(let record) = outcome else { return outcome }
            (root, briefing.previousPart) = (root ?? record, record)
        }
        return .accepted(root ?? RemotePost())
    }

    private func rehearse(
        _ parcel: Parcel, of copy: PublicationPlan.Copy, by kind: any TargetKind, _ briefing: Briefing, _ owner: UserID
    ) async throws -> Outcome {
        var answers: [Exchange] = []
        while answers.count < 32 {
            switch kind.prepare(parcel, briefing, answers: answers) {
            case .ask(let question):
                answers.append(.success(kind.rehearsalAnswer(to: question.request, at: now())))
            case .done(.ended(let outcome)): return outcome
            case .done(.ready(let holes, _)):
                let body: [UInt8]
                do { body = try parcel.filled(holes) } catch { return .refused(error.description) }
                let request = kind.request(parcel, body: body, at: now())
                try await record(request, of: copy, key: parcel.key, owner)
                let answer = kind.rehearsalAnswer(to: request, at: now())
                return kind.outcome(of: .success(answer), for: parcel, body: body)
            }
        }
        return .unsent("\(copy.target.name) redirects in a loop.")
    }

    private func record(
        _ request: HTTPRequest, of copy: PublicationPlan.Copy, key: String?, _ owner: UserID
    ) async throws {
        let headers = request.headers.map { [$0.name, Redaction.shown($0)] }
        let arrival = RehearsalArrival(
            at: now(), target: copy.target.name.text, key: key, method: request.method,
            path: copy.target.shown(request.url), headers: headers, body: request.body,
            note: "rehearsed by “galley publish --rehearse”", owner: owner)
        _ = try await store.addArrival(arrival)
    }

    private func body(of copy: PublicationPlan.Copy, _ post: Post, dueAt: Instant, _ outcome: Outcome) -> DeliveryBody {
        let record: RemotePost? = if case .accepted(let record) = outcome { record } else { nil }
        return DeliveryBody(
            id: 0, post: post.id.text, postTitle: post.heading, target: copy.target.name.text,
            kind: DeliveryKind.create.rawValue, generation: 0,
            state: outcome.rehearsed.rawValue, block: nil, reason: outcome.reason,
            next: "galley publish \(post.slug.text) --to \(copy.target.name)",
            dueAt: times.text(dueAt), wakeAt: nil, attempts: 0, key: copy.key, remoteID: record?.id, url: record?.url)
    }
}

extension Outcome {
    /// The state that the delivery would have.
    fileprivate var rehearsed: DeliveryState.Word {
        switch self {
        case .accepted: .delivered
        case .refused, .gone: .failed
        case .denied, .misconfigured, .harmful, .diverged: .blocked
        case .busy, .overtaken, .unsent: .retrying
        case .unknown: .uncertain
        }
    }
}

extension Array {
    /// Sorted so that each element follows the one whose address it needs; otherwise in the same order.
    func parentsFirst(_ name: (Element) -> TargetName, _ parent: (Element) -> TargetName?) -> [Element] {
        var rest = self
        var sorted: [Element] = []
        while let index = rest.firstIndex(where: { element in
            let parent = parent(element)
            return !rest.contains { name($0) == parent && name($0) != name(element) }
        }) {
            sorted.append(rest.remove(at: index))
        }
        return sorted + rest
    }
}

/// Hides the values of secret headers.
enum Redaction {
    private static let secrets: Set<String> = ["authorization", "cookie", "proxy-authorization", "galley-rehearsal"]

    static func shown(_ header: HTTPHeader) -> String { isSecret(header.name) ? "(secret)" : header.value }

    /// Webhooks use custom headers for secrets; names such as `X-Api-Key` indicate them.
    static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        guard name != "idempotency-key" else { return false }
        return secrets.contains(name)
            || ["token", "secret", "api-key", "apikey", "password"].contains { name.contains($0) }
    }
}
