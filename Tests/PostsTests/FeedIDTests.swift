import Testing

@testable import Posts

/// The ids by which readers of feeds know posts.
@Suite("Ids in feeds")
struct FeedIDTests {
    @Test(
        "an id is an IRI of a scheme that ids have",
        arguments: [
            ("https://a.example/?p=1", true), ("tag:blogger.com,1999:blog-1.post-2", true), ("urn:uuid:1", true),
            ("http://a.example/é", true), ("5f1e8a", false), ("javascript:alert(1)", false), ("https://", false),
            ("", false),
            ("https://a b", false), ("https://a\u{0}", false), ("https://a\u{202E}", false), ("tag:<x>", false),
            ("https://" + String(repeating: "a", count: 993), false),
            ("https://" + String(repeating: "a", count: 992), true),
        ])
    func forms(text: String, isID: Bool) {
        #expect((FeedID(text)?.text == text) == isID)
    }
}
