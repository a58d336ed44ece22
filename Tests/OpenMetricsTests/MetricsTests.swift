import Testing

@testable import OpenMetrics

@Suite("Metrics")
struct MetricsTests {
    @Test("a duration is counted in the first bucket that holds it, and in all larger ones")
    func timings() {
        // given
        let timings = Timings(bounds: [0.001, 0.01])
        // when
        for milliseconds in [0, 1, 5, 10, 11] { timings.add(.milliseconds(milliseconds)) }
        // then
        let reading = timings.reading
        #expect(reading.cumulative == [2, 4, 5])
        #expect(abs(reading.sum - 0.027) < 1e-9)
    }

    @Test("concurrent counts are counted once each")
    func tally() async {
        let tally = Counter<String>()
        let level = Gauge()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    tally.add(number.isMultiple(of: 3) ? "three" : "other")
                    level.rise()
                }
            }
        }
        #expect(tally.counts == ["three": 334, "other": 666])
        #expect(level.now == 1000)
        level.fall()
        #expect(level.now == 999)
    }

    @Test("each kind of metric family is written as the format requires")
    func families() {
        #expect(
            Self.families(as: .openMetrics) == """
                # TYPE a_build info
                # HELP a_build What \\"it\\" is\\\\.
                a_build_info{version="1"} 1
                # TYPE b counter
                # HELP b Counts.
                b_total{who="a\\"b\\\\c\\nd"} 2
                b_total{who="e"} 0.5
                # TYPE c_bytes gauge
                # UNIT c_bytes bytes
                # HELP c_bytes Weighs.
                c_bytes 3
                # TYPE d_seconds histogram
                # UNIT d_seconds seconds
                # HELP d_seconds Lasts.
                d_seconds_bucket{le="0.5"} 1
                d_seconds_bucket{le="1.0"} 1
                d_seconds_bucket{le="+Inf"} 2
                d_seconds_count 2
                d_seconds_sum 2.25
                # EOF

                """)
        #expect(
            Self.families(as: .prometheus) == """
                # HELP a_build_info What "it" is\\\\.
                # TYPE a_build_info gauge
                a_build_info{version="1"} 1
                # HELP b_total Counts.
                # TYPE b_total counter
                b_total{who="a\\"b\\\\c\\nd"} 2
                b_total{who="e"} 0.5
                # HELP c_bytes Weighs.
                # TYPE c_bytes gauge
                c_bytes 3
                # HELP d_seconds Lasts.
                # TYPE d_seconds histogram
                d_seconds_bucket{le="0.5"} 1
                d_seconds_bucket{le="1.0"} 1
                d_seconds_bucket{le="+Inf"} 2
                d_seconds_count 2
                d_seconds_sum 2.25

                """)
    }

    private static func families(as format: MetricsText.Format) -> String {
        let timings = Timings(bounds: [0.5, 1])
        timings.add(.milliseconds(250))
        timings.add(.seconds(2))
        var text = MetricsText(format)
        text.add(.info, "a_build", "What \"it\" is\\.", [(["version": "1"], 1)])
        text.add(.counter, "b", "Counts.", [(["who": "a\"b\\c\nd"], 2), (["who": "e"], 0.5)])
        text.add(.gauge, "c_bytes", unit: "bytes", "Weighs.", count: 3)
        text.add("d_seconds", unit: "seconds", "Lasts.", timings.reading)
        return text.text
    }

    @Test("the system reports how many descriptors this process has open")
    func process() {
        let reading = ProcessReading()
        #expect(reading.filesOpen >= 3 && reading.filesMax >= reading.filesOpen)
        #expect(reading.residentBytes > 1_000_000 && reading.processorSeconds > 0)
    }
}
