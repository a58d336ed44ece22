import NIOCore
import Testing

@testable import Server

@Suite struct PaceTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
    private func at(_ seconds: Int64) -> NIODeadline { start + .seconds(seconds) }

    @Test("a header has ten seconds, however it is divided")
    func head() {
        var pace = Pace(Pace.Limits(), now: start)
        #expect(pace.deadline == at(10))
        pace.partOfHeadCame(now: at(9))
        #expect(pace.deadline == at(10))
        pace.headCame(now: at(9))
        pace.endCame()
        #expect(pace.deadline == nil)
        pace.answerEnded(isLast: false, now: at(20))
        // Between two requests nothing is due.
        #expect(pace.deadline == nil)
        pace.partOfHeadCame(now: at(60))
        #expect(pace.deadline == at(70))
    }

    @Test("a body has ten seconds and one more for each kilobyte; what the daemon takes for itself does not count")
    func body() {
        var pace = Pace(Pace.Limits(), now: start)
        pace.headCame(now: start)
        #expect(pace.deadline == at(10))
        // Nine seconds are spent, and four are earned.
        pace.bodyCame(4096, now: at(9))
        #expect(pace.deadline == at(600))
        pace.readWanted(now: at(100))
        pace.readWanted(now: at(103))
        #expect(pace.deadline == at(105))
        // A byte now and then earns nothing.
        pace.bodyCame(1, now: at(104))
        pace.readWanted(now: at(104))
        #expect(pace.deadline.map { $0 < at(106) } == true)
        // A fast one has ten minutes.
        pace.bodyCame(100_000_000, now: at(105))
        pace.readWanted(now: at(105))
        #expect(pace.deadline == at(600))
    }

    @Test("a body that nobody reads any more is read for two seconds, or 256 KB")
    func drains() {
        var pace = Pace(Pace.Limits(), now: start)
        pace.headCame(now: start)
        pace.answerEnded(isLast: false, now: at(1))
        #expect(pace.isDraining && pace.deadline == at(3))
        pace.bodyCame(256 * 1024, now: at(2))
        #expect(pace.deadline == at(3) && !pace.hasReadEnough)
        pace.bodyCame(1, now: at(2))
        #expect(pace.deadline == at(3) && pace.hasReadEnough)
        // One that ends in time leaves the connection as it was.
        var other = Pace(Pace.Limits(), now: start)
        other.headCame(now: start)
        other.answerEnded(isLast: false, now: at(1))
        other.endCame()
        #expect(other.deadline == nil && !other.isDraining)
    }

    @Test("a request that comes before the last one's answer is measured all the same")
    func pipelines() {
        var pace = Pace(Pace.Limits(), now: start)
        pace.headCame(now: start)
        pace.endCame()
        pace.headCame(now: at(1))
        #expect(pace.deadline == at(11))
        pace.answerEnded(isLast: false, now: at(2))
        #expect(!pace.isDraining && pace.deadline == at(11))
        pace.endCame()
        #expect(pace.deadline == nil)
        pace.answerEnded(isLast: true, now: at(5))
        #expect(pace.deadline == at(7))
    }
}
