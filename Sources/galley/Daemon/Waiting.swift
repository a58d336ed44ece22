import Glibc
import HTTPValues
import Transfer

/// Blocks this thread until an async operation ends.
///
/// Commands are synchronous, because they do one thing after the other.
enum Waiting {
    static func result<Value: Sendable>(
        of work: @escaping @Sendable () async throws(TransferError) -> Value
    ) throws(TransferError) -> Value {
        let slot = try Slot<Value>()
        Task {
            do throws(TransferError) {
                slot.fill(.success(try await work()))
            } catch {
                slot.fill(.failure(error))
            }
        }
        return try slot.take().get()
    }

    /// Unchecked because the pipe orders the two threads. The value is written before the byte that releases the
    /// reader, and read after that byte. No other thread has the slot.
    private final class Slot<Value: Sendable>: @unchecked Sendable {
        private var value: Result<Value, TransferError>?
        private var ends: [Int32] = [-1, -1]

        init() throws(TransferError) {
            guard unsafe pipe(&ends) == 0 else { throw Self.failure }
        }

        deinit { for end in ends where end >= 0 { close(end) } }

        func fill(_ value: Result<Value, TransferError>) {
            self.value = value
            var byte: UInt8 = 1
            while unsafe Glibc.write(ends[1], &byte, 1) < 0, errno == EINTR {}
        }

        func take() -> Result<Value, TransferError> {
            var byte: UInt8 = 0
            while unsafe read(ends[0], &byte, 1) < 0, errno == EINTR {}
            return value ?? .failure(Self.failure)
        }

        private static var failure: TransferError {
            TransferError(reached: .nothing, reason: .outOfResources, place: "the network")
        }
    }
}
