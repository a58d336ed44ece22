import Hummingbird
import JSONTree
import PostStore
import Posts
import Targets
import Wire

/// `/v1/targets` and `/v1/pause`.
struct TargetRoutes: ServiceRoutes {
    let service: PostService
    let checkPatience: Duration

    func add(to book: inout RouteTable) {
        book.answer(API.listTargets, list)
        book.answer(API.showTarget, show)
        book.answer(API.showCheck, lastCheck)
        book.answer(API.checkTarget, check)
        book.answer(API.showLimits, limits)
        book.answer(API.pauseTarget) { try await pause($0, true) }
        book.answer(API.resumeTarget) { try await pause($0, false) }
        book.answer(API.pauseAll) { try await pauseAll($0, true) }
        book.answer(API.resumeAll) { try await pauseAll($0, false) }
    }

    @Sendable private func list(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<TargetBody>> {
        let pauses = try await store.pauses()
        var bodies: [TargetBody] = []
        for target in service.targets { bodies.append(try await body(of: target, pauses)) }
        return try call.page(of: bodies)
    }

    @Sendable private func show(_ call: Call<Nothing, Nothing>) async throws -> Reply<TargetBody> {
        let target = try service.target(named: try call.name("target"))
        return try .json(try await body(of: target, try await store.pauses()))
    }

    private func body(of target: Target, _ pauses: Set<TargetName?>) async throws -> TargetBody {
        let facts = try await store.facts(of: target.name)?.bytes
        return TargetBody(
            name: target.name.text, kind: target.kindName.rawValue, kindTitle: target.kindName.declaration.title,
            overrides: target.kindName.declaration.overrides, address: target.place,
            idempotencyClass: target.rules(facts: facts).idempotency.letter, after: target.after?.text,
            late: target.rules(facts: facts).late.text, slots: target.slots.texts,
            isPaused: pauses.apply(to: target.name),
            isRehearsal: target.isRehearsal, isDefault: service.defaultNames.contains(target.name),
            givesAddress: target.givesAddress,
            onEdit: target.wordsOnEdit(facts: facts), onDelete: target.wordsOnDelete,
            check: try await store.check(of: target.name).flatMap { CheckBody($0, times) },
            hasLogin: target.kindName.declaration.hasLogin)
    }

    @Sendable private func limits(_ call: Call<Nothing, Nothing>) async throws -> Reply<LimitsBody> {
        let target = try service.target(named: try call.name("target"))
        let facts = try await store.facts(of: target.name)
        let preview = sample(target, facts?.bytes)
        let report = try await store.check(of: target.name).flatMap(\.reported)
        return try .json(
            LimitsBody(
                target: target.name.text, limit: preview?.limit, rule: preview?.rule,
                software: report?.details.first { $0.name == "software" }?.value,
                readAt: facts.map { times.text($0.at) }))
    }

    /// A preview of a post with one word. It shows the target's limit and counting rule without a request to the
    /// service.
    private func sample(_ target: Target, _ facts: [UInt8]?) -> Preview? {
        guard let slug = try? Slug(checking: "sample") else { return nil }
        let manuscript = Manuscript(
            id: PostID(bits: 0), slug: slug, title: "Sample", body: "Sample", published: service.now(),
            changedAt: service.now())
        return try? target.freeze(manuscript, facts: facts, key: "sample").preview
    }

    private func pause(_ call: Call<Nothing, Nothing>, _ isPaused: Bool) async throws -> Reply<TargetBody> {
        let target = try service.target(named: try call.name("target"))
        try await setPause(of: target.name, isPaused, by: try call.known)
        return try .json(try await body(of: target, try await store.pauses()))
    }

    private func pauseAll(_ call: Call<Nothing, Nothing>, _ isPaused: Bool) async throws -> Reply<Nothing> {
        try await setPause(of: nil, isPaused, by: try call.known)
        return .nothing
    }

    private func setPause(of target: TargetName?, _ isPaused: Bool, by caller: Caller) async throws {
        let (user, isAdministrator) = (caller.user, caller.isAdministrator)
        if isPaused {
            try await store.pause(target, by: user, isAdministrator: isAdministrator)
        } else {
            try await store.resume(target, by: user, isAdministrator: isAdministrator)
        }
    }
}

// MARK: - Checks

extension TargetRoutes {
    @Sendable private func lastCheck(_ call: Call<Nothing, Nothing>) async throws -> Reply<CheckBody> {
        let target = try service.target(named: try call.name("target"))
        guard let body = try await store.check(of: target.name).flatMap({ CheckBody($0, times) }) else {
            throw Problem(
                "never-checked", "“\(target.name)” has never been checked. Run “galley target check \(target.name)”.",
                status: 404)
        }
        return try .json(body)
    }

    /// Records the request; the courier makes the check. After the timeout, callers find the result as the last check.
    @Sendable private func check(_ call: Call<Nothing, Nothing>) async throws -> Reply<CheckBody> {
        let target = try service.target(named: try call.name("target"))
        let changes = store.changes()
        try await store.wantCheck(of: target.name)
        let answer = try await waitUntil(changes: changes, patience: checkPatience) { () -> CheckBody? in
            guard let check = try await store.check(of: target.name), check.isAnswered else { return nil }
            return CheckBody(check, times)
        }
        if let answer { return try .json(answer) }
        return Reply(Response(status: .accepted, headers: [.location: "/v1/targets/\(target.name)/check"]))
    }
}

extension TargetCheck {
    var isAnswered: Bool { answeredAt.map { $0 >= wantedAt } ?? false }

    var reported: CheckReport? {
        report.flatMap { try? JSONCoding.decode(CheckReport.self, from: $0) }
    }
}

extension CheckBody {
    /// nil until the first check has finished.
    init?(_ check: TargetCheck, _ times: Times) {
        guard let at = check.answeredAt, let report = check.reported else { return nil }
        self.init(
            isWell: report.isWorking, at: times.text(at),
            lines: [report.words] + report.details.map { "\($0.name): \($0.value)" })
    }
}

extension LatePolicy {
    /// The policy in the notation of the configuration.
    var text: String {
        switch self {
        case .post: "post"
        case .ask(let span): "ask after \(span.text)"
        case .skip(let span): "skip after \(span.text)"
        }
    }
}
