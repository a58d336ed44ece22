import Dispatch
import Testing

@testable import PostStore

@Suite("A sign from another thread is waited for, for a short while")
struct DoorbellTests {
    @Test("a ring before the wait and one during it are heard once; without one the wait ends by itself")
    func rings() {
        let bell = Doorbell()
        #expect(!bell.wait(nanoseconds: 0))
        bell.ring()
        bell.ring()
        #expect(bell.wait(nanoseconds: 0))
        #expect(!bell.wait(nanoseconds: 1_000_000))
        DispatchQueue(label: "ringer").async { bell.ring() }
        var heard = false
        for _ in 0..<60 where !heard { heard = bell.wait(nanoseconds: 999_999_999) }
        #expect(heard)
    }
}
