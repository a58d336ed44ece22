import Hummingbird
import PostStore
import Posts
import Targets
import Wire

/// `/v1/status`, `/v1/settings`, `/v1/reload`, `/v1/rebuild` and `/healthz`.
struct DaemonRoutes: ServiceRoutes {
    let service: PostService
    let settings: ServerSettings

    func add(to book: inout RouteTable) {
        book.answer(API.showStatus, status)
        book.answer(API.listSettings) { try $0.page(of: settings.report) }
        book.answer(API.reload) { _ in try .json(await settings.reload()) }
        book.answer(API.planReload) { _ in try .json(await settings.planReload()) }
        book.answer(API.rebuild, rebuild)
        book.answer(API.checkHealth, health)
    }

    @Sendable private func rebuild(_ call: Call<Nothing, RebuildRequestBody>) async throws -> Reply<RebuildBody> {
        let wish = try await call.body()
        if let name = wish.site {
            let target = try service.target(named: name)
            guard target.kindName == .site else {
                throw Problem.badField("site", "“\(name)” is no site, so it has no pages that Galley makes.")
            }
        }
        return try .json(await settings.rebuild(wish))
    }

    @Sendable private func health(_ call: Call<Nothing, Nothing>) async throws -> Reply<Bytes> {
        guard await store.answers() else { throw StoreError.unavailable("The store does not answer.") }
        return Reply(
            Response(
                status: .ok, headers: [.contentType: "text/plain"], body: .init(byteBuffer: .init(string: "well\n"))))
    }

    @Sendable private func status(_ call: Call<Nothing, Nothing>) async throws -> Reply<StatusBody> {
        let reach = try call.reach
        let counts = try await store.counts(within: reach)
        let upcoming = try await store.upcoming(within: reach).map { DeliveryBody($0, service) }
        let states = try await targetStates()
        var status = StatusBody(
            version: settings.version, startedAt: times.text(settings.startedAt), store: store.place,
            storeHealth: store.soundness.word,
            posts: Dictionary(uniqueKeysWithValues: counts.posts.map { ($0.key.rawValue, $0.value) }),
            deliveries: Dictionary(uniqueKeysWithValues: counts.deliveries.map { ($0.key.rawValue, $0.value) }),
            nextDelivery: upcoming.first, pauses: states.pauseNames,
            warnings: try await warnings(states, within: reach))
        status.storeFinding = store.soundness.finding
        status.lastBackupAt = try await store.lastBackup().map { times.text($0.madeAt) }
        status.closedFolders = settings.closedFolders()
        status.upcoming = upcoming
        status.targets = try await health(states, reach)
        status.fault = store.fault.map {
            FaultBody(kind: $0.word, words: $0.description, advice: $0.advice, next: next($0))
        }
        let sizes = await store.sizes()
        status.disk = DiskBody(storeBytes: sizes.file, logBytes: sizes.log, freeBytes: sizes.free)
        status.uptimeSeconds = Int((ContinuousClock.now - settings.steadyStart).components.seconds)
        status.zoneData = settings.zoneData()
        status.canFitPictures = service.settings.canFitPictures
        status.pictureConfinement = settings.pictureConfinement
        status.database = try await store.database().map { DatabaseBody($0, times) }
        return try .json(status)
    }

    private func next(_ fault: MachineFault) -> String {
        fault.next(store: store.place, isService: settings.isService)
    }

    /// The state of each target: the latest check and the number of open deliveries.
    private func health(_ states: TargetStates, _ reach: AccessScope) async throws -> [TargetHealthBody] {
        let waiting = try await store.openCounts(within: reach)
        return service.targets.map { target in
            let check = states.checks[target.name]
            return TargetHealthBody(
                name: target.name.text, kind: target.kindName.rawValue, isWell: check?.isWell,
                checkedAt: check?.at, words: check?.lines.first,
                isPaused: states.pauses.apply(to: target.name),
                open: waiting[target.name] ?? 0)
        }
    }

    /// The pauses, and the latest check of each target.
    struct TargetStates {
        fileprivate let pauses: Set<TargetName?>
        fileprivate let checks: [TargetName: CheckBody]
        /// The names of paused targets; “*” stands for all.
        fileprivate var pauseNames: [String] { pauses.map { $0?.text ?? "*" }.sorted() }
    }

    func targetStates() async throws -> TargetStates {
        var checks: [TargetName: CheckBody] = [:]
        for target in service.targets {
            checks[target.name] = try await store.check(of: target.name).flatMap { CheckBody($0, times) }
        }
        return TargetStates(pauses: try await store.pauses(), checks: checks)
    }

    /// At most this many damaged rows are named; `galley doctor` names more.
    private static let spoiledRowsMax = 5

    /// The warnings of `status`, the most urgent first.
    func warnings(_ states: TargetStates, within reach: AccessScope) async throws -> [Warning] {
        var warnings: [Warning] = []
        if let fault = store.fault {
            warnings.append(Warning(.machine, "\(fault.description) \(fault.advice)", next: next(fault)))
        }
        if let warning = store.secondName { warnings.append(warning) }
        warnings += settings.troubles()
        if case .damaged(let lines) = store.soundness {
            warnings.append(Warning(.damage, "The store is damaged: \(lines.first ?? "")"))
        }
        if let warning = ExposureBody.warning(try await service.exposures(within: reach)) { warnings.append(warning) }
        if let question = try await questionAfterRestore(within: reach) { warnings.append(question) }
        // Only administrators can repair rows.
        for words in reach == .everyone ? store.spoiledRows.prefix(Self.spoiledRowsMax) : [] {
            warnings.append(Warning(.row, words, next: "galley doctor"))
        }
        for state in [DeliveryState.Word.uncertain, .blocked, .failed, .missed, .delivered] {
            for entry in try await store.deliveries(QueueFilter(.one(state), within: reach), limit: 20).items
            where !entry.delivery.isAskedAfterRestore {
                if let warning = warning(entry) { warnings.append(warning) }
            }
        }
        for target in service.targets {
            guard target.missingSecret == nil, let check = states.checks[target.name], !check.isWell else { continue }
            warnings.append(
                Warning(
                    .target, "The last check of “\(target.name)” failed: \(check.lines.first ?? "")",
                    next: "galley target check \(target.name)", about: target.name.text))
        }
        // Only administrators see failed notifications, and only those by a means that is still configured.
        for trouble in reach == .everyone ? try await store.notificationTroubles() : []
        where settings.notificationMeans.contains(trouble.means) {
            warnings.append(
                Warning(
                    .notification,
                    "Galley could not notify the operator by \(trouble.means.rawValue): \(trouble.reason ?? "")",
                    next: "galley notify test"))
        }
        for pause in states.pauseNames {
            let isEach = pause == "*"
            warnings.append(
                Warning(
                    .pause, "\(isEach ? "Every target" : "“\(pause)”") is paused.",
                    next: isEach ? "galley queue resume" : "galley queue resume \(pause)", about: isEach ? nil : pause))
        }
        return warnings
    }

    /// One question for everything that only its author can settle after a restore.
    private func questionAfterRestore(within reach: AccessScope) async throws -> Warning? {
        let asked = try await store.deliveries(QueueFilter(.restored, within: reach), limit: 20)
        guard !asked.items.isEmpty else { return nil }
        let names = asked.items.map { "“\($0.postTitle.shortened(to: 40))” at \($0.delivery.target)" }
        let more = asked.next == nil ? "" : " and others"
        return Warning(
            .restore,
            "Since the store was restored, it is unclear what the lost one did with \(names.joined(separator: ", "))\(more). "
                + "They were due after the backup was made, and Galley does not find them: they may have been sent and "
                + "deleted on purpose. If one is there after all, with other words, sending it makes a second copy.",
            next: "galley queue resend --restored, or galley queue abandon --restored")
    }

    private func warning(_ entry: QueueEntry) -> Warning? {
        let delivery = entry.delivery
        guard DeliveryStory.wantsAttention(delivery) else { return nil }
        switch delivery.state {
        // Failures older than a week are history.
        case .failed(let at, _), .missed(let at, _): if service.now() - at > .days(7) { return nil }
        default: break
        }
        return Warning(
            .delivery, DeliveryStory.sentence(delivery, heading: entry.postTitle.shortened()),
            next: entry.story.next ?? "galley queue show \(delivery.id.number)", about: "\(delivery.id.number)")
    }
}

extension StoreIntegrity {
    fileprivate var word: String {
        switch self {
        case .sound: "healthy"
        case .checking: "checking"
        case .damaged: "damaged"
        case .unchecked: "unchecked"
        }
    }

    fileprivate var finding: String? {
        switch self {
        case .sound: nil
        case .checking: "being checked after an unclean end"
        case .damaged(let lines): "damaged: \(lines.first ?? "")"
        case .unchecked(let words): "not checked yet: \(words)"
        }
    }
}
