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

    @Test(
        "a phone on its side is compact, a small tablet is not",
        arguments: [
            (Size(width: 844, height: 346), SizeClass.compact), (Size(width: 956, height: 396), .compact),
            (Size(width: 960, height: 476), .medium), (Size(width: 1024, height: 346), .wide),
            (Size(width: 390, height: 800), .compact),
        ])
    func height(size: Size, sizeClass: SizeClass) {
        #expect(SizeClass.of(size) == sizeClass && Container(size: size).sizeClass == sizeClass)
    }

    @Test("a window that was low is no longer compact only 16 pixels beyond the limit")
    func hysteresisOfHeight() {
        #expect(SizeClass.of(Size(width: 844, height: 439), after: .medium) == .compact)
        #expect(SizeClass.of(Size(width: 844, height: 439), after: .medium, wide: 390) == .compact)
        // A tablet's keyboard.
        #expect(SizeClass.of(Size(width: 841, height: 270), after: .medium, wide: 841) == .medium)
        #expect(SizeClass.of(Size(width: 844, height: 455), after: .compact) == .compact)
        #expect(SizeClass.of(Size(width: 844, height: 456), after: .compact) == .medium)
        #expect(SizeClass.of(Size(width: 844, height: 455), after: .medium) == .medium)
    }
}
