import Glibc

/// Lets one thread wait for a sign from others, for a short while.
///
/// A semaphore of Dispatch would do, but on Linux it waits by the clock of the wall: should somebody set that back meanwhile,
/// two milliseconds become as long as it was set back.
///
/// `@unchecked Sendable`: `hasRung` is touched under the lock alone, and the two others are made for several threads.
@safe final class Doorbell: @unchecked Sendable {
    @unsafe private struct Parts {
        var lock = unsafe pthread_mutex_t()
        var condition = pthread_cond_t()
        var hasRung = false
    }
    /// The system wants both to stay where they are.
    private let parts = UnsafeMutablePointer<Parts>.allocate(capacity: 1)

    init() {
        unsafe parts.initialize(to: Parts())
        unsafe pthread_mutex_init(&parts.pointee.lock, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(&parts.pointee.condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(&parts.pointee.condition)
        unsafe pthread_mutex_destroy(&parts.pointee.lock)
        unsafe parts.deinitialize(count: 1)
        unsafe parts.deallocate()
    }

    func ring() {
        unsafe pthread_mutex_lock(&parts.pointee.lock)
        unsafe parts.pointee.hasRung = true
        unsafe pthread_cond_signal(&parts.pointee.condition)
        unsafe pthread_mutex_unlock(&parts.pointee.lock)
    }

    /// Returns when it rings, or has rung since the last time.
    /// - Parameter nanoseconds: at the latest after so many; less than a second's.
    /// - Returns: whether it rang.
    @discardableResult
    func wait(nanoseconds: Int) -> Bool {
        var end = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &end)
        let (carry, rest) = (end.tv_nsec + nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
        end = timespec(tv_sec: end.tv_sec + carry, tv_nsec: rest)
        unsafe pthread_mutex_lock(&parts.pointee.lock)
        defer { unsafe pthread_mutex_unlock(&parts.pointee.lock) }
        while unsafe !parts.pointee.hasRung {
            guard unsafe pthread_cond_timedwait(&parts.pointee.condition, &parts.pointee.lock, &end) == 0 else { break }
        }
        defer { unsafe parts.pointee.hasRung = false }
        return unsafe parts.pointee.hasRung
    }
}
