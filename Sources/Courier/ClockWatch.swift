import CTimer
import Dispatch
import Glibc
import Posts
import Synchronization

/// Wakes the courier at an instant of the wall clock, and at once when somebody sets that clock (timerfd_create(2), with
/// cancel-on-set): a sleep would notice neither a step of the clock nor a machine that was suspended.
final class ClockWatch: Sendable {
    private let descriptor: Int32
    private let isClosed = Atomic<Bool>(false)

    init() throws(ClockWatchError) {
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC))
        guard descriptor >= 0 else { throw ClockWatchError(code: errno) }
    }

    /// Begins to watch. `wake` is called on the watch's own thread, at each expiry and at each step of the clock.
    ///
    /// The thread holds the watch until `close`: the descriptor outlives every read.
    func start(wake: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "galley.clock").async { [self] in
            watch(wake)
            Glibc.close(descriptor)
        }
    }

    /// Wakes at `instant`, in place of what was set before; an instant that has passed wakes at once.
    func set(_ instant: Instant) {
        guard !isClosed.load(ordering: .acquiring) else { return }
        arm(instant)
    }

    /// Ends the watch; its thread leaves at once.
    func close() {
        isClosed.store(true, ordering: .releasing)
        arm(Instant(microseconds: 1))
    }

    private func arm(_ instant: Instant) {
        var time = itimerspec()
        // Zero would disarm the timer.
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
            // ECANCELED: the clock was set, which is as good a reason to look as an expiry.
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
