import Testing

@testable import galleyd

@Suite struct StartUpCodeTests {
    @Test("of the memory map only code from a file that nobody can have written to is let go")
    func lines() {
        #expect(StartUpCode.range(ofCode: "1000-3000 r-xp 00001000 fe:00 12     /usr/bin/galleyd") == 0x1000..<0x3000)
        #expect(StartUpCode.range(ofCode: "1000-3000 r-xp 00001000 fe:00 12     /a folder/galleyd") == 0x1000..<0x3000)
        for line in [
            "1000-3000 r--p 00001000 fe:00 12 /usr/bin/galleyd", "1000-3000 rwxp 00001000 fe:00 12 /usr/bin/galleyd",
            "1000-3000 r-xp 00000000 00:00 0 [vdso]", "1000-3000 r-xp 00000000 00:00 0", "3000-1000 r-xp 0 fe:00 1 /a",
            "x-3000 r-xp 0 fe:00 1 /a", "1000 r-xp 0 fe:00 1 /a", "",
        ] {
            #expect(StartUpCode.range(ofCode: line[...]) == nil, "\(line)")
        }
    }

    @Test("what was let go runs again")
    func again() {
        StartUpCode.letGo()
        #expect((1...100).map { "\($0)" }.joined().count == 192)
    }
}
