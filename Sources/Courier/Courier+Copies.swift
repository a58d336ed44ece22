import PostStore
import Posts
import Targets

/// Reads the copy that an edit or deletion applies to. `CopyMemory` decides what follows.
extension Courier {
    /// Reads the copy before an edit or deletion is sent.
    /// - Returns: a remark to record when the change is delivered, or the reason why nothing is sent.
    func lookedAt(
        _ parcel: Parcel, _ claimed: ClaimedDelivery, _ briefing: Briefing, by kind: any TargetKind, of target: Target
    ) async -> Result<String?, Ending> {
        guard claimed.delivery.kind != .create, let id = claimed.parentRecord?.id else { return .success(nil) }
        let reading = await reading(of: id, parcel, briefing, by: kind, of: target)
        if case .gone(let words) = reading { return .failure(Ending(outcome: .gone(words))) }
        // If the server asked Galley to wait, the change waits too; and no other site's post is changed.
        switch reading {
        case .failed(let outcome) where outcome.patienceUntil != nil: return .failure(Ending(outcome: outcome))
        case .failed(.misconfigured(let words)): return .failure(Ending(outcome: .misconfigured(words)))
        case .there, .gone, .failed, .unreadable: break
        }
        // A deletion removes the copy whatever it contains.
        guard claimed.delivery.kind == .edit else { return .success(nil) }
        switch reading {
        case .unreadable: return .success(nil)
        case .gone(let words): return .failure(Ending(outcome: .gone(words)))
        case .failed(let outcome): return .failure(Ending(outcome: outcome))
        case .there(let there):
            return judge(there, parcel, claimed, briefing, by: kind).mapError { ending in
                guard case .accepted = ending.outcome else { return ending }
                return Ending(outcome: .accepted(RemotePost(id: id, url: claimed.parentRecord?.url)), seen: ending.seen)
            }
        }
    }

    private func judge(
        _ there: Standing, _ parcel: Parcel, _ claimed: ClaimedDelivery, _ briefing: Briefing, by kind: any TargetKind
    ) -> Result<String?, Ending> {
        let body = claimed.lastRequest ?? kind.bodyToLookFor(parcel, briefing)
        let sending = kind.standing(sent: body, parcel, facts: briefing.facts)
        let wanted = kind.isComparedInFull(parcel, facts: briefing.facts) ? sending : nil
        let memory = CopyMemory(claimed.copy, parcel, briefing, by: kind)
        switch memory.verdict(on: there, wanted: wanted, sending: sending) {
        case .send(let remark): return .success(remark)
        case .isThere: return .failure(Ending(outcome: .accepted(RemotePost()), seen: SeenCopy(there)))
        case .diverged(let words): return .failure(Ending(outcome: .diverged(there, words)))
        }
    }

    /// Reads the copy to decide the outcome of an edit whose answer was lost.
    func found(
        edit parcel: Parcel, body: [UInt8], _ claimed: ClaimedDelivery, _ briefing: Briefing, by kind: any TargetKind,
        of target: Target
    ) async -> (LookUpResult, SeenCopy) {
        let unreadable = LookUpResult.unseeable(
            "\(target.name) cannot be read, so Galley cannot see whether it arrived.")
        guard let record = claimed.parentRecord, let id = record.id else { return (unreadable, SeenCopy()) }
        switch await reading(of: id, parcel, briefing, by: kind, of: target) {
        case .unreadable:
            let finding = await converse(for: target) { kind.lookUp(parcel, body: body, briefing, answers: $0) }
            return (finding ?? unreadable, SeenCopy())
        case .gone(let words): return (.gone(words), SeenCopy())
        case .failed(let outcome): return (.unclear(outcome.words, until: outcome.patienceUntil), SeenCopy())
        case .there(let there):
            let sent = kind.standing(sent: body, parcel, facts: briefing.facts)
            let finding = CopyMemory(claimed.copy, parcel, briefing, by: kind).finding(on: there, of: sent, record)
            return (finding, SeenCopy(there, remark: CopyMemory.remark(on: there, sent: sent)))
        }
    }

    /// Servers refuse an edit also because the copy says the same already, or because it is gone. Reading it shows which.
    func refusedEdit(
        _ words: String, _ parcel: Parcel, _ body: [UInt8], _ claimed: ClaimedDelivery, _ briefing: Briefing,
        by kind: any TargetKind, of target: Target
    ) async -> (Outcome, SeenCopy) {
        let (finding, seen) = await found(edit: parcel, body: body, claimed, briefing, by: kind, of: target)
        return switch finding {
        case .found(let record): (.accepted(record), seen)
        case .gone(let words): (.gone(words), SeenCopy())
        case .absent, .unseeable, .diverged: (.refused(words), SeenCopy())
        case .unclear: (.unknown(words), SeenCopy())
        }
    }

    /// Looks up a post whose answer was lost, and reads the copy if there is one.
    func found(
        post parcel: Parcel, body: [UInt8], _ briefing: Briefing, by kind: any TargetKind, of target: Target
    ) async -> (LookUpResult, SeenCopy) {
        let finding =
            await converse(for: target) { kind.lookUp(parcel, body: body, briefing, answers: $0) }
            ?? .unclear("\(target.name) redirected in a loop during the look-up.")
        guard case .found(let record) = finding, let id = record.id,
            case .there(let there) = await reading(of: id, parcel, briefing, by: kind, of: target)
        else { return (finding, SeenCopy()) }
        let sent = kind.standing(sent: body, parcel, facts: briefing.facts)
        return (finding, SeenCopy(there, remark: CopyMemory.remark(on: there, sent: sent)))
    }

    /// Returns the state of the copy as far as the answer to an accepted request shows it.
    func seenCopy(
        after outcome: Outcome, _ exchange: Exchange, _ parcel: Parcel, _ body: [UInt8], remark: String?,
        by kind: any TargetKind, of target: Target
    ) -> SeenCopy {
        guard case .accepted = outcome, case .success(let answer) = exchange else { return SeenCopy(remark: remark) }
        let facts = board.facts(of: target.name)
        let there = kind.standing(in: answer, of: parcel, facts: facts)
        let otherwise = there.flatMap {
            CopyMemory.remark(on: $0, sent: kind.standing(sent: body, parcel, facts: facts))
        }
        let remarks = [remark, otherwise, kind.remark(onSent: body)].compactMap(\.self)
        return SeenCopy(there, remark: remarks.isEmpty ? nil : remarks.joined(separator: " "))
    }

    private func reading(
        of id: String, _ parcel: Parcel, _ briefing: Briefing, by kind: any TargetKind, of target: Target
    ) async -> CopyReading {
        await converse(for: target) { kind.readCopy(id, of: parcel, briefing, answers: $0) }
            ?? .failed(.unsent("\(target.name) redirected in a loop while Galley read the copy."))
    }
}

extension CopyMemory {
    fileprivate init(_ notes: CopyNotes?, _ parcel: Parcel, _ briefing: Briefing, by kind: any TargetKind) {
        let sent = notes?.requests.compactMap { kind.standing(sent: $0, parcel, facts: briefing.facts) } ?? []
        self.init(
            baseline: notes?.baseline ?? (kind.storesWhatIsSent ? sent.last : nil), shown: notes?.shown, sent: sent)
    }
}
