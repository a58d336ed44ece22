import Testing

@testable import Server

@Suite("The log of refused callers")
struct RefusalLogTests {
    @Test("has one line a minute for each address, and for no more addresses than it keeps")
    func oneAMinute() {
        let log = RefusalLog()
        let now = ContinuousClock.now
        #expect(log.isNews("192.0.2.1", at: now))
        for second in 1..<60 { #expect(!log.isNews("192.0.2.1", at: now + .seconds(second))) }
        #expect(log.isNews("192.0.2.2", at: now + .seconds(1)))
        #expect(log.isNews("192.0.2.1", at: now + .seconds(60)))
        // A flood from ever new addresses is logged a thousand times, and again after a minute.
        let flood = (0..<5000).count { log.isNews("2001:db8::\($0)", at: now + .seconds(61)) }
        #expect(flood <= 1000 && flood >= 990)
        #expect(log.isNews("198.51.100.1", at: now + .seconds(200)))
    }
}
