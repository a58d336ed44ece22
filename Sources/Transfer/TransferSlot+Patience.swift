import CCurl
import Glibc
import HTTPValues

extension TransferSlot {
    /// Milliseconds of the monotonic clock.
    static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Enters a phase and starts its time limit.
    func watch(_ watch: Progress.Watch, for milliseconds: Int) {
        progress.watch = watch
        progress.bytesAtMark = bytesMoved
        progress.deadline = milliseconds > 0 ? Self.now() + min(milliseconds, Int(Int32.max)) : .max
    }

    /// Called after the deadline. Returns the reason to end the exchange; otherwise nil, with a new deadline set.
    func lostPatience() -> TransferError.Reason? {
        guard let limits = submission?.request.limits else { return nil }
        switch progress.watch {
        case .connection:
            progress.deadline = .max
        case .answer:
            return .firstByteTimedOut
        case .upload:
            if handle.offset(CURLINFO_SIZE_UPLOAD_T) >= submission?.request.http.body.count ?? 0 {
                watch(.answer, for: limits.firstByteMilliseconds)
            } else if isTooSlow(limits) {
                return .stalled
            } else {
                watch(.upload, for: limits.stallMilliseconds)
            }
        case .download:
            // A slow reader on our side is not a stall of the sender.
            if !progress.isPaused, isTooSlow(limits) { return .stalled }
            watch(.download, for: limits.stallMilliseconds)
        }
        return nil
    }

    /// The limit that was exceeded, in a sentence without its full stop.
    func found(_ reason: TransferError.Reason) -> String {
        guard let limits = submission?.request.limits else { return "" }
        return switch reason {
        case .firstByteTimedOut: "It has \(limits.firstByteMilliseconds.asSeconds) for that"
        case .stalled:
            "In \(limits.stallMilliseconds.asSeconds), fewer than \(limits.stallBytesPerSecond) bytes per second went through"
        default: ""
        }
    }

    private func isTooSlow(_ limits: TransferLimits) -> Bool {
        let (product, overflow) = limits.stallBytesPerSecond.multipliedReportingOverflow(by: limits.stallMilliseconds)
        return bytesMoved - progress.bytesAtMark < max(1, overflow ? .max : product / 1000)
    }

    private var bytesMoved: Int {
        progress.bytesReceived + (progress.watch == .upload ? handle.offset(CURLINFO_SIZE_UPLOAD_T) : 0)
    }
}

extension Int {
    /// Milliseconds as “5 s” or “0.5 s”.
    fileprivate var asSeconds: String { isMultiple(of: 1000) ? "\(self / 1000) s" : "\(Double(self) / 1000) s" }
}
