import Posts
import Testing

@Suite struct ShellTextTests {
    @Test(
        "a text is one word of a shell",
        arguments: [
            ("", "''"), ("date", "date"), ("/srv/desk-1/a.db", "/srv/desk-1/a.db"), ("Jürgen", "Jürgen"),
            ("my desk", "'my desk'"), ("it's", #"'it'\''s'"#), ("a;b", "'a;b'"), ("$HOME", "'$HOME'"),
            ("'\u{301}x", "''\\''\u{301}x'"), ("a\u{A0}b", "'a\u{A0}b'"), ("~", "'~'"), ("a\nb", "$'a\\nb'"),
            ("\u{1B}'\\é", "$'\\033\\'\\\\é'"), ("\u{202E}1", "$'\\342\\200\\2561'"),
        ])
    func quotes(text: String, word: String) { #expect(text.quotedForShell == word) }
}
