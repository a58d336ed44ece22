import CCurl
import HTTPValues

extension Loop {
    func carryOut(_ command: LoopCommands.LoopCommand) {
        switch command {
        case .send(let submission): start(submission)
        case .cancel(let id):
            if let slot = running[id] { end(slot, with: .cancelled) }
        case .resume(let id): running[id]?.resume()
        case .stop: isStopping = true
        }
    }

    private func start(_ submission: Submission) {
        if submission.id.isCancelled { return submission.fail(.cancelled, reached: .nothing) }
        do throws(CurlFailure) {
            let slot = if let free = freeSlots.popLast() { free } else { try TransferSlot() }
            try slot.prepare(submission)
            guard commands.multi.add(slot.handle) else { throw CurlFailure(code: CURLE_FAILED_INIT) }
            running[submission.id.id] = slot
        } catch {
            submission.fail(.outOfResources, reached: .nothing, found: error.text)
        }
    }

    func endWhatIsOver() {
        while let (code, owner) = commands.multi.nextEnded() {
            let slot = Unmanaged<TransferSlot>.fromOpaque(owner).takeUnretainedValue()
            let result = slot.result(code)
            guard let submission = free(slot) else { continue }
            switch submission.sink {
            case .answer(let continuation): continuation.resume(returning: result)
            case .stream(let pipe): pipe.end(result.map { _ in })
            }
        }
    }

    /// Aborts an exchange for a reason of ours, such as a limit or a cancellation.
    func end(_ slot: TransferSlot, with reason: TransferError.Reason) {
        let (reached, found) = (slot.reached, slot.found(reason))
        free(slot)?.fail(reason, reached: reached, found: found)
    }

    private func free(_ slot: TransferSlot) -> Submission? {
        commands.multi.remove(slot.handle)
        guard let submission = slot.clear() else { return nil }
        running[submission.id.id] = nil
        freeSlots.append(slot)
        return submission
    }
}
