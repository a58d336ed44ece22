import Posts
import Testing

@Suite struct VisibleTextTests {
    @Test("a control character gets a visible sign, and other text stays as it is")
    func shows() {
        #expect("a\nb\r\u{0}\u{7F}\u{9B}\u{2066}é".withVisibleControls() == "a␤b␍␀␡\\u{9B}\\u{2066}é")
        #expect("a\nb\tc\u{1B}".withVisibleControls(keeping: "\n\t") == "a\nb\tc␛")
        #expect("港 it's\u{200F}".withVisibleControls() == "港 it's\u{200F}")
    }
}
