import CTimer
import Dispatch
import Glibc
import Posts
import Synchronization

/// Wakes the courier at an instant of the wall clock, and immediately when that clock is set. It uses a timerfd with
/// `TFD_TIMER_CANCEL_ON_SET` (timerfd_create(2)), because a sleep notices neither a clock step nor a suspend.
final class ClockWatch: Sendable {
    private let descriptor: Int32
    private let isClosed = Atomic<Bool>(false)

    init() throws(ClockWatchError) {
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC))
        guard descriptor >= 0 else { throw ClockWatchError(code: errno) }
    }

    /// Starts watching. The watch calls `wake` on its own thread, at each expiry and at each clock step.
    ///
    /// The thread retains the watch until `close`, so the descriptor outlives every read.
    func start(wake: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "galley.clock").async { [self] in
            watch(wake)
            Glibc.close(descriptor)
        }
    }

    /// Replaces the wake-up time with `instant`. An instant in the past wakes immediately.
    /// - Parameter now: by the clock of `instant`, which need not be this machine's.
    func set(_ instant: Instant, now: Instant) {
        guard !isClosed.load(ordering: .acquiring) else { return }
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        let here = Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
        arm(here + (instant - now))
    }

    /// Stops the watch. Its thread wakes and exits.
    func close() {
        isClosed.store(true, ordering: .releasing)
        arm(Instant(microseconds: 1))
    }

    private func arm(_ instant: Instant) {
        var time = itimerspec()
        // A value of zero would disarm the timer.
        let microseconds = max(instant.microseconds, 1)
        time.it_value.tv_sec = Int(microseconds / 1_000_000)
        time.it_value.tv_nsec = Int(microseconds % 1_000_000) * 1000
        let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
        _ = unsafe timerfd_settime(descriptor, flags, &time, nil)
    }

    private func watch(_ wake: @Sendable () -> Void) {
        var expiries: UInt64 = 0
        while !isClosed.load(ordering: .acquiring) {
            let count = unsafe read(descriptor, &expiries, MemoryLayout<UInt64>.size)
            // ECANCELED: the clock was set, so check again as after an expiry.
            if count > 0 || errno == ECANCELED {
                wake()
            } else if errno != EINTR {
                return
            }
        }
    }
}

struct ClockWatchError: Error, CustomStringConvertible {
    let code: Int32
    var description: String { "The system refused a timer (error \(code))." }
}
