import PostStore
import Posts
import Targets

/// An edit of a thread changes one part after the other. Galley looks at all of them before it changes the first one, so
/// that a part that is gone, or that another person changed, stops the edit while the thread is still of one piece.
extension Courier {
    /// Looks at all parts before the first change, and again when a part turns out to be gone.
    /// - Parameter reading: of the part that is next.
    /// - Throws: why no part is changed now.
    func lookAtThread(_ errand: Errand, _ reading: CopyReading) async throws(Ending) {
        let (delivery, thread) = (errand.claimed.delivery, errand.claimed.thread)
        guard delivery.parts > 1, delivery.part == thread.keys.min() || reading.isGone else { return }
        var findings = ThreadFindings()
        var words: [Int: String] = [:]
        for (number, copy) in thread.sorted(by: { $0.key < $1.key }) {
            guard let id = copy.id else { continue }
            let part = number == delivery.part ? errand : try await self.errand(errand, atPart: number)
            let seen = number == delivery.part ? reading : await self.reading(of: id, part)
            switch seen {
            case .gone: findings.gone.insert(number)
            case .failed(let outcome): throw Ending(outcome: outcome)
            case .unreadable: break
            case .there(var there):
                if findings.gone.contains(number - 1) { there.parts[.previous] = nil }
                guard case .diverged(let change) = part.verdict(on: there) else { continue }
                findings.changed[number] = there
                words[number] = "Part \(number) of \(delivery.parts): \(change)"
            }
        }
        guard findings.gone.count < thread.count else { return }
        let all = findings.words(onChanges: words, of: delivery.parts)
        if !all.isEmpty { throw Ending(outcome: .refused(all), seen: SeenCopy(thread: findings)) }
    }

    /// The errand for another part of a thread that an edit will change.
    private func errand(_ errand: Errand, atPart number: Int) async throws(Ending) -> Errand {
        do {
            let notes = try await store.copyNotes(of: errand.claimed.delivery, part: number)
            let claimed = errand.claimed.atPart(number, notes)
            return Errand(
                claimed: claimed, parcel: try claimed.parcel(for: errand.kind), briefing: errand.briefing,
                kind: errand.kind, target: errand.target)
        } catch let error as ParcelError {
            throw Ending(error)
        } catch {
            throw Ending(outcome: .unsent("The parts of the thread could not be read from the store: \(error)"))
        }
    }
}

extension ClaimedDelivery {
    /// Why nothing is sent for the present part of a thread; nil for a part that is there. Its author knows that it is gone,
    /// and the edit goes on with the others.
    var endingOfMissingPart: Ending? {
        guard delivery.kind == .edit, !thread.isEmpty, thread[delivery.part] == nil else { return nil }
        let words = ThreadEdit.words(onGone: [delivery.part], of: delivery.parts)
        return Ending(outcome: .accepted(RemotePost()), seen: SeenCopy(remark: words))
    }

    /// Whether the present part of a thread answered to one that is gone.
    var answersToNone: Bool { delivery.part > 1 && !thread.isEmpty && thread[delivery.part - 1] == nil }
}

extension CopyReading {
    fileprivate var isGone: Bool { if case .gone = self { true } else { false } }
}

extension ThreadFindings {
    /// How many changes are described at once.
    private static let changesMax = 3

    /// - Parameter changes: a sentence or more about each of the changed parts.
    fileprivate func words(onChanges changes: [Int: String], of parts: Int) -> String {
        var words: [String] = []
        if !gone.isEmpty {
            words.append(ThreadEdit.words(onGone: gone.sorted(), of: parts))
            words.append(
                "“retry” edits the others; “cancel” leaves them as they are. To have the whole thread there, take the post "
                    + "back and publish it again.")
        }
        words += changed.keys.sorted().prefix(ThreadFindings.changesMax).compactMap { changes[$0] }
        let left = changed.count - ThreadFindings.changesMax
        if left > 0 { words.append("\(left) more part\(left == 1 ? "" : "s") were changed there.") }
        return words.joined(separator: " ")
    }
}
