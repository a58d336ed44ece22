import NIOCore
import Testing

@testable import Server

@Suite struct PaceTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
    private func at(_ seconds: Int64) -> NIODeadline { start + .seconds(seconds) }

    @Test("a header has ten seconds, however it is divided")
    func head() {
        var timeouts = PeerTimeouts(PeerTimeouts.Limits(), now: start)
        #expect(timeouts.deadline == at(10))
        timeouts.partOfHeadCame(now: at(9))
        #expect(timeouts.deadline == at(10))
        timeouts.headCame(now: at(9))
        timeouts.endCame()
        #expect(timeouts.deadline == nil)
        timeouts.answerEnded(isLast: false, now: at(20))
        // Between two requests nothing is due.
        #expect(timeouts.deadline == nil)
        timeouts.partOfHeadCame(now: at(60))
        #expect(timeouts.deadline == at(70))
    }

    @Test("a body has ten seconds and one more for each kilobyte; time that the daemon itself takes does not count")
    func body() {
        var timeouts = PeerTimeouts(PeerTimeouts.Limits(), now: start)
        timeouts.headCame(now: start)
        #expect(timeouts.deadline == at(10))
        // Nine seconds are used up, and four are earned.
        timeouts.bodyCame(4096, now: at(9))
        #expect(timeouts.deadline == at(600))
        timeouts.readWanted(now: at(100))
        timeouts.readWanted(now: at(103))
        #expect(timeouts.deadline == at(105))
        // A single byte now and then earns nothing.
        timeouts.bodyCame(1, now: at(104))
        timeouts.readWanted(now: at(104))
        #expect(timeouts.deadline.map { $0 < at(106) } == true)
        // A fast one has ten minutes.
        timeouts.bodyCame(100_000_000, now: at(105))
        timeouts.readWanted(now: at(105))
        #expect(timeouts.deadline == at(600))
    }

    @Test("a body that the server ignores is read for two seconds, or 256 KB")
    func drains() {
        var timeouts = PeerTimeouts(PeerTimeouts.Limits(), now: start)
        timeouts.headCame(now: start)
        timeouts.answerEnded(isLast: false, now: at(1))
        #expect(timeouts.isDraining && timeouts.deadline == at(3))
        timeouts.bodyCame(256 * 1024, now: at(2))
        #expect(timeouts.deadline == at(3) && !timeouts.hasReadEnough)
        timeouts.bodyCame(1, now: at(2))
        #expect(timeouts.deadline == at(3) && timeouts.hasReadEnough)
        // The connection ends even if the body does.
        var other = PeerTimeouts(PeerTimeouts.Limits(), now: start)
        other.headCame(now: start)
        #expect(other.isBeforeBodyEnd)
        other.answerEnded(isLast: true, now: at(1))
        other.endCame()
        #expect(other.deadline == at(3) && !other.isDraining)
    }

    @Test("a request that comes before the last one's answer has its own limits")
    func pipelines() {
        var timeouts = PeerTimeouts(PeerTimeouts.Limits(), now: start)
        timeouts.headCame(now: start)
        timeouts.endCame()
        timeouts.headCame(now: at(1))
        #expect(timeouts.deadline == at(11) && !timeouts.isBeforeBodyEnd)
        timeouts.answerEnded(isLast: false, now: at(2))
        #expect(!timeouts.isDraining && timeouts.deadline == at(11))
        timeouts.endCame()
        #expect(timeouts.deadline == nil)
        timeouts.answerEnded(isLast: true, now: at(5))
        #expect(timeouts.deadline == at(7))
    }
}
