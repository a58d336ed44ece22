import HTTPValues
import Posts
import Testing

@Suite("Dates in HTTP headers")
struct HTTPDateTests {
    @Test(
        "dates have the format of HTTP",
        arguments: [
            (784_111_777 as Int64, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
        ])
    func written(second: Int64, text: String) {
        #expect(Instant(seconds: second).httpDate == text)
        #expect(Instant(httpDate: text) == Instant(seconds: second))
    }
}
