import Glibc

/// The one thread which owns the multi handle: takes orders, starts what may start, moves bytes, ends what is over.
/// Confined to that thread, as are its seats.
final class Loop {
    let orders: Orders
    var queue: TransferQueue
    /// Those that have not been given a seat.
    var waiting: [Int: Submission] = [:]
    var seated: [Int: Seat] = [:]
    /// Empty seats, kept with their memory.
    var freeSeats: [Seat] = []
    /// Once the loop is to end: when the last exchange is cancelled (monotonic milliseconds), and who wants to know.
    var stopsAt: Int?
    var stopListeners: [CheckedContinuation<Void, Never>] = []

    private init(orders: Orders, settings: Transfer.Settings) {
        self.orders = orders
        queue = TransferQueue(perHostMax: settings.perHostMax, totalMax: settings.totalMax)
    }

    /// - Returns: whether there is a thread now.
    static func start(orders: Orders, settings: Transfer.Settings) -> Bool {
        let start = Unmanaged.passRetained(Start(orders: orders, settings: settings))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, threadMain, start.toOpaque()) == 0 else {
            start.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private final class Start: Sendable {
        let orders: Orders
        let settings: Transfer.Settings
        init(orders: Orders, settings: Transfer.Settings) { (self.orders, self.settings) = (orders, settings) }
    }

    private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
        // Signals belong to the program's own threads; a write to a dead peer is an error here and not the end.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        Loop(orders: start.orders, settings: start.settings).run()
        return nil
    }

    private func run() {
        while true {
            orders.takeAll().forEach(carryOut)
            startWhatMayStart()
            orders.multi.perform()
            let isAnyOver = endWhatIsOver()
            let now = Seat.now()
            endWhatTakesTooLong(now: now)
            if let stopsAt, now >= stopsAt { seated.values.forEach { end($0, with: .shuttingDown) } }
            if stopsAt != nil, seated.isEmpty { break }
            // An end makes room for someone who waits.
            if isAnyOver { continue }
            let next = min(nextDeadline, stopsAt ?? .max)
            orders.multi.wait(milliseconds: min(max(0, next - now), 60_000))
        }
        orders.close()
        stopListeners.forEach { $0.resume() }
    }

    private func endWhatTakesTooLong(now: Int) {
        for seat in seated.values where seat.progress.deadline <= now {
            if let reason = seat.lostPatience() { end(seat, with: reason) }
        }
    }

    private var nextDeadline: Int {
        seated.values.reduce(.max) { min($0, $1.progress.deadline) }
    }
}
