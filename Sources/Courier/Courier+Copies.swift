import PostStore
import Posts
import Targets

/// Reads the copy that an edit or deletion applies to. `CopyMemory` decides what follows.
extension Courier {
    /// What a look at the copy before its change has shown.
    struct Look {
        /// To be recorded when the change is delivered.
        var remark: String?
        /// nil if there is no copy yet, or it was not read.
        var there: Standing?
    }

    /// Reads the copy before an edit or deletion is sent.
    /// - Throws: why nothing is sent.
    func lookedAt(_ errand: Errand) async throws(Ending) -> Look {
        let isDeletion = errand.claimed.delivery.kind == .delete
        guard errand.claimed.delivery.kind != .create, let record = errand.claimed.parentRecord, let id = record.id
        else { return Look() }
        let reading = await reading(of: id, errand)
        if !isDeletion { try await lookAtThread(errand, reading) }
        switch reading {
        case .gone(let words): throw Ending(outcome: .gone(words))
        // If the server asked Galley to wait, the change waits too; and no other site's post is changed.
        case .failed(let outcome) where outcome.patienceUntil != nil: throw Ending(outcome: outcome)
        case .failed(.misconfigured(let words)): throw Ending(outcome: .misconfigured(words))
        // A deletion removes the copy whatever it contains.
        case .failed where isDeletion, .there where isDeletion, .unreadable: return Look()
        case .failed(let outcome): throw Ending(outcome: outcome)
        case .there(let there): return Look(remark: try judged(there, as: record, errand), there: there)
        }
    }

    private func judged(_ there: Standing, as record: RemotePost, _ errand: Errand) throws(Ending) -> String? {
        switch errand.verdict(on: there) {
        case .send(let remark): return remark
        case .isThere: throw Ending(outcome: .accepted(record), seen: SeenCopy(there))
        case .diverged(let words): throw Ending(outcome: .diverged(there, words))
        }
    }

    /// Reads the copy to decide the outcome of an edit whose answer was lost.
    func foundEdit(_ errand: Errand, body: [UInt8]) async -> (LookUpResult, SeenCopy) {
        let unreadable = LookUpResult.unseeable(
            "\(errand.target.name) cannot be read, so Galley cannot see whether it arrived.")
        guard let record = errand.claimed.parentRecord, let id = record.id else { return (unreadable, SeenCopy()) }
        switch await reading(of: id, errand) {
        case .unreadable: return (await lookedUp(errand, body: body) ?? unreadable, SeenCopy())
        case .gone(let words): return (.gone(words), SeenCopy())
        case .failed(let outcome): return (.unclear(outcome), SeenCopy())
        case .there(let there):
            let (sent, memory) = (errand.standing(sent: body), errand.memory)
            let remark = CopyMemory.remark(on: there, sent: sent?.keeping(memory.baseline))
            return (memory.finding(on: there, of: sent, record), SeenCopy(there, remark: remark))
        }
    }

    /// Servers refuse an edit also because the copy says the same already, or because it is gone. Reading it shows which.
    func refusedEdit(_ words: String, _ errand: Errand, body: [UInt8]) async -> (Outcome, SeenCopy) {
        let (finding, seen) = await foundEdit(errand, body: body)
        return switch finding {
        case .found(let record): (.accepted(record), seen)
        case .gone(let words): (.gone(words), SeenCopy())
        case .absent, .unseeable, .diverged: (.refused(words), SeenCopy())
        case .unclear: (.unknown(words), SeenCopy())
        }
    }

    /// Looks up a post whose answer was lost, and reads the copy if there is one.
    func foundPost(_ errand: Errand, body: [UInt8]) async -> (LookUpResult, SeenCopy) {
        let finding =
            await lookedUp(errand, body: body)
            ?? .unclear("The look-up at \(errand.target.name) took more than \(Courier.questionsMax) requests.")
        guard case .found(let record) = finding else { return (finding, SeenCopy()) }
        var there: Standing?
        if let id = record.id, case .there(let standing) = await reading(of: id, errand) { there = standing }
        let sent = errand.standing(sent: body)
        let remark =
            errand.briefing.isRestored
            ? CopyMemory.remarkAfterRestore(on: there, restored: sent)
            : there.flatMap { CopyMemory.remark(on: $0, sent: sent) }
        return (finding, SeenCopy(there, remark: remark))
    }

    /// Returns the state of the copy as far as the answer to an accepted request shows it.
    func seenCopy(
        after outcome: Outcome, _ exchange: Exchange, _ errand: Errand, body: [UInt8], _ look: Look
    ) -> SeenCopy {
        guard case .accepted = outcome, case .success(let answer) = exchange else {
            return SeenCopy(remark: look.remark)
        }
        let (copies, parcel) = (errand.kind.copies, errand.parcel)
        let facts = board.facts(of: errand.target.name)
        let there = copies.standing(in: answer, of: parcel, facts: facts)
        let otherwise = there.flatMap {
            CopyMemory.remark(on: $0, sent: copies.standing(sent: body, parcel, facts: facts)?.keeping(look.there))
        }
        let remarks = [otherwise, look.remark, copies.remark(onSent: body)].compactMap(\.self)
        return SeenCopy(there, remark: remarks.isEmpty ? nil : remarks.joined(separator: " "))
    }

    /// Why a thread does not go on after a part that more people can see than its author wanted.
    static func exposedThreadWords(_ delivery: Delivery) -> String {
        "\(delivery.remark ?? "") So the parts after it are not \(delivery.kind == .edit ? "changed" : "sent"). Take back what "
            + "is there: galley unpublish \(delivery.postID.text)."
    }

    func reading(of id: String, _ errand: Errand) async -> CopyReading {
        let reading =
            await converse(for: errand.target) {
                errand.kind.copies.readCopy(id, of: errand.parcel, errand.briefing, answers: $0)
            }
            ?? .failed(
                .unsent("To read the copy at \(errand.target.name) took more than \(Courier.questionsMax) requests."))
        guard case .there(var there) = reading, errand.claimed.answersToNone else { return reading }
        // Servers forget what a part answers to when that is deleted. No person changed it.
        there.parts[.previous] = nil
        return .there(there)
    }

    private func lookedUp(_ errand: Errand, body: [UInt8]) async -> LookUpResult? {
        await converse(for: errand.target) {
            errand.kind.lookUp(errand.parcel, body: body, errand.briefing, answers: $0)
        }
    }
}

extension Errand {
    /// The decision about an edit of the copy.
    func verdict(on there: Standing) -> EditVerdict {
        let sending = standing(sent: bodyToLookFor)
        let isWhole = kind.copies.isComparedInFull(parcel, facts: briefing.facts)
        return memory.verdict(on: there, wanted: isWhole ? sending : nil, sending: sending)
    }

    fileprivate func standing(sent body: [UInt8]) -> Standing? {
        kind.copies.standing(sent: body, parcel, facts: briefing.facts)
    }

    fileprivate var memory: CopyMemory {
        let notes = claimed.copy
        let sent = notes?.requests.compactMap(standing) ?? []
        let isStoredAsSent = kind.traits(briefing.facts).storesWhatIsSent
        return CopyMemory(
            baseline: notes?.baseline ?? (isStoredAsSent ? sent.last : nil), shown: notes?.shown, sent: sent)
    }
}
