import Testing

@testable import Posts

@Suite struct SpanTextTests {
    @Test(
        "text that is not a duration is refused",
        arguments: [
            "", " ", "h", "-5m", "+5m", "1.5h", "1H", "5 m", "5min", "2 hours", "10mm", "30m1h", "1h1h", "1w", "five",
            "1h-5m", "１h", "1h\n",
        ])
    func refuses(text: String) {
        #expect(throws: SpanTextError.self) { try Span(text) }
    }

    @Test("a number without a unit and an endless duration have separate errors")
    func namesTheReason() {
        #expect(throws: SpanTextError.unitMissing("0")) { try Span("0") }
        #expect(throws: SpanTextError.unitMissing("1h30")) { try Span("1h30") }
        #expect(throws: SpanTextError.tooLong("999999999999999d")) { try Span("999999999999999d") }
        #expect(throws: SpanTextError.self) { try Span("99999999999999999999d") }
    }

    @Test(
        "a duration is read, and written as short as possible",
        arguments: [
            ("0s", Span.zero, "0s"), ("30s", .seconds(30), "30s"), ("10m", .minutes(10), "10m"),
            ("24h", .days(1), "1d"),
            ("90m", .minutes(90), "1h30m"), ("1d 2h", .hours(26), "1d2h"), (" 1h30m ", .minutes(90), "1h30m"),
            ("500ms", .milliseconds(500), "500ms"), ("1s500ms250us", Span(microseconds: 1_500_250), "1s500ms250us"),
            ("0h5m", .minutes(5), "5m"),
        ])
    func readsAndWrites(text: String, span: Span, written: String) throws {
        #expect(try Span(text) == span)
        #expect(span.text == written)
        #expect(try Span(written) == span)
    }

    @Test(
        "a duration is reported in the units in which it was written",
        arguments: ["90m", "24h", "1d 2h", "90s", "0h5m"])
    func keepsUnits(text: String) throws {
        let span = try Span(text)
        #expect(span.text == text && span.spoken == text)
        #expect((span + .zero).written == nil)
        #expect(Set([span, Span(microseconds: span.microseconds)]).count == 1)
    }

    @Test("even the shortest and the longest duration can be written")
    func writesExtremes() {
        #expect(Span(microseconds: .min).text == "-106751991d4h54s775ms808us")
        #expect(Span.minutes(-5).text == "-5m")
    }
}
