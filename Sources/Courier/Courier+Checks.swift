import Logging
import Posts
import PostStore
import Targets

/// Answers the checks that the front desk asks for through the store.
extension Courier {
    func answerChecks() async {
        do {
            for wanted in try await store.wantedChecks() {
                guard let target = board.targets[wanted] else { continue }
                let report = await checked(target)
                if let facts = report.facts { await remember(facts, of: target.name) }
                try await store.answerCheck(of: wanted, isWell: report.isWell, lines: report.lines)
            }
        } catch {
            log.warning("A check of a target was not answered.", metadata: ["error": "\(error)"])
        }
    }

    private func checked(_ target: Target) async -> (isWell: Bool, lines: [String], facts: [UInt8]?) {
        switch target.kind {
        case .http(let kind):
            let briefing = Briefing(now: now(), facts: board.facts(of: target.name))
            guard let report = await converse(for: target, { kind.check(briefing, answers: $0) }) else {
                return (false, ["\(target.name) answered in circles."], nil)
            }
            return (report.isWorking, [report.words] + report.details.map { "\($0.name): \($0.value)" }, report.facts)
        case .site:
            do {
                try await desks[target.name]?.publish()
                return (true, ["The site's folder is written and up to date."], nil)
            } catch {
                return (false, ["\(error)"], nil)
            }
        }
    }
}
