import Testing

@testable import Copyfitting

@Suite struct HashtagTests {
    @Test(
        "a tag becomes letters and digits, with capitals between its words",
        arguments: [
            ("swift", "swift"), ("open source", "OpenSource"), ("self-hosted blogs", "SelfHostedBlogs"),
            ("don't panic", "DontPanic"),
            ("Lisboa 2026", "Lisboa2026"), ("日本語", "日本語"), ("हिन्दी", "हिन्दी"), ("ßig test", "SSigTest"),
            ("a/b", "AB"),
            ("C++", nil), ("C#", nil), ("2026", nil), ("🎉", nil), ("", nil), ("_", nil),
        ] as [(String, String?)])
    func names(tag: String, name: String?) {
        #expect(Hashtag(tag: tag)?.name == name)
    }

    @Test("hashtags in a text are recognised in any case and with surrounding punctuation")
    func present() {
        #expect(Hashtag.keys(in: "a #Swift, (#open_source)#日本語。 # C#").isSuperset(of: ["swift", "open_source", "日本語"]))
    }
}
