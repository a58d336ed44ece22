import PostStore
import Posts
import Targets
import Wire

extension PostService {
    /// Publishes, schedules or rehearses a post.
    func publish(
        _ name: String, _ request: PublicationBody, ifRevision: Revision?, by caller: Caller
    ) async throws -> PublishedBody {
        let pauses = try await store.pauses()
        let slotted = request.isForNextSlot ? comingSlots() : [:]
        let settled = try await settle(name, by: caller, isForPublication: true, slots: slotted) { basis in
            try checkKept(basis.post, ifRevision)
            let plan = try self.plan(request, basis)
            let frozen = try self.frozen(plan, basis)
            if request.rehearse == true { return PostDecision(.nothing, value: (plan, frozen)) }
            return PostDecision(.publish(date: plan.date), frozen: frozen, value: (plan, []))
        }
        let (plan, frozen) = settled.value
        guard request.rehearse == true else {
            let notes = plan.notes + pauseNotes(plan.copies, pauses) + [settings.clockDoubt()].compactMap(\.self)
            return body(of: settled.post, notes: notes)
        }
        return PublishedBody(
            post: PostBody(settled.post.stored, times),
            deliveries: try await rehearse(plan.copies, of: settled.post.post, frozen),
            notes: plan.notes + rehearsalNotes(plan, frozen))
    }

    private func pauseNotes(_ copies: [PublicationPlan.Copy], _ pauses: Set<TargetName?>) -> [String] {
        copies.map(\.target.name).filter(pauses.apply).map { name in
            "“\(name)” is paused: nothing leaves until you resume it "
                + "(galley queue resume\(pauses.contains(nil) ? "" : " \(name)"))."
        }
    }

    private func rehearsalNotes(_ plan: Plan, _ frozen: [FrozenDelivery]) -> [String] {
        let edits = frozen.filter { $0.kind == .edit }
            .map { "“\($0.target)” has it already and would get an edit, which a rehearsal does not show." }
        let end = plan.copies.isEmpty ? "There was nothing to rehearse." : "“galley rehearsal” shows it."
        return edits + ["This was a rehearsal: nothing is scheduled and nothing left. \(end)"]
    }

    /// The result of planning a publication.
    struct Plan: Sendable {
        /// The post's new date.
        let date: PlannedTime
        /// When its deliveries are due, but for those with a slot of their own.
        let dueAt: Instant
        let slots: [TargetName: PlannedTime]
        let copies: [PublicationPlan.Copy]
        let immediate: ImmediateChanges
        let notes: [String]
    }

    /// The changes of copies that need not wait for the end of the undo window, because the author asked for them with
    /// “now”. The first copy at a target always waits for it.
    struct ImmediateChanges: Sendable {
        /// The targets that have the post.
        var holding: Set<TargetName> = []
        /// Those of them that get an edit: one is waiting, or the author has named the target.
        var edited: Set<TargetName> = []
    }

    private func immediate(_ request: PublicationBody, _ basis: PostBasis) -> ImmediateChanges {
        guard request.at == "now", basis.post.publication == .wanted else { return ImmediateChanges() }
        let named = try? request.to?.map { try target(named: $0) }
        guard let named else {
            let waiting = basis.changes.filter { $0.kind == .edit && $0.state.word == .scheduled }.map(\.target)
            return ImmediateChanges(holding: basis.holding, edited: basis.holding.intersection(waiting))
        }
        let holding = basis.holding.intersection(named.map(\.name))
        let editable = named.filter { $0.editPolicy != .ignore && !converging.contains($0.name) }
        return ImmediateChanges(holding: holding, edited: holding.intersection(editable.map(\.name)))
    }

    private func plan(_ request: PublicationBody, _ basis: PostBasis) throws -> Plan {
        let post = basis.post
        guard !post.draft.isBlank else {
            throw Problem.refused(
                "The post is empty, so nothing is sent: it has no title, no text and no summary. Write something first."
            )
        }
        try refuseWhileDeleted(basis.changes)
        let immediate = immediate(request, basis)
        var left: [String] = []
        let chosen = try choose(
            request.to, for: post, deliveries: basis.deliveries, except: immediate.edited, notes: &left)
        let names = chosen.map(\.name)
        let slots =
            request.isForNextSlot ? try slots(of: PublicationPlan(service: self, basis, names: names)) : [:]
        let moment = try moment(of: request, slots, basis, now: now())
        var notes = moment.notes + left
        let date = self.date(of: post, moment, chosen, basis.deliveries)
        if request.at != nil, date != moment.date { notes.append("It is already published, and keeps its date.") }
        var plan = PublicationPlan(service: self, basis, as: post.with(date: date), names: names)
        let copies = try self.copies(for: chosen, &plan)
        notes += plan.notes + PostService.notes(of: copies)
        return Plan(
            date: date, dueAt: moment.dueAt, slots: slots, copies: copies, immediate: immediate, notes: notes)
    }

    /// The deliveries that a publication adds to the queue.
    private func frozen(_ plan: Plan, _ basis: PostBasis) throws -> [FrozenDelivery] {
        let post = basis.post
        var frozen = plan.copies.map {
            let name = $0.target.name
            return $0.delivery(
                dueAt: plan.immediate.holding.contains(name) ? now() : plan.slots[name]?.instant ?? plan.dueAt,
                isSlot: plan.slots[name] != nil && !$0.target.slots.isEmpty)
        }
        let dated = post.with(date: plan.date)
        for target in targets where plan.immediate.edited.contains(target.name) {
            if case .failure(let error) = frozenEdit(of: dated, for: target, PostService.newKey(), basis) {
                throw Problem.doesNotFit(target.name, error.description)
            }
        }
        if !plan.immediate.edited.isEmpty {
            frozen += edits(of: dated, since: nil, basis, dueAt: now()).filter {
                plan.immediate.edited.contains($0.target)
            }
        }
        // An unpublished post may have been edited since, but its remaining copies were not.
        if post.publication == .withdrawn {
            frozen += edits(of: dated, since: nil, basis, alongside: plan.copies.map(\.target.name))
        }
        // Copies that are published or queued elsewhere follow a new date.
        if post.publication == .wanted, plan.date != post.draft.date {
            let others = basis.deliveries.filter { delivery in
                isRefrozen(delivery, basis) && !frozen.contains { $0.target == delivery.target }
            }
            frozen += refreeze(others, of: basis, as: dated, movesTimes: plan.slots.isEmpty)
            frozen += edits(of: dated, since: post, basis)
        }
        return frozen
    }

    /// - Throws: a `Problem` with the target's explanation if the post does not fit a target. Nothing is scheduled
    ///   then.
    private func copies(for targets: [Target], _ plan: inout PublicationPlan) throws -> [PublicationPlan.Copy] {
        var copies: [PublicationPlan.Copy] = []
        for target in targets {
            do {
                copies.append(try plan.copy(for: target))
            } catch {
                throw Problem.doesNotFit(target.name, error.description)
            }
        }
        return copies
    }

    /// As `check`, of a post that must not be deleted.
    func checkKept(_ post: Post, _ wanted: Revision?) throws(StoreError) {
        guard post.deletedAt == nil else { throw .deleted(post.id) }
        try check(post, wanted)
    }

    /// - Parameter wanted: the revision that the caller read; nil for the newest.
    func check(_ post: Post, _ wanted: Revision?) throws(StoreError) {
        if let wanted, wanted != post.revision { throw StoreError.stale(current: post.revision) }
    }

    /// A note on several copies is one note, which names their targets.
    private static func notes(of copies: [PublicationPlan.Copy]) -> [String] {
        var (notes, places): ([String], [String: [String]]) = ([], [:])
        for copy in copies {
            for words in copy.frozen.preview.losses + copy.frozen.preview.warnings {
                if places[words] == nil { notes.append(words) }
                places[words, default: []].append("“\(copy.target.name)”")
            }
        }
        return notes.map { "\(places[$0, default: []].joined(separator: ", ")): \($0)" }
    }
}

extension PostService {
    /// Refuses while a copy's deletion is in progress, because the target may or may not have the copy then.
    private func refuseWhileDeleted(_ changes: [Delivery]) throws {
        guard let deletion = changes.first(where: { $0.kind == .delete && $0.isTooLateToStop }) else { return }
        throw Problem.refused(
            "“\(deletion.target)” has a deletion in progress: delivery \(deletion.id.number) is "
                + "\(deletion.state.word.rawValue). Wait for it: galley queue show \(deletion.id.number).")
    }
}

// MARK: - Time

extension PostService {
    private struct Moment {
        /// The post's new date, unless it is published already.
        let date: PlannedTime
        /// When its deliveries are due.
        let dueAt: Instant
        let notes: [String]
    }

    private func moment(
        of request: PublicationBody, _ slots: [TargetName: PlannedTime], _ basis: PostBasis, now: Instant
    ) throws -> Moment {
        let own = basis.post.draft.date
        if let first = slots.earliest {
            // Deliveries to other targets keep their times, so the date stays if it is earlier.
            let isElsewhere = basis.deliveries.contains {
                slots[$0.target] == nil && !$0.state.isFinal && isRefrozen($0, basis)
            }
            let date = if isElsewhere, let own, own.instant <= first.instant { own } else { first }
            return Moment(date: date, dueAt: first.instant, notes: times.note(date).map { [$0] } ?? [])
        }
        if let text = request.at, !request.isForNextSlot {
            let planned = try times.planned(text, now: now, field: "at")
            if planned.instant > now {
                return Moment(date: planned, dueAt: planned.instant, notes: times.note(planned).map { [$0] } ?? [])
            }
            if request.mustBeAhead == true {
                throw Problem.badField("at", "“\(text.shortened())” has passed by the daemon's clock.")
            }
            let isLongAgo = now - planned.instant > LatePolicy.tolerance
            let notes = isLongAgo ? ["“\(text.shortened())” has passed, so it goes at once."] : []
            return immediate(now: now, date: isLongAgo ? planned : own, notes: notes)
        }
        guard let own, own.instant > now else { return immediate(now: now, date: own, notes: []) }
        return Moment(date: own, dueAt: own.instant, notes: times.note(own).map { [$0] } ?? [])
    }

    /// The post's new date. A post that readers find on a blog keeps its date, because its address may contain the
    /// date. So does a post for which nothing is sent.
    private func date(of post: Post, _ moment: Moment, _ chosen: [Target], _ deliveries: [Delivery]) -> PlannedTime {
        let blogs = Set(targets.filter(\.isBlog).map(\.name))
        let isOut =
            post.publication == .wanted && deliveries.contains { $0.arrival != nil && blogs.contains($0.target) }
        return isOut || chosen.isEmpty ? post.draft.date ?? moment.date : moment.date
    }

    /// - Parameter date: kept when it is in the past, because the author backdated the post.
    private func immediate(now: Instant, date: PlannedTime?, notes: [String]) -> Moment {
        let past = date.flatMap { $0.instant <= now ? $0 : nil }
        let date = past ?? PlannedTime(Instant(seconds: now.seconds), in: settings.zone)
        return Moment(date: date, dueAt: now + settings.undoWindow, notes: notes)
    }
}

// MARK: - Targets

extension PostService {
    /// The targets of a publication: the requested ones without those that have the post.
    /// - Parameter edited: targets that have it, and whose waiting edit is sent at once.
    private func choose(
        _ wanted: [String]?, for post: Post, deliveries: [Delivery], except edited: Set<TargetName>,
        notes: inout [String]
    ) throws -> [Target] {
        guard !targets.isEmpty else {
            throw Problem.refused("There is no target. Add a [[target]] to the configuration and start galleyd again.")
        }
        var names: [TargetName] = []
        for text in wanted ?? defaultNames.map(\.text) {
            let target = try target(named: text)
            if !names.contains(target.name) { names.append(target.name) }
        }
        guard !names.isEmpty else {
            throw Problem.badField("to", "“to” is empty. Leave it out for the default targets.")
        }
        let all = withArticles(names, for: post, deliveries)
        return try all.filter { !edited.contains($0) }.compactMap { name in
            let delivery = deliveries.first { $0.target == name }
            let isNamed = wanted != nil && names.contains(name)
            // Its articles are no concern of the author, so nothing is said about those that are there.
            if !names.contains(name), delivery?.arrival != nil { return nil }
            return try isLeftOut(name, delivery, of: post, isNamed: isNamed, notes: &notes) ? nil : target(name)
        }
    }

    /// Whether to leave the target out because it has the post or may have it.
    private func isLeftOut(
        _ name: TargetName, _ delivery: Delivery?, of post: Post, isNamed: Bool, notes: inout [String]
    ) throws -> Bool {
        guard let delivery else { return false }
        if delivery.mayHaveArrived {
            let words =
                "“\(name)” may have it already: delivery \(delivery.id.number) is \(delivery.state.word.rawValue)."
            if isNamed {
                let next = DeliveryStory(delivery, isWanted: post.isWanted).next ?? "galley queue"
                throw Problem.refused("\(words) Wait for it, or decide: \(next).")
            }
            notes.append("\(words) It is left out.")
            return true
        }
        guard let record = delivery.arrival else { return false }
        // A site has removed an unpublished post and can publish it again.
        if converging.contains(name), post.publication != .wanted { return false }
        notes.append("“\(name)” has it already\(record.url.map { " (\($0))" } ?? ""). It is left out.")
        if post.publication == .wanted, !converging.contains(name), target(name)?.editPolicy != .ignore {
            notes.append("“galley publish \(post.slug.text) --to \(name) --at now” sends it the present text.")
        }
        return true
    }
}

extension PublicationPlan.Copy {
    /// - Parameter isSlot: whether `dueAt` is a slot of the target, which its delay does not move.
    func delivery(dueAt: Instant, isSlot: Bool = false) -> FrozenDelivery {
        let delay = isSlot ? Span.zero : target.delay
        // With a parent, the delay counts from the parent's arrival.
        return FrozenDelivery(
            target: target.name, key: key, dueAt: parent == nil ? dueAt + delay : dueAt, parent: parent,
            delay: parent == nil ? .zero : delay, payload: frozen.payload, parts: frozen.parts)
    }
}

extension Post {
    /// The post after `draft` is saved. It keeps its slug, which readers may know, unless the author chooses another.
    func with(_ draft: Draft, changedAt: Instant? = nil) -> Post {
        var copy = self
        copy.draft = draft
        if let changedAt { copy.changedAt = changedAt }
        if let chosen = draft.slug, chosen != slug {
            copy.slug = chosen
            // As the store decides when it saves the draft.
            copy.formerSlugs = (publication == .wanted ? [slug] : []) + formerSlugs.filter { $0 != chosen }
        }
        return copy
    }

    func with(date: PlannedTime) -> Post {
        var draft = draft
        draft.date = date
        return with(draft)
    }
}

extension Draft {
    /// Whether the draft has no title, text or summary, and none in its overrides.
    fileprivate var isBlank: Bool {
        let texts = [title, body, summary] + overrides.values.map(\.text)
        return texts.allSatisfy { $0?.allSatisfy(\.isWhitespace) ?? true }
    }
}
