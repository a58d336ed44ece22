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
        do throws(Ending) {
            let turn = try await semaphore.inTurn(at: target) { () async throws(Ending) in
                try await sent(try await errand(claimed, by: kind, of: target))
            }
            guard let sent = turn ?? nil else { return }
            count(sent.outcome, at: target)
            await record(delivery, of: target) {
                try await $0.finish(delivery.id, attempt: sent.attempt.number, sent.outcome, seen: sent.seen, rules: $1)
            }
            if case .accepted = sent.outcome { await refreshSites(showing: delivery.postID) }
        } catch {
            await record(delivery, of: target) {
                try await $0.unprepared(
                    delivery.id, edition: delivery.edition, error.outcome, seen: error.seen, rules: $1)
            }
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
    private func sent(_ claimed: Errand) async throws(Ending) -> Sent? {
        var errand = claimed
        let (kind, target, delivery) = (errand.kind, errand.target, errand.claimed.delivery)
        if delivery.part > 1, delivery.isExposed {
            throw Ending(outcome: .refused(Courier.exposedThreadWords(delivery)))
        }
        let look = try await lookedAt(errand)
        errand.briefing.there = look.there
        let body = try await prepared(errand)
        // Only now are the facts about the server certainly known.
        if delivery.kind == .edit, let there = look.there,
            let harm = kind.copies.harm(ofEditing: there, by: errand.parcel, facts: board.facts(of: target.name))
        {
            throw Ending(outcome: .harmful(harm))
        }
        if target.kindName == .articles { try await showPage(of: delivery, to: target) }
        let account = kind.traits(board.facts(of: target.name)).account
        guard let attempt = await armed(delivery, body: body, account: account, of: target) else { return nil }
        let exchange = await transport.exchange(kind.request(errand.parcel, body: body, at: now()), for: target)
        let outcome = kind.outcome(of: exchange, for: errand.parcel, body: body)
        if case .refused(let words) = outcome, delivery.kind == .edit,
            kind.traits(errand.briefing.facts).edits == .searchable
        {
            let (outcome, seen) = await refusedEdit(words, errand, body: body)
            return Sent(attempt: attempt, outcome: outcome, seen: seen)
        }
        let seen = seenCopy(after: outcome, exchange, errand, body: body, look)
        return Sent(attempt: attempt, outcome: outcome, seen: seen)
    }

    /// Returns the bytes to send: those of the last attempt if there was one that was not rejected, otherwise the payload
    /// with its holes filled.
    private func prepared(_ errand: Errand) async throws(Ending) -> [UInt8] {
        let (kind, target) = (errand.kind, errand.target)
        let preparation = await converse(for: target) { kind.prepare(errand.parcel, errand.briefing, answers: $0) }
        switch preparation {
        case nil:
            throw Ending(
                outcome: .unsent(
                    "The preparation at \(target.name) took \(Courier.questionsMax) requests. The next try goes on from there."
                ))
        case .ended(let outcome): throw Ending(outcome: outcome)
        case .ready(let holes, let facts):
            if let facts { await remember(facts, of: target.name) }
            if let sent = errand.claimed.lastRequest, !errand.isRebuilt { return sent }
            do { return try errand.parcel.filled(holes) } catch { throw Ending(error) }
        }
    }

    func count(_ outcome: Outcome, at target: Target) {
        metrics.attempts.add(EndedAttempt(target: target.name.text, outcome: outcome.word))
    }

    private func lookUp(_ claimed: ClaimedDelivery, by kind: any TargetKind, of target: Target) async {
        let delivery = claimed.delivery
        let turn = await semaphore.inTurn(at: target) { await found(claimed, by: kind, of: target) }
        guard let (finding, seen) = turn else { return }
        await record(delivery, of: target) { try await $0.lookedUp(delivery.id, finding, seen: seen, rules: $1) }
        if case .found = finding { await refreshSites(showing: delivery.postID) }
    }

    private func found(
        _ claimed: ClaimedDelivery, by kind: any TargetKind, of target: Target
    ) async -> (LookUpResult, SeenCopy) {
        do throws(Ending) {
            let errand = try await errand(claimed, by: kind, of: target)
            return claimed.delivery.kind == .edit
                ? await foundEdit(errand, body: errand.bodyToLookFor)
                : await foundPost(errand, body: errand.bodyToLookFor)
        } catch {
            // A payload that is not for this target.
            if case .refused(let words) = error.outcome {
                return (.unseeable("\(words) Galley cannot look for it."), SeenCopy())
            }
            return (.unclear(error.outcome), SeenCopy())
        }
    }

    /// - Throws: why nothing is sent to this target or looked up there.
    private func errand(
        _ claimed: ClaimedDelivery, by kind: any TargetKind, of target: Target
    ) async throws(Ending) -> Errand {
        if let missing = target.missingSecret { throw Ending(outcome: .denied(missing.text)) }
        if let ending = claimed.endingOfMissingPart { throw ending }
        let parcel: Parcel
        do { parcel = try claimed.parcel(for: kind) } catch { throw Ending(error) }
        if let problem = await accountProblem(claimed, by: kind, of: target) { throw Ending(outcome: problem) }
        let briefing = await briefing(for: claimed, by: kind, of: target)
        return Errand(claimed: claimed, parcel: parcel, briefing: briefing, kind: kind, target: target)
    }

    private func briefing(
        for claimed: ClaimedDelivery, by kind: any TargetKind, of target: Target
    ) async -> Briefing {
        let history = claimed.delivery.history
        var briefing = Briefing(
            now: now(), facts: board.facts(of: target.name), address: claimed.parentRecord?.url,
            firstSentAt: history.firstSentAt)
        briefing.parent = claimed.parentRecord
        briefing.previousPart = claimed.previousPart
        briefing.copyArrivedAt = claimed.copyArrivedAt
        briefing.isRestored = history.restoredFrom != nil
        if !kind.traits(briefing.facts).rebuilt.contains(claimed.delivery.kind) {
            briefing.lastRequest = claimed.lastRequest
        }
        briefing.canFit = darkroom != nil
        if history.attempts > 0 || briefing.isRestored || target.kindName == .articles {
            // If the store cannot be read, the list stays empty. Two identical posts could then be confused, but their
            // times make that unlikely.
            let known = (try? await store.remoteIDs(at: target.name, except: claimed.delivery.id)) ?? [:]
            briefing.taken = Set(known.keys)
            if let firstSentAt = history.firstSentAt {
                briefing.earlier = Set(known.filter { $0.value < firstSentAt }.keys)
            }
        }
        return briefing
    }

    /// The longest dialogue: 60 terms on a WordPress site take two requests each, and 200 pictures there three. Those that
    /// the site has by then take one, so a preparation that ends here gets further with the next try.
    static let questionsMax = 512

    /// Runs a dialogue to its end. Its requests change nothing that readers see.
    /// - Returns: nil if the dialogue exceeds `questionsMax`.
    func converse<Value: Sendable>(for target: Target, _ next: ([Exchange]) -> Step<Value>) async -> Value? {
        var answers: [Exchange] = []
        var subject: String?
        defer { if let subject { subjects.leave(subject, at: target.name) } }
        while answers.count < Courier.questionsMax {
            switch next(answers) {
            case .done(let value): return value
            case .ask(let question):
                if question.subject != subject {
                    if let subject { subjects.leave(subject, at: target.name) }
                    subject = question.subject
                    if let subject { await subjects.enter(subject, at: target.name) }
                }
                answers.append(await exchange(question, for: target))
            }
        }
        return nil
    }

    /// Commits the arming of the delivery, the last durable write before the first byte is sent.
    /// - Returns: nil if the delivery was cancelled or replaced meanwhile or the commit failed; then nothing is sent.
    func armed(_ delivery: Delivery, body: [UInt8], account: String? = nil, of target: Target) async -> Attempt? {
        do {
            let idempotency = board.rules(of: target).idempotency(of: delivery.kind)
            return try await store.arm(
                delivery.id, edition: delivery.edition, request: body, idempotency: idempotency, account: account)
        } catch {
            let words = "The attempt could not be recorded, so nothing was sent: \(error)"
            await record(delivery, of: target) {
                try await $0.unprepared(delivery.id, edition: delivery.edition, .unsent(words), rules: $1)
            }
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
                    if (tries >= 12 && !mayPass) || store.fault?.endsDaemon == true {
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

/// A claimed delivery to a target over HTTP, with what its request or look-up is made from.
struct Errand: Sendable {
    let claimed: ClaimedDelivery
    let parcel: Parcel
    var briefing: Briefing
    let kind: any TargetKind
    let target: Target

    /// Whether a repeated request follows from what is there now.
    var isRebuilt: Bool { kind.traits(briefing.facts).rebuilt.contains(claimed.delivery.kind) }

    /// The body of the last attempt, otherwise as far as it is known.
    var bodyToLookFor: [UInt8] { claimed.lastRequest ?? kind.bodyToLookFor(parcel, briefing) }
}

extension ClaimedDelivery {
    /// What is sent next: of a thread, the part whose turn it is. An edit or deletion gets the id of the copy, which the
    /// creation has recorded by now.
    func parcel(for kind: any TargetKind) throws(ParcelError) -> Parcel {
        // The same request deletes each part of a thread; only the id differs.
        let parcel = try Parcels(encoded: payload).part(delivery.kind == .delete ? 1 : delivery.part)
        guard kind.place.leads(to: parcel) else { throw .elsewhere(parcel.place) }
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

extension Ending {
    init(_ error: ParcelError) { self.init(outcome: .refused(error.description)) }
}
