import Testing

@testable import Transfer

@Suite("The queue")
struct QueueTests {
    /// Everyone who may start now.
    private func startable(_ queue: inout TransferQueue) -> [Int] {
        var all: [Int] = []
        while let (id, _) = queue.next() { all.append(id) }
        return all
    }

    @Test("lets the hosts take turns, whoever came first at one of them")
    func turns() {
        var queue = TransferQueue(perHostMax: 10, totalMax: 10)
        for id in 1...4 { queue.append(id, host: "a") }
        for id in 5...6 { queue.append(id, host: "b") }
        #expect(startable(&queue) == [1, 5, 2, 6, 3, 4])
    }

    @Test("keeps to the limit of each host and to that of all")
    func limits() {
        var queue = TransferQueue(perHostMax: 2, totalMax: 3)
        for id in 1...4 { queue.append(id, host: "a") }
        for id in 5...8 { queue.append(id, host: "b") }
        #expect(startable(&queue) == [1, 5, 2])
        queue.end(host: "a")
        #expect(startable(&queue) == [6])
        queue.end(host: "b")
        queue.end(host: "b")
        #expect(startable(&queue) == [3, 7])
        queue.end(host: "a")
        queue.end(host: "a")
        #expect(startable(&queue) == [8, 4])
        for host in ["a", "b", "b"] { queue.end(host: host) }
        #expect(startable(&queue).isEmpty)
    }

    @Test("loses no one and starts no one twice, in any order of comings and goings", arguments: 0..<20)
    func seeded(seed: UInt64) {
        var random = Seeded(state: seed)
        var queue = TransferQueue(perHostMax: 3, totalMax: 7)
        var running: [(id: Int, host: String)] = []
        var seen: [Int] = []
        for id in 0..<500 {
            queue.append(id, host: "host \(random.next() % 5)")
            while let next = queue.next() { running.append(next) }
            #expect(running.count <= 7)
            #expect(Dictionary(grouping: running, by: \.host).values.allSatisfy { $0.count <= 3 })
            while !running.isEmpty, random.next() % 3 > 0 {
                let ended = running.remove(at: Int(random.next() % UInt64(running.count)))
                seen.append(ended.id)
                queue.end(host: ended.host)
            }
        }
        while !running.isEmpty {
            let ended = running.removeLast()
            seen.append(ended.id)
            queue.end(host: ended.host)
            while let next = queue.next() { running.append(next) }
        }
        #expect(seen.sorted() == Array(0..<500))
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
private struct Seeded {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
