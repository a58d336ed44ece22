import HTTPValues
import Synchronization

/// Carries one answer of unknown length from the loop to its reader. Its buffer is bounded: if the reader is slow, the
/// loop pauses the transfer, and TCP flow control slows the sender.
final class TransferPipe: Sendable {
    typealias Head = (status: Int, headers: [HTTPHeader])

    private struct State {
        var head: Result<Head, TransferError>?
        var headReader: CheckedContinuation<Result<Head, TransferError>, Never>?
        var held: [UInt8] = []
        var isLoopWaiting = false
        /// The result, once the exchange has ended.
        var end: Result<Void, TransferError>?
        var reader: CheckedContinuation<Result<[UInt8]?, TransferError>, Never>?
    }

    static let bytesHeldMax = 256 << 10
    private let state = Mutex(State())

    // Called by the loop.

    func open(_ head: Head) {
        let reader = state.withLock { state in
            state.head = .success(head)
            return state.headReader.take()
        }
        reader?.resume(returning: .success(head))
    }

    /// - Returns: false if the buffer is full; the loop then offers the same bytes again after the reader has made
    ///   room.
    func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var reader: CheckedContinuation<Result<[UInt8]?, TransferError>, Never>?
        let isTaken = state.withLock { state in
            if state.held.count >= Self.bytesHeldMax {
                state.isLoopWaiting = true
                return false
            }
            reader = state.reader.take()
            if reader == nil { state.held += bytes }
            return true
        }
        reader?.resume(returning: .success([UInt8](bytes)))
        return isTaken
    }

    func end(_ end: Result<Void, TransferError>) {
        let (headReader, reader) = state.withLock { state in
            state.end = end
            return (state.headReader.take(), state.reader.take())
        }
        if case .failure(let error) = end {
            headReader?.resume(returning: .failure(error))
            reader?.resume(returning: .failure(error))
        } else {
            reader?.resume(returning: .success(nil))
        }
    }

    // Called by the reader.

    func head() async -> Result<Head, TransferError> {
        await withCheckedContinuation { continuation in
            let ready: Result<Head, TransferError>? = state.withLock { state in
                if let head = state.head { return head }
                if case .failure(let error) = state.end { return .failure(error) }
                state.headReader = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    /// - Parameter madeRoom: called if the loop waits for room and there is some again.
    /// - Returns: all bytes that have arrived, nil at the end. A second reader at the same time gets nil.
    func next(madeRoom: () -> Void) async -> Result<[UInt8]?, TransferError> {
        await withCheckedContinuation { continuation in
            var mayGoOn = false
            let ready: Result<[UInt8]?, TransferError>? = state.withLock { state in
                if !state.held.isEmpty {
                    mayGoOn = exchange(&state.isLoopWaiting, with: false)
                    return .success(exchange(&state.held, with: []))
                }
                switch state.end {
                case .failure(let error): return .failure(error)
                case .success: return .success(nil)
                case nil where state.reader != nil: return .success(nil)
                case nil:
                    state.reader = continuation
                    return nil
                }
            }
            if mayGoOn { madeRoom() }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}
