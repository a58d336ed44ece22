import Moving
import Testing

@Suite("Pelican's links to its files")
struct PelicanMarkTests {
    @Test(
        "the mark in front of a path is told from other braces",
        arguments: [
            ("{static}/images/x.png", "/images/x.png", true), ("{attach}x.png", "x.png", true),
            ("|filename|other.md", "other.md", true), ("{Filename}../a.md", "../a.md", true),
            ("{tag}boats", "{tag}boats", true), ("{other}x", "{other}x", false), ("{static|x", "{static|x", false),
            ("x{static}", "x{static}", false), ("", "", false),
        ])
    func marks(address: String, path: String, isMarked: Bool) {
        #expect(PelicanMark.path(in: address) == path && PelicanMark.begins(address) == isMarked)
    }
}
