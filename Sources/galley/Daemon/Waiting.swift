import Dispatch
import Synchronization
import Transfer

/// Blocks this thread until an async operation ends.
///
/// Commands are synchronous, because they do one thing after the other.
enum Waiting {
    static func result<Value: Sendable>(
        of work: @escaping @Sendable () async throws(TransferError) -> Value
    ) throws(TransferError) -> Value {
        let outcome = Outcome<Value>()
        Task {
            do throws(TransferError) {
                outcome.set(.success(try await work()))
            } catch {
                outcome.set(.failure(error))
            }
        }
        return try outcome.wait().get()
    }

    private final class Outcome<Value: Sendable>: Sendable {
        private let value = Mutex<Result<Value, TransferError>?>(nil)
        private let isSet = DispatchSemaphore(value: 0)

        func set(_ outcome: Result<Value, TransferError>) {
            value.withLock { $0 = outcome }
            isSet.signal()
        }

        func wait() -> Result<Value, TransferError> {
            while true {
                isSet.wait()
                if let outcome = value.withLock(\.self) { return outcome }
            }
        }
    }
}
