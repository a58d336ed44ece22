import Glibc
import Posts
import Synchronization

/// Compares the desk's clock with CLOCK_BOOTTIME, which cannot be set and continues while the machine sleeps.
final class ClockMonitor: Sendable {
    private let trust: Mutex<ClockTrust>
    private let now: @Sendable () -> Instant
    /// Whose clock it is.
    private let owner: String

    /// - Parameters:
    ///   - lastChange: when Galley last wrote before this start.
    ///   - owner: whose clock `now` is, in words.
    init(lastChange: Instant?, owner: String, now: @escaping @Sendable () -> Instant) {
        (self.now, self.owner) = (now, owner)
        trust = Mutex(ClockTrust(wall: now(), steady: Self.steady(), lastChange: lastChange))
    }

    var verdict: ClockTrust.Verdict {
        trust.withLock { $0.look(wall: now(), steady: Self.steady()) }
    }

    /// nil while the clock is trusted.
    var warning: Warning? {
        let (verdict, isStarting) = trust.withLock {
            ($0.look(wall: now(), steady: Self.steady()), $0.isStarting)
        }
        guard case .doubted(let isAhead, let leap, let rest) = verdict else { return nil }
        let fact =
            isStarting
            ? "is \(leap.roughly) \(isAhead ? "ahead of" : "behind") Galley's last change"
            : "was set \(leap.roughly) \(isAhead ? "ahead" : "back")"
        return Warning(
            .clock,
            "The clock of \(owner) \(fact). Nothing is sent for \(rest.roughly) yet, in case it is set right"
                + "\(isStarting ? "" : " again").", next: "timedatectl")
    }

    private static func steady() -> Span { monotonic(CLOCK_BOOTTIME) }

    /// The clock by which systemd orders reloads.
    static var monotonicMicroseconds: Int64 { monotonic(CLOCK_MONOTONIC).microseconds }

    private static func monotonic(_ clock: clockid_t) -> Span {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return Span(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
