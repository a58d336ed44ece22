import Testing

@testable import Posts

@Suite("Trust in the clock")
struct ClockTrustTests {
    private let noon = Instant(seconds: 1_790_000_000)
    private let start = Span.hours(50)

    @Test("a clock that runs steadily is trusted, even if it is corrected little by little")
    func drifts() {
        var trust = ClockTrust(wall: noon, steady: start)
        for step in 1...100 {
            // It gains half a minute each hour.
            let wall = noon + .hours(Int64(step)) + .seconds(Int64(step) * 30)
            #expect(trust.look(wall: wall, steady: start + .hours(Int64(step))) == .trusted)
        }
    }

    @Test("a leap is doubted with its length and direction, and believed in the end", arguments: [true, false])
    func leaps(isAhead: Bool) {
        var trust = ClockTrust(wall: noon, steady: start)
        let leapt = isAhead ? noon + .days(1) : noon - .days(1)
        // When it has just leapt
        let first = trust.look(wall: leapt, steady: start)
        // Then the doubt lasts for its full period
        #expect(first == .doubted(isAhead: isAhead, by: .days(1), rest: ClockTrust.patience))
        let later = trust.look(wall: leapt + .minutes(4), steady: start + .minutes(4))
        #expect(later == .doubted(isAhead: isAhead, by: .days(1), rest: .minutes(1)))
        #expect(trust.look(wall: leapt + .minutes(5), steady: start + .minutes(5)) == .trusted)
        #expect(trust.look(wall: leapt + .hours(1), steady: start + .hours(1)) == .trusted)
    }

    @Test("a clock that returns is believed at once")
    func comesBack() {
        var trust = ClockTrust(wall: noon, steady: start)
        #expect(trust.look(wall: noon + .days(1), steady: start) != .trusted)
        #expect(trust.look(wall: noon + .minutes(1), steady: start + .minutes(1)) == .trusted)
        #expect(trust.look(wall: noon + .minutes(9), steady: start + .minutes(9)) == .trusted)
    }

    @Test("each further leap restarts the doubt")
    func leapsAgain() {
        var trust = ClockTrust(wall: noon, steady: start)
        _ = trust.look(wall: noon + .days(1), steady: start)
        let second = trust.look(wall: noon + .days(2), steady: start + .minutes(4))
        guard case .doubted(true, _, ClockTrust.patience) = second else {
            return #expect(Bool(false), "\(second)")
        }
    }

    @Test(
        "a clock that starts behind the last change, or far ahead of it, is doubted until it is set right",
        arguments: [Span.days(-20_000), .minutes(-2), .days(31), .days(26_000)])
    func starts(off: Span) {
        var trust = ClockTrust(wall: noon + off, steady: start, lastChange: noon)
        #expect(
            trust.look(wall: noon + off, steady: start)
                == .doubted(
                    isAhead: off > .zero, by: Span(microseconds: Int64(off.microseconds.magnitude)),
                    rest: ClockTrust.patience))
        #expect(trust.isStarting)
        // When it is set right, two hours after that change
        #expect(trust.look(wall: noon + .hours(2), steady: start + .minutes(1)) == .trusted)
        // Then it counts from there
        #expect(trust.look(wall: noon + .hours(3), steady: start + .minutes(2)) != .trusted)
        #expect(!trust.isStarting)
        // When it stays instead
        var other = ClockTrust(wall: noon + off, steady: start, lastChange: noon)
        #expect(other.look(wall: noon + off, steady: start) != .trusted)
        #expect(other.look(wall: noon + off + .minutes(5), steady: start + .minutes(5)) == .trusted)
        #expect(other.look(wall: noon + off + .minutes(6), steady: start + .minutes(6)) == .trusted)
    }

    @Test(
        "a clock that starts soon after the last change is trusted", arguments: [Span.zero, .seconds(-30), .days(30)])
    func startsWell(off: Span) {
        var trust = ClockTrust(wall: noon + off, steady: start, lastChange: noon)
        #expect(trust.look(wall: noon + off, steady: start) == .trusted)
        #expect(trust.look(wall: noon + off + .days(1), steady: start) != .trusted)
    }

    @Test("any instant is accepted")
    func extremes() {
        var trust = ClockTrust(wall: Instant(microseconds: .min), steady: .zero)
        #expect(trust.look(wall: .distantFuture, steady: .seconds(1)) != .trusted)
        #expect(trust.look(wall: .distantFuture, steady: Span(microseconds: .max)) == .trusted)
    }
}
