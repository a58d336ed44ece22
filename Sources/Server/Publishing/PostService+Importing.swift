import FrontMatter
import Pictures
import PostStore
import Posts
import Targets
import Wire

// An import sends no messages. Posts that were published elsewhere go to the desk's own sites, which have to show them,
// and to another target only when the author names it. A thousand old posts become a thousand pages and no message.

extension PostService {
    private static let itemsMax = 500

    func takeIn(_ body: ImportBody, by caller: Caller) async throws -> ImportReportBody {
        guard let format = Origin.Format(rawValue: body.format) else {
            throw Problem.badField(
                "format", "“\(body.format.shortened())” is no format. Use markdown, wordpress or jsonfeed.")
        }
        guard body.items.count <= PostService.itemsMax else {
            throw Problem.badField(
                "items", "There are \(body.items.count) items. Send at most \(PostService.itemsMax) at once.")
        }
        var round = ImportRound(
            targets: try importTargets(body.to), clock: fileClock(try zone(body.zone)), now: now(),
            isDryRun: body.isDryRun ?? false)
        round.read(body.items, as: format, times: Times(zone: round.clock.zone, zones: settings.zones))
        if round.entries.contains(where: { $0.arrival?.wantsPublication ?? false }) { try caller.demand(.publish) }
        let known = try await store.origins(body.items.map(\.source), of: caller.user)
        round.decide(known)
        guard !round.isDryRun else {
            try await round.foretell(store)
            return round.report
        }
        try await make(&round, owner: caller.user)
        try await renew(&round, by: caller)
        try await publishArrivals(&round)
        return round.report
    }

    private func importTargets(_ names: [String]?) throws -> [Target] {
        guard let names else { return targets.filter { $0.kindName == .site } }
        return try names.map { try target(named: $0) }
    }

    private func zone(_ name: String?) throws -> Zone {
        guard let name, !name.isEmpty else { return settings.zone }
        let known: ZoneName
        do { known = try ZoneName(name) } catch { throw Problem.badField("zone", error.description) }
        guard let zone = settings.zones(known) else { throw Problem.noSuchZone(known, field: "zone") }
        return zone
    }

    /// Creates all new posts of the round in one transaction.
    private func make(_ round: inout ImportRound, owner: UserID) async throws {
        let indices = round.entries.indices.filter { round.entries[$0].step == .make }
        let arrived = try await store.takeIn(indices.compactMap { round.entries[$0].arrival }, owner: owner)
        for (index, one) in zip(indices, arrived) { round.entries[index].made(one) }
    }

    /// Updates posts whose source has changed and which were not edited here.
    private func renew(_ round: inout ImportRound, by caller: Caller) async throws {
        for index in round.entries.indices {
            guard case .renew(let stored)? = round.entries[index].step, let arrival = round.entries[index].arrival
            else {
                continue
            }
            do {
                try await renew(&round.entries[index], stored, arrival, by: caller)
            } catch StoreError.stale {
                round.entries[index].end(.editedHere)
            }
        }
    }

    private func renew(
        _ entry: inout ImportEntry, _ stored: StoredPost, _ arrival: Arrival, by caller: Caller
    ) async throws {
        let post = stored.post
        var draft = arrival.draft
        if let slug = draft.slug, slug != post.slug, !post.formerSlugs.contains(slug),
            try await !store.isTaken([slug]).isEmpty
        {
            draft.slug = post.slug
        }
        if let path = draft.path, path != post.draft.path, let known = try? PostPath(path),
            try await !store.isTaken([known], exceptBy: post.id).isEmpty
        {
            draft.path = post.draft.path
            entry.notes(["The path “\(path)” belongs to another post. This one stays where it is."])
        }
        let settled = try await settle(
            post.id.text, by: caller, pictures: MediaID.all(in: draft.body.utf8.span)
        ) { [draft] basis in
            try caller.demandRight(toChange: basis.post)
            // An edit made here takes precedence over the one in the source.
            try check(basis.post, post.revision)
            let (draft, frozen) = edition(of: basis, as: draft)
            var renewed = arrival
            renewed.wantsPublication = arrival.wantsPublication && basis.post.publication == .none
            return PostDecision(
                try .renew(renewed, as: draft), frozen: frozen, remark: renewed.wantsPublication)
        }
        entry.notes(settled.notes)
        entry.renewed(settled.post.stored, wantsPublication: settled.remark)
        if !arrival.wantsPublication, post.publication == .wanted {
            entry.notes([
                "It is a draft there now. Here it stays published; “galley unpublish \(post.slug)” takes it back."
            ])
        }
    }

    /// Freezes the posts for their targets and adds all deliveries to the queue in one transaction.
    private func publishArrivals(_ round: inout ImportRound) async throws {
        let indices = round.entries.indices.filter { round.entries[$0].unpublished != nil }
        guard !indices.isEmpty else { return }
        let bases = try await store.bases(
            of: indices.compactMap { round.entries[$0].unpublished?.id }, isForPublication: true)
        let entries = zip(bases, indices).map { basis, index in
            (basis: basis, index: index, decision: arrival(round.entries[index].item.body.source, of: basis, round))
        }
        try await meanwhile()
        let changed = try await store.carryOut(
            entries.map { ($0.basis, PostDecision($0.decision.deed, frozen: $0.decision.frozen, remark: ())) })
        for entry in entries {
            var notes = entry.decision.remark
            if changed.contains(entry.basis) {
                let source = round.entries[entry.index].item.body.source
                notes = try await store.settle(
                    entry.basis.post.id.text, isForPublication: true, meanwhile: meanwhile
                ) { [round] in arrival(source, of: $0, round) }.remark
            }
            round.entries[entry.index].notes(notes)
        }
    }

    private func arrival(_ source: String, of basis: PostBasis, _ round: ImportRound) -> PostDecision<[String]> {
        let published = basis.post.draft.date?.instant ?? basis.post.changedAt
        var plan = PublicationPlan(service: self, basis, published: published, names: round.targets.map(\.name))
        var (frozen, notes) = ([FrozenDelivery](), [String]())
        for target in round.targets {
            do {
                frozen.append(try plan.copy(for: target).delivery(dueAt: max(published, round.now)))
            } catch {
                notes.append("“\(target.name)” does not get it: \(error.description)")
            }
        }
        return PostDecision(
            .arrive(from: source, publishedAt: min(published, round.now)), frozen: frozen, remark: notes)
    }
}
