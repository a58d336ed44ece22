import Glibc

/// Runs `work` on a dedicated thread and awaits it without blocking one of the few threads that tasks share.
///
/// For work that waits for the disk or another program. A thread costs about 20 µs. Its stack has 8 MB, which nested
/// templates may need.
package func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let job = ThreadJob { continuation.resume(with: Result { try work() }) }
        if let code = job.start() { continuation.resume(throwing: ThreadError(code: code)) }
    }
}

/// The argument of the thread as a C pointer: retained by the caller, released by the thread.
private final class ThreadJob: Sendable {
    private let work: @Sendable () -> Void

    init(work: @escaping @Sendable () -> Void) { self.work = work }

    /// Returns the system's error number if the thread could not be created; then the work does not run.
    func start() -> Int32? {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
        let pointer = unsafe Unmanaged.passRetained(self)
        let code = unsafe pthread_create(
            &thread, &attributes,
            { raw in
                guard let raw = unsafe raw else { return nil }
                unsafe Unmanaged<ThreadJob>.fromOpaque(raw).takeRetainedValue().work()
                return nil
            }, pointer.toOpaque())
        guard code != 0 else { return nil }
        unsafe pointer.release()
        return code
    }
}

struct ThreadError: Error, CustomStringConvertible {
    let code: Int32
    var description: String {
        let words = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return "The system has no thread to work with: \(words). Try again."
    }
}
