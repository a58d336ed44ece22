import Logging
import OpenMetrics
import PostStore
import Posts
import ServiceLifecycle
import Targets

/// Runs one delivery: prepare, arm, send and record, or look up and record.
extension Courier {
    /// - Parameter target: the settings at the time of the claim. They stay in force until the delivery ends.
    func carry(_ claimed: ClaimedDelivery, to target: Target) async {
        switch (target.kind, claimed.task) {
        case (.site(let site), _): await write(claimed, to: site, of: target)
        case (.http(let kind), .prepare): await send(claimed, by: kind, of: target)
        case (.http(let kind), .lookUp): await lookUp(claimed, by: kind, of: target)
        }
    }

    private func send(_ claimed: ClaimedDelivery, by kind: any TargetKind, of target: Target) async {
        let delivery = claimed.delivery
        switch await semaphore.inTurn(at: target, { await sent(claimed, by: kind, of: target) }) {
        case nil, .some(nil): return
        case .failure(let ending)??:
            await record(delivery, of: target) {
                try await $0.unprepared(delivery.id, ending.outcome, seen: ending.seen, rules: $1)
            }
        case .success(let sent)??:
            count(sent.outcome, at: target)
            await record(delivery, of: target) {
                try await $0.finish(delivery.id, attempt: sent.attempt.number, sent.outcome, seen: sent.seen, rules: $1)
            }
            if case .accepted = sent.outcome { await refreshSites(showing: delivery.postID) }
        }
    }

    private struct Sent {
        let attempt: Attempt
        let outcome: Outcome
        let seen: SeenCopy
    }

    /// Reads the copy, prepares the request, arms the delivery and sends it. The caller records the outcome after it
    /// has released the target for the next delivery.
    /// - Returns: nil if the delivery could not be armed; then nothing was sent.
    private func sent(
        _ claimed: ClaimedDelivery, by kind: any TargetKind, of target: Target
    ) async -> Result<Sent, Ending>? {
        do throws(Ending) {
            let parcel: Parcel
            do throws(ParcelError) { parcel = try claimed.parcel(for: kind) } catch {
                throw Ending(outcome: .refused(error.description))
            }
            if let problem = await accountProblem(claimed, by: kind, of: target) { throw Ending(outcome: problem) }
            let briefing = await briefing(for: claimed, of: target)
            let remark = try await lookedAt(parcel, claimed, briefing, by: kind, of: target).get()
            let body = try await prepared(parcel, claimed, briefing, by: kind, of: target).get()
            if target.kindName == .articles { try await pageShown(claimed.delivery, to: target).get() }
            guard let attempt = await armed(claimed.delivery, body: body, by: kind, of: target) else { return nil }
            let exchange = await transport.exchange(kind.request(parcel, body: body, at: now()), for: target)
            let outcome = kind.outcome(of: exchange, for: parcel, body: body)
            if case .refused(let words) = outcome, claimed.delivery.kind == .edit,
                kind.idempotencyOfChanges(facts: briefing.facts) == .searchable
            {
                let (outcome, seen) = await refusedEdit(words, parcel, body, claimed, briefing, by: kind, of: target)
                return .success(Sent(attempt: attempt, outcome: outcome, seen: seen))
            }
            let seen = seenCopy(after: outcome, exchange, parcel, body, remark: remark, by: kind, of: target)
            return .success(Sent(attempt: attempt, outcome: outcome, seen: seen))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the bytes to send: those of the last attempt if there was one that was not rejected, otherwise the payload
    /// with its holes filled.
    private func prepared(
        _ parcel: Parcel, _ claimed: ClaimedDelivery, _ briefing: Briefing, by kind: any TargetKind, of target: Target
    ) async -> Result<[UInt8], Ending> {
        let preparation = await converse(for: target) { kind.prepare(parcel, briefing, answers: $0) }
        switch preparation {
        case nil:
            return .failure(Ending(outcome: .unsent("\(target.name) redirected in a loop during the preparation.")))
        case .ended(let outcome): return .failure(Ending(outcome: outcome))
        case .ready(let holes, let facts):
            if let facts { await remember(facts, of: target.name) }
            if let sent = claimed.lastRequest, !kind.isRebuilt(claimed.delivery.kind) { return .success(sent) }
            do {
                return .success(try parcel.filled(holes))
            } catch {
                return .failure(Ending(outcome: .refused(error.description)))
            }
        }
    }

    func count(_ outcome: Outcome, at target: Target) {
        metrics.attempts.add(EndedAttempt(target: target.name.text, outcome: outcome.word))
    }

    private func lookUp(_ claimed: ClaimedDelivery, by kind: any TargetKind, of target: Target) async {
        let delivery = claimed.delivery
        guard
            let (finding, seen) = await semaphore.inTurn(
                at: target, { await found(claimed, by: kind, of: target) })
        else { return }
        await record(delivery, of: target) { try await $0.lookedUp(delivery.id, finding, seen: seen, rules: $1) }
        if case .found = finding { await refreshSites(showing: delivery.postID) }
    }

    private func found(
        _ claimed: ClaimedDelivery, by kind: any TargetKind, of target: Target
    ) async -> (LookUpResult, SeenCopy) {
        let parcel: Parcel
        do throws(ParcelError) { parcel = try claimed.parcel(for: kind) } catch {
            return (.unseeable("\(error) Galley cannot look for it."), SeenCopy())
        }
        if let problem = await accountProblem(claimed, by: kind, of: target) {
            return (.unclear(problem.words, until: problem.patienceUntil), SeenCopy())
        }
        let briefing = await briefing(for: claimed, of: target)
        let body = claimed.lastRequest ?? kind.bodyToLookFor(parcel, briefing)
        return claimed.delivery.kind == .edit
            ? await found(edit: parcel, body: body, claimed, briefing, by: kind, of: target)
            : await found(post: parcel, body: body, briefing, by: kind, of: target)
    }

    private func briefing(for claimed: ClaimedDelivery, of target: Target) async -> Briefing {
        let history = claimed.delivery.history
        var briefing = Briefing(
            now: now(), facts: board.facts(of: target.name), address: claimed.parentRecord?.url,
            firstSentAt: history.firstSentAt)
        briefing.parent = claimed.parentRecord
        briefing.previousPart = claimed.previousPart
        briefing.copyArrivedAt = claimed.copyArrivedAt
        briefing.isRepetition = claimed.lastRequest != nil
        briefing.canFit = darkroom != nil
        if history.attempts > 0 || target.kindName == .articles {
            // If the store cannot be read, the list stays empty. Two identical posts could then be confused, but their
            // times make that unlikely.
            briefing.taken = (try? await store.remoteIDs(at: target.name, except: claimed.delivery.id)) ?? []
        }
        return briefing
    }

    /// The longest dialogue: 60 terms on a WordPress site take two requests each.
    private static let questionsMax = 256

    /// Runs a dialogue to its end. Its requests change nothing that readers see.
    /// - Returns: nil if the dialogue exceeds `questionsMax`.
    func converse<Value: Sendable>(for target: Target, _ next: ([Exchange]) -> Step<Value>) async -> Value? {
        var answers: [Exchange] = []
        var subject: String?
        defer { if let subject { board.subjects.leave(subject, at: target.name) } }
        while answers.count < Courier.questionsMax {
            switch next(answers) {
            case .done(let value): return value
            case .ask(let question):
                if question.subject != subject {
                    if let subject { board.subjects.leave(subject, at: target.name) }
                    subject = question.subject
                    if let subject { await board.subjects.enter(subject, at: target.name) }
                }
                answers.append(await exchange(question, for: target))
            }
        }
        return nil
    }

    /// Commits the arming of the delivery, the last durable write before the first byte is sent.
    /// - Returns: nil if the delivery was cancelled or replaced meanwhile or the commit failed; then nothing is sent.
    /// - Parameter kind: nil for a site, which needs no account.
    func armed(
        _ delivery: Delivery, body: [UInt8], by kind: (any TargetKind)? = nil, of target: Target
    ) async -> Attempt? {
        do {
            let idempotency = board.rules(of: target).idempotency(of: delivery.kind)
            return try await store.arm(
                delivery.id, request: body, idempotency: idempotency,
                account: kind?.account(facts: board.facts(of: target.name)))
        } catch {
            let words = "The attempt could not be recorded, so nothing was sent: \(error)"
            await record(delivery, of: target) { try await $0.unprepared(delivery.id, .unsent(words), rules: $1) }
            return nil
        }
    }

    func remember(_ facts: [UInt8], of target: TargetName) async {
        do {
            try await board.learn(facts, of: target, in: store)
        } catch {
            log.warning(
                "What a target reported could not be stored.", metadata: ["target": "\(target)", "error": "\(error)"])
        }
    }

    /// Records the outcome. Retries until the store accepts it, for as long as the disk is full or missing, because an
    /// unrecorded outcome is lost. Meanwhile the delivery stays armed, so Galley does not send it again. If the daemon
    /// stops first, the next start finds the delivery armed and marks it uncertain.
    /// - Parameter target: the target as claimed; the current configuration may no longer contain it.
    func record(
        _ delivery: Delivery, of target: Target,
        _ write: @escaping @Sendable (PostStore, DeliveryRules) async throws -> Delivery
    ) async {
        // An unstructured task, so that cancelling the delivery does not cancel the recording.
        await Task { [store, board, log] in
            var wait = Duration.milliseconds(50)
            for tries in 1... {
                do {
                    let after = try await write(store, board.rules(of: target))
                    let word = after.state.word.rawValue
                    let metadata: Logger.Metadata = [
                        "delivery": "\(delivery.id.number)", "target": "\(delivery.target)",
                        "attempts": "\(after.history.attempts)",
                    ]
                    return log.info("delivery is \(word)", metadata: metadata)
                } catch {
                    let metadata: Logger.Metadata = ["delivery": "\(delivery.id.number)", "error": "\(error)"]
                    // A full disk may last for hours: log the first failure and then every 256th.
                    let level: Logger.Level = tries == 1 || tries % 256 == 0 ? .error : .debug
                    log.log(level: level, "An outcome could not be recorded; trying again.", metadata: metadata)
                    let mayPass =
                        (store.fault != nil || (error as? StoreError)?.isUnavailable ?? false)
                        && !Task.isShuttingDownGracefully
                    if tries >= 12, !mayPass {
                        log.error(
                            "An outcome was not recorded. The delivery is looked up at the next start.",
                            metadata: metadata)
                        return
                    }
                    try? await Task.sleep(for: wait)
                    wait = min(wait * 2, .seconds(2))
                }
            }
        }.value
    }
}

extension ClaimedDelivery {
    /// What is sent next: of a thread, the part whose turn it is. An edit or deletion gets the id of the copy, which the
    /// creation has recorded by now.
    func parcel(for kind: any TargetKind) throws(ParcelError) -> Parcel {
        // The same request deletes each part of a thread; only the id differs.
        let parcel = try Parcels(encoded: payload).part(delivery.kind == .delete ? 1 : delivery.part)
        guard kind.leads(to: parcel) else { throw .elsewhere(parcel.place) }
        guard delivery.kind != .create else { return parcel }
        return try parcel.addressed(to: parentRecord?.id)
    }
}

/// The outcome of a delivery that sends nothing.
struct Ending: Error {
    let outcome: Outcome
    /// The observed state of the copy, if that is the reason.
    var seen = SeenCopy()
}
