/// Who may start next: first come, first served at each host, and the hosts in turn, so that ten thousand requests to
/// one do not keep the others waiting. A value without clock or I/O; every operation takes constant time on average.
struct TransferQueue {
    typealias ID = Int

    private struct Line {
        var waiting = Fifo<ID>()
        var runningCount = 0
        /// Whether the host stands in `turns`.
        var hasTurn = false
    }

    private let perHostMax: Int
    private let totalMax: Int
    private var lines: [String: Line] = [:]
    private var turns = Fifo<String>()
    private var runningCount = 0

    /// Limits below 1 count as 1.
    init(perHostMax: Int, totalMax: Int) {
        (self.perHostMax, self.totalMax) = (max(1, perHostMax), max(1, totalMax))
    }

    mutating func append(_ id: ID, host: String) {
        lines[host, default: Line()].waiting.append(id)
        giveTurn(to: host)
    }

    /// The next to start, which counts as running from here until `end`; nil when nothing may start now. Someone who no
    /// longer wants to is handed out too, and ended at once by whoever asks.
    mutating func next() -> (id: ID, host: String)? {
        // Lines are changed where they lie: taking one out would copy all who wait in it.
        guard runningCount < totalMax, let host = turns.popFirst() else { return nil }
        lines[host]?.hasTurn = false
        guard let id = lines[host]?.waiting.popFirst() else { return nil }
        lines[host]?.runningCount += 1
        runningCount += 1
        giveTurn(to: host)
        return (id, host)
    }

    /// One that `next` handed out is over.
    mutating func end(host: String) {
        guard lines[host] != nil else { return }
        lines[host]?.runningCount -= 1
        runningCount -= 1
        if let line = lines[host], line.runningCount == 0, line.waiting.isEmpty { lines[host] = nil }
        giveTurn(to: host)
    }

    /// A host has a turn exactly when someone waits for it and its limit leaves room.
    private mutating func giveTurn(to host: String) {
        guard let line = lines[host], !line.hasTurn, !line.waiting.isEmpty, line.runningCount < perHostMax else {
            return
        }
        lines[host]?.hasTurn = true
        turns.append(host)
    }
}

/// First in, first out. Taking moves a mark; what lies before it is thrown away once it is half of all.
struct Fifo<Element> {
    private var elements: [Element?] = []
    private var start = 0

    var isEmpty: Bool { start == elements.count }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard start < elements.count else { return nil }
        let first = elements[start]
        elements[start] = nil
        start += 1
        if start > 64, start * 2 > elements.count {
            elements.removeFirst(start)
            start = 0
        }
        return first
    }
}
