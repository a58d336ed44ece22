import FrontMatter
import Pictures
import PostStore
import Posts
import Targets
import Wire

// An import sends no messages. Posts that were published elsewhere go to the desk's own sites, which have to show them,
// and to another target only when the author names it. A thousand old posts become a thousand pages and no message.

extension PostService {
    static let importItemsMax = 500
    static let importNamesMax = 100_000
    static let importStartMax: Int64 = 9_000_000_000_000_000
    static let importPicturesMax = 10_000
    static let importPublicKeysMax = 1000

    func importItems(_ body: ImportBody, by caller: Caller) async throws -> ImportReportBody {
        guard let format = Origin.Format(rawValue: body.format) else {
            throw Problem.badField(
                "format",
                "“\(body.format.shortened())” is no format. Use markdown, wordpress, ghost, atom, rss or jsonfeed.")
        }
        for (field, count, most) in [
            ("items", body.items.count, PostService.importItemsMax),
            ("taken", body.taken?.count ?? 0, PostService.importNamesMax),
            ("pictures", body.pictures?.count ?? 0, PostService.importPicturesMax),
            ("publicKeys", body.publicKeys?.count ?? 0, PostService.importPublicKeysMax),
        ] where count > most {
            throw Problem.badField(field, "“\(field)” has \(count) entries. Send at most \(most) at once.")
        }
        let blog = try blog(body)
        let clock = fileClock(
            try times.zone(named: body.zone.said),
            showsAll: body.zone.said != nil && blog.generator?.convertsDates == true)
        var round = ImportRound(
            targets: try importTargets(body.to), known: names, clock: clock, now: now(), blog: blog,
            language: try language(body.language),
            start: try await start(body.start))
        round.read(
            body.items, as: format, times: Times(zone: round.clock.zone, zones: settings.zones),
            render: settings.render)
        if round.entries.contains(where: { $0.imported?.wantsPublication ?? false }) { try caller.demand(.publish) }
        let isDryRun = body.isDryRun ?? false
        var known = try await store.origins(body.items.map(\.source), of: caller.user)
        if round.findExposed(known) {
            try caller.demand(.publish)
            if !isDryRun {
                try await takeBack(round.exposed, by: caller)
                known = try await store.origins(body.items.map(\.source), of: caller.user)
            }
        }
        round.decide(known)
        if isDryRun {
            try await dryRun(&round, body, by: caller)
        } else {
            try await make(&round, owner: caller.user)
            try await renew(&round, by: caller)
            try await publishImported(&round)
        }
        return round.report
    }

    /// The language whose versions come first: the one of the request, else that of the first site.
    private func language(_ text: String?) throws -> Language? {
        guard let text, !text.isEmpty else {
            return targets.lazy.compactMap(\.siteLanguage).first.flatMap { try? Language($0) }
        }
        do { return try Language(text) } catch { throw Problem.badField("language", error.description) }
    }

    private func blog(_ body: ImportBody) throws -> OldPlace {
        let generator = body.generator.flatMap(BlogGenerator.init)
        if let name = body.generator, generator == nil {
            let known = BlogGenerator.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.badField("generator", "“\(name.shortened())” is unknown. Use one of \(known), or none.")
        }
        let folders = (body.languageFolders ?? [:]).filter { $0.key.utf8.count <= 35 && $0.value.utf8.count <= 100 }
        let named = folders.map { ($0.key.lowercased(), $0.value) }
        var place = OldPlace(
            generator: generator, languageFolders: Dictionary(named.prefix(200)) { first, _ in first },
            permalink: try oldPermalink(body.oldPermalink), privacy: PrivacyRules(publicKeys: body.publicKeys ?? []))
        place.feedAddress = body.feedAddress.said
        return place
    }

    private func oldPermalink(_ text: String?) throws -> OldPermalink? {
        do throws(OldPermalinkError) {
            guard let text = text.said else { return nil }
            return try OldPermalink(text)
        } catch {
            throw Problem.badField("oldPermalink", error.description)
        }
    }

    private func start(_ number: Int64?) async throws -> ImportStart {
        guard let number else { return try await store.importStart() }
        guard (0...PostService.importStartMax).contains(number) else {
            throw Problem.badField("start", "It is \(number). Send what the first answer gave.")
        }
        return ImportStart(number: number)
    }

    private func importTargets(_ names: [String]?) throws -> [Target] {
        guard let names else { return targets.filter { $0.kindName == .site } }
        return try names.map { try target(named: $0) }
    }

    /// Creates all new posts of the round in one transaction.
    private func make(_ round: inout ImportRound, owner: UserID) async throws {
        let indices = round.makes
        let results = try await store.importPosts(
            indices.compactMap { round.entries[$0].imported }, owner: owner, since: round.start)
        for (index, one) in zip(indices, results) { round.entries[index].made(one) }
    }

    /// Unpublishes posts that an earlier version published although their files call them private. It comes first: should
    /// the daemon end, the next import finds the others.
    private func takeBack(_ posts: [PostID], by caller: Caller) async throws {
        for post in posts { _ = try await unpublish(post.text, ifRevision: nil, by: caller, .recall) }
    }

    /// Updates posts whose source has changed and which were not edited here.
    private func renew(_ round: inout ImportRound, by caller: Caller) async throws {
        for (index, renewal) in renewals(of: round, by: caller) {
            do {
                let (draft, notes) = try await store.renewed(renewal.imported.draft, of: renewal.post)
                let settled = try await settle(
                    renewal.post.id.text, by: caller, pictures: MediaID.all(in: draft.body.utf8.span)
                ) { try renewal.decide(draft, $0) }
                round.entries[index].renewed(settled, renewal, notes + settled.notes)
            } catch StoreError.stale {
                round.entries[index].end(.editedHere)
            }
        }
    }

    private func renewals(of round: ImportRound, by caller: Caller) -> [(index: Int, renewal: Renewal)] {
        round.entries.indices.compactMap { index in
            guard case .renew(let stored, let isRecalled)? = round.entries[index].step,
                let imported = round.entries[index].imported
            else { return nil }
            let post = stored.post
            let renewal = Renewal(of: post, as: imported) { draft, basis in
                try caller.demandRight(toChange: basis.post)
                // An edit made here takes precedence over the one in the source.
                try check(basis.post, post.revision)
                let (draft, frozen) = edition(of: basis, as: draft)
                var renewed = imported
                renewed.wantsPublication =
                    imported.wantsPublication && (basis.post.publication == .none || isRecalled)
                return PostDecision(
                    .renew(try PreparedDraft(draft), renewed), frozen: frozen, value: renewed.wantsPublication)
            }
            return (index, renewal)
        }
    }

    /// Determines the results of a dry run: does the same in a transaction that is taken back.
    private func dryRun(_ round: inout ImportRound, _ body: ImportBody, by caller: Caller) async throws {
        let (makes, renewals) = (round.makes, renewals(of: round, by: caller))
        var plan = ImportPlan()
        plan.posts = makes.compactMap { round.entries[$0].imported }
        plan.renewals = renewals.map(\.renewal)
        plan.others = round.entries.compactMap { $0.unpublished?.id }
        if body.wantsAddresses ?? false { plan.others += round.entries.compactMap(\.standing) }
        plan.taken = (body.taken ?? []).compactMap(TakenName.init)
        plan.pictures = (body.pictures ?? []).compactMap { Media($0, owner: caller.user, at: round.now) }
        let dryRun = try await store.dryRun(
            of: plan, owner: caller.user, in: ChangeContext(user: caller.user, converging: converging))
        for (index, one) in zip(makes, dryRun.results) {
            round.entries[index].made(one)
            if one.outcome == .created { round.entries[index].takes(one.stored.post) }
        }
        for (planned, settled) in zip(renewals, dryRun.renewed) {
            round.entries[planned.index].renewed(settled, planned.renewal, settled.notes)
            round.entries[planned.index].takes(settled.post.stored.post)
        }
        for index in round.entries.indices {
            guard let post = round.entries[index].unpublished, let basis = dryRun.bases[post.id] else { continue }
            round.entries[index].notes(
                publicationDecision(round.entries[index].item.body.source, of: basis, round).value)
        }
        if body.wantsAddresses ?? false { addAddresses(to: &round, dryRun) }
        for index in makes { round.entries[index].forgetPost() }
    }

    private func addAddresses(to round: inout ImportRound, _ dryRun: ImportDryRun) {
        guard let site = round.targets.first(where: { $0.kindName == .site }) else { return }
        for index in round.entries.indices {
            let entry = round.entries[index]
            guard let id = entry.result.post.flatMap(PostID.init), let basis = dryRun.bases[id],
                entry.imported?.wantsPublication == true || basis.post.publication == .wanted
            else { continue }
            let published = basis.post.draft.date?.instant ?? basis.post.changedAt
            var plan = PublicationPlan(service: self, basis, published: published, names: [site.name])
            // A post that does not fit the site has no address there.
            round.entries[index].stands(at: try? plan.copy(for: site).frozen.preview.predictedAddress)
        }
    }

    /// Freezes the posts for their targets and adds all deliveries to the queue in one transaction.
    private func publishImported(_ round: inout ImportRound) async throws {
        let indices = round.entries.indices.filter { round.entries[$0].unpublished != nil }
        guard !indices.isEmpty else { return }
        let bases = try await store.bases(
            of: indices.compactMap { round.entries[$0].unpublished?.id }, isForPublication: true)
        let entries = zip(bases, indices).map { basis, index in
            (
                basis: basis, index: index,
                decision: publicationDecision(round.entries[index].item.body.source, of: basis, round)
            )
        }
        try await meanwhile()
        let changed = try await store.carryOut(
            entries.map { ($0.basis, PostDecision($0.decision.action, frozen: $0.decision.frozen, value: ())) })
        for entry in entries {
            var notes = entry.decision.value
            if changed.contains(entry.basis) {
                let source = round.entries[entry.index].item.body.source
                notes = try await store.settle(
                    entry.basis.post.id.text, isForPublication: true, meanwhile: meanwhile
                ) { [round] in publicationDecision(source, of: $0, round) }.value
            }
            round.entries[entry.index].notes(notes)
        }
    }

    private func publicationDecision(_ source: String, of basis: PostBasis, _ round: ImportRound) -> PostDecision<
        [String]
    > {
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
            .publishImported(source: source, publishedAt: min(published, round.now)), frozen: frozen, value: notes)
    }
}
