import CCurl
import HTTPValues

extension Loop {
    func carryOut(_ order: Orders.Order) {
        switch order {
        case .send(let submission): line(up: submission)
        case .cancel(let id):
            if let submission = waiting.removeValue(forKey: id) {
                submission.fail(.cancelled, reached: .nothing)
            } else if let seat = seated[id] {
                end(seat, with: .cancelled)
            }
        case .resume(let id): seated[id]?.resume()
        case .stop(let graceMilliseconds, let told): stop(graceMilliseconds: graceMilliseconds, told: told)
        }
    }

    private func line(up submission: Submission) {
        if stopsAt != nil {
            submission.fail(.shuttingDown, reached: .nothing)
        } else if submission.ticket.isCancelled {
            submission.fail(.cancelled, reached: .nothing)
        } else {
            waiting[submission.ticket.id] = submission
            queue.append(submission.ticket.id, host: submission.destination.key)
        }
    }

    private func stop(graceMilliseconds: Int, told: CheckedContinuation<Void, Never>?) {
        if let told { stopListeners.append(told) }
        let (time, overflow) = Seat.now().addingReportingOverflow(graceMilliseconds)
        stopsAt = min(stopsAt ?? .max, overflow ? .max : time)
        let turnedAway = waiting.values
        waiting = [:]
        turnedAway.forEach { $0.fail(.shuttingDown, reached: .nothing) }
    }

    func startWhatMayStart() {
        while let (id, host) = queue.next() {
            // Whoever was cancelled while waiting still stands in the queue.
            guard let submission = waiting.removeValue(forKey: id) else {
                queue.end(host: host)
                continue
            }
            if !start(submission) { queue.end(host: host) }
        }
    }

    private func start(_ submission: Submission) -> Bool {
        do throws(CurlFailure) {
            let seat = if let free = freeSeats.popLast() { free } else { try Seat() }
            try seat.prepare(submission)
            guard orders.multi.add(seat.handle) else { throw CurlFailure(code: CURLE_FAILED_INIT) }
            seated[submission.ticket.id] = seat
            return true
        } catch {
            submission.fail(.outOfResources, reached: .nothing, found: error.text)
            return false
        }
    }

    /// - Returns: whether any exchange was over.
    func endWhatIsOver() -> Bool {
        var isAny = false
        while let (code, owner) = orders.multi.nextEnded() {
            isAny = true
            let seat = Unmanaged<Seat>.fromOpaque(owner).takeUnretainedValue()
            let result = seat.result(code)
            guard let submission = free(seat) else { continue }
            switch submission.sink {
            case .answer(let continuation): continuation.resume(returning: result)
            case .stream(let pipe): pipe.end(result.map { _ in })
            }
        }
        return isAny
    }

    /// Breaks an exchange off, for a reason of ours.
    func end(_ seat: Seat, with reason: TransferError.Reason) {
        let (reached, found) = (seat.reached, seat.found(reason))
        free(seat)?.fail(reason, reached: reached, found: found)
    }

    private func free(_ seat: Seat) -> Submission? {
        orders.multi.remove(seat.handle)
        guard let submission = seat.clear() else { return nil }
        seated[submission.ticket.id] = nil
        queue.end(host: submission.destination.key)
        freeSeats.append(seat)
        return submission
    }
}
