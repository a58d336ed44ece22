import FrontMatter
import PostStore
import Posts
import Targets
import Wire

// An import never tells the world: what was published elsewhere goes to the desk's own sites, which have to show it,
// and to no other target unless the author names it. A thousand old posts are a thousand pages, and not one message.

extension Desk {
    private static let itemsMax = 500

    func takeIn(_ body: ImportBody, by caller: Caller) async throws -> ImportReportBody {
        guard let format = Origin.Format(rawValue: body.format) else {
            throw Problem.badField(
                "format", "“\(body.format.shortened())” is no format. Use markdown, wordpress or jsonfeed.")
        }
        guard body.items.count <= Desk.itemsMax else {
            throw Problem.badField(
                "items", "There are \(body.items.count) items. Send at most \(Desk.itemsMax) at once.")
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
        guard let zone = (try? ZoneName(name)).flatMap(settings.zones) else {
            throw Problem.badField(
                "zone", "There is no time zone “\(name.shortened())”. Use a name such as Europe/Lisbon.")
        }
        return zone
    }

    /// All new posts of the round in one transaction.
    private func make(_ round: inout ImportRound, owner: UserID) async throws {
        let indices = round.entries.indices.filter { round.entries[$0].step == .make }
        let arrived = try await store.takeIn(indices.compactMap { round.entries[$0].arrival }, owner: owner)
        for (index, one) in zip(indices, arrived) { round.entries[index].made(one) }
    }

    /// What has changed where it came from, and not here.
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
        let saved = try await replace(post.id.text, with: draft, ifRevision: post.revision, by: caller)
        var settled = arrival
        settled.wantsPublication = arrival.wantsPublication && post.publication == .none
        entry.notes(try await store.settle(settled, of: post.id))
        entry.renewed(saved, wantsPublication: settled.wantsPublication)
        if !arrival.wantsPublication, post.publication == .wanted {
            entry.notes([
                "It is a draft there now. Here it stays published; “galley unpublish \(post.slug)” takes it back."
            ])
        }
    }

    /// Freezes what the sites are to show, and puts all of it into the queue in one transaction.
    private func publishArrivals(_ round: inout ImportRound) async throws {
        var arrivals: [(id: PostID, source: String, deliveries: [FrozenDelivery], publishedAt: Instant)] = []
        for index in round.entries.indices {
            guard let post = round.entries[index].unpublished else { continue }
            let published = post.draft.date?.instant ?? post.changedAt
            var imposition = Imposition(
                desk: self, post: post, published: published, names: round.targets.map(\.name), deliveries: [])
            var frozen: [FrozenDelivery] = []
            for target in round.targets {
                do {
                    frozen.append(try await imposition.copy(for: target).delivery(dueAt: max(published, round.now)))
                } catch let error as FreezeError {
                    round.entries[index].notes(["“\(target.name)” does not get it: \(error.description)"])
                }
            }
            arrivals.append((post.id, round.entries[index].item.body.source, frozen, min(published, round.now)))
        }
        if !arrivals.isEmpty { try await store.publish(arrivals: arrivals) }
    }
}
