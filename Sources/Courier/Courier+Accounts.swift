import PostStore
import Posts
import Targets

/// The credential of a target may have been replaced by that of another account. That one neither sees nor changes what
/// the first account sent, and a repetition by it would be a second post.
extension Courier {
    /// Returns why nothing that the earlier account sent is looked up, repeated or changed now; nil if the account is the
    /// same, or if none is known to have sent anything.
    func accountProblem(_ claimed: ClaimedDelivery, by kind: any TargetKind, of target: Target) async -> Outcome? {
        guard let former = claimed.account else { return nil }
        var report: CheckReport?
        if kind.traits(board.facts(of: target.name)).account == nil {
            let briefing = Briefing(now: now(), facts: board.facts(of: target.name))
            report = await converse(for: target) { kind.check(briefing, answers: $0) }
            if let facts = report?.facts { await remember(facts, of: target.name) }
        }
        guard let present = kind.traits(board.facts(of: target.name)).account else {
            let words = report?.words ?? "\(target.name) redirects in a loop."
            return report?.facts == nil ? .unsent(words) : .denied(words)
        }
        guard present != former else { return nil }
        return .denied(
            "The account \(former) sent it, and the credential of “\(target.name)” now belongs to \(present), which cannot "
                + "see or change it. Put the credential of \(former) back, or decide yourself.")
    }
}
