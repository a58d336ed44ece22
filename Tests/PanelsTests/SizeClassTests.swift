import Panels
import Testing

@Suite("Size classes")
struct SizeClassTests {
    @Test("a window changes to a smaller class at once, and to a larger one only 16 pixels beyond the breakpoint")
    func hysteresis() {
        #expect(SizeClass.of(width: 1039, after: .medium) == .medium)
        #expect(SizeClass.of(width: 1040, after: .medium) == .wide)
        #expect(SizeClass.of(width: 639, after: .wide) == .compact)
    }
}
