import JSONTree
import Logging
import PostStore
import Posts
import Site
import Targets

/// Runs the target checks that the server requests through the store.
extension Courier {
    /// One round at a time. A request that arrives during a round gets another.
    func answerChecks() async {
        for await _ in checkWanted.stream { await answerWantedChecks() }
    }

    private func answerWantedChecks() async {
        do {
            for wanted in try await store.wantedChecks() {
                guard let target = board.targets[wanted.target] else { continue }
                guard let report = await checked(target) else { return }
                let links = target.articleLinks(facts: board.facts(of: target.name))
                if let facts = report.facts { await remember(facts, of: target.name) }
                if links != target.articleLinks(facts: board.facts(of: target.name)) { await refreshSite(of: target) }
                try await store.answerCheck(of: target.name, wantedAt: wanted.wantedAt, JSONCoding.encode(report))
                // The account works, even if the blog does not name its records.
                if report.isWorking || report.facts != nil {
                    try await store.recover(rules: [target.name: board.rules(of: target)], of: target.name)
                }
            }
        } catch {
            log.warning(
                "The result of a check could not be recorded; the check runs again.", metadata: ["error": "\(error)"])
        }
    }

    /// Requests a check of each social server whose limits are unknown, also after a change of its settings, so that the
    /// first preview already uses its limits, and of each account for articles, so that pages name their records.
    func askForUnknownLimits() async throws {
        for target in board.targets.values
        where target.kindName.asksFirst && !target.knows(facts: board.facts(of: target.name)) {
            try await store.wantCheck(of: target.name)
        }
    }

    /// - Returns: nil if the courier stops first; the check then runs after the next start.
    private func checked(_ target: Target) async -> CheckReport? {
        switch target.kind {
        case .http where target.missingSecret != nil:
            return CheckReport(isWorking: false, words: target.missingSecret?.text ?? "")
        case .http(let kind):
            return await semaphore.inTurn(at: target, isNext: true) {
                var briefing = Briefing(now: now(), facts: board.facts(of: target.name))
                briefing.sample = try? await store.newestCopy(at: target.name)
                return await converse(for: target) { kind.check(briefing, answers: $0) }
                    ?? CheckReport(isWorking: false, words: "\(target.name) redirects in a loop.")
            }
        case .site(let site):
            do {
                try await siteQueues[target.name]?.publishWhole()
                let stale = await siteQueues[target.name]?.stalePages ?? 0
                let words =
                    stale == 0
                    ? "The site is written and up to date."
                    : "The site is written. Galley is making \(stale) of its pages again, which follow former settings."
                return CheckReport(isWorking: true, words: words, details: [.init("folder", site.site.settings.folder)])
            } catch {
                return CheckReport(isWorking: false, words: "\(error)")
            }
        }
    }
}
