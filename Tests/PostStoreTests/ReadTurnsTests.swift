import Testing

@testable import PostStore

@Suite("Reads are done by who asks, while they are quick")
struct ReadTurnsTests {
    @Test("a slow read sends the next ones elsewhere, until eight in a row were quick")
    func slow() {
        let turns = ReadTurns(connections: 4)
        func read(_ duration: Duration) -> Bool {
            defer { turns.end(after: duration) }
            return turns.begin()
        }
        #expect(read(.microseconds(50)))
        #expect(read(.milliseconds(40)))
        for _ in 0..<7 { #expect(!read(.microseconds(50))) }
        #expect(!read(.milliseconds(40)))
        for _ in 0..<8 { #expect(!read(.microseconds(50))) }
        #expect(read(.microseconds(50)))
    }

    @Test("no more are done at once than there are connections, so that nobody waits for one")
    func crowd() {
        let turns = ReadTurns(connections: 2)
        #expect(turns.begin())
        #expect(turns.begin())
        #expect(!turns.begin())
        for _ in 0..<3 { turns.end(after: .zero) }
        #expect(turns.begin())
    }
}
