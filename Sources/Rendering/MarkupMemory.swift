import CCMarkGFM
import Glibc
import Synchronization

/// Lends arenas to threads, and has cmark take its memory from them.
enum MarkupMemory {
    /// Runs `work` with an arena for this thread. All that cmark makes meanwhile has to be freed by the end of it.
    static func lend<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        // A text that is rendered in the middle of another one shares its arena.
        guard arena == nil else { return try work() }
        let lent = UnsafeMutablePointer<MarkupArena>.allocate(capacity: 1)
        lent.initialize(to: spare.withLock { $0.take() } ?? MarkupArena())
        pthread_setspecific(arenaKey, lent)
        defer {
            pthread_setspecific(arenaKey, nil)
            lent.pointee.reset()
            // One is kept; should another thread's be there already, that one goes.
            spare.withLock { $0 = lent.move() }
            lent.deallocate()
        }
        return try work()
    }

    /// What cmark calls. Like cmark's own allocators it ends the process rather than return nothing.
    /// Made once and only read afterwards.
    nonisolated(unsafe) static let functions = {
        let functions = UnsafeMutablePointer<cmark_mem>.allocate(capacity: 1)
        functions.initialize(
            to: cmark_mem(
                calloc: { MarkupMemory.cleared($0, $1) }, realloc: { MarkupMemory.resized($0, $1) },
                free: { MarkupMemory.free($0) }))
        return functions
    }()

    /// The arena that this thread has borrowed.
    private static var arena: UnsafeMutablePointer<MarkupArena>? {
        pthread_getspecific(arenaKey)?.assumingMemoryBound(to: MarkupArena.self)
    }

    private static func cleared(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer {
        let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: size)
        guard !isTooMuch else { abort() }
        let block = taken(bytes)
        memset(block, 0, bytes)
        return block
    }

    private static func taken(_ size: Int) -> UnsafeMutableRawPointer {
        if size <= MarkupArena.smallMax, let arena { return arena.pointee.take(size) }
        return large(nil, max(size, MarkupArena.smallMax + 1))
    }

    private static func resized(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer {
        guard let block else { return taken(size) }
        let before = self.size(of: block)
        if before > MarkupArena.smallMax { return large(block, max(size, MarkupArena.smallMax + 1)) }
        if size <= before { return block }
        let moved = taken(size)
        moved.copyMemory(from: block, byteCount: before)
        free(block)
        return moved
    }

    private static func free(_ block: UnsafeMutableRawPointer?) {
        guard let block else { return }
        let size = size(of: block)
        if size > MarkupArena.smallMax {
            Glibc.free(block - MarkupArena.step)
        } else {
            arena?.pointee.give(block, size)
        }
    }

    /// A block of its own, as the arena's are made: new, or `block` with another size.
    private static func large(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer {
        guard size < Int.max - MarkupArena.step,
            let start = realloc(block.map { $0 - MarkupArena.step }, size + MarkupArena.step)
        else { abort() }
        start.storeBytes(of: size, as: Int.self)
        return start + MarkupArena.step
    }

    private static func size(of block: UnsafeMutableRawPointer) -> Int {
        (block - MarkupArena.step).load(as: Int.self)
    }
}

/// An arena that nobody uses at the moment.
private let spare = Mutex<MarkupArena?>(nil)

/// Under which each thread finds its arena.
private let arenaKey: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else { preconditionFailure("The system gives no more thread keys.") }
    return key
}()
